// SPDX-License-Identifier: MIT
// Formula, PyTorch and C of what a card, a panel or a group of settings is about. Only in our
// own page and frame.
import '../../i18n/diagnostics.js';
import { css, html, nothing } from 'lit';
import { functions } from 'bundle:c-source';
import { smallButton } from '../shared/controls.js';
import { outputsOf } from '../shared/outputs.js';
import { copyText } from '../shared/save.js';
import { styled } from '../shared/style.js';
import { toggled } from '../shared/tables.js';
import { define, given, View } from '../shared/view.js';
import { FUNCTIONS } from './functions.js';
import { codeAt } from './steps.js';

class Code extends View.withState({ open: false }) {
  static properties = given('place');
  static styles = styled(css`
    :host {
      margin-block-start: 0.75rem;
    }
    .panes {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
      gap: 0.75rem 1.25rem;
      align-items: start;
    }
    pre {
      max-block-size: 24rem;
      margin: 0.25rem 0 0;
      padding: 0.625rem 0.75rem;
      overflow: auto;
      border-radius: 7px;
      background: var(--sunk);
      font: 400 0.75rem/1.5 var(--mono);
      tab-size: 4;
    }
    strong {
      font: 600 0.8125rem/1.5 var(--sans);
    }
  `);

  constructor() {
    super();
    /** Of steps.js. */
    this.place = '';
  }

  /** Of the model, with the settings that wait where they are chosen. */
  get #about() {
    const { session, settings, sampler } = this.state;
    if (!session) return null;
    const { config, vocabulary } = session.info;
    return {
      config: this.place.startsWith('group-') ? { ...config, ...settings } : config,
      V: vocabulary.length,
      W: outputsOf(session).length,
      sampler,
    };
  }

  render() {
    const about = this.#about;
    const found = about && codeAt(this.place, about);
    if (!found || found.steps.length === 0) return nothing;
    return html`<details @toggle=${toggled((isOpen) => (this.open = isOpen))}>
      <summary>${this.t.code.title}</summary>
      ${this.open ? this.#panes(found) : nothing}
    </details>`;
  }

  /** @param {ReturnType<typeof codeAt>} found */
  #panes({ formula, pytorch, steps }) {
    const written = formula.map((row) => row.filter(Boolean).join('\n    '));
    const named = steps.flatMap((name) => FUNCTIONS[name]);
    const unique = [...new Map(named.map((one) => [one.join(' '), one])).values()];
    const c = unique.map(
      ([file, name]) => `/* src/${file} */\n${functions[`${file} ${name}`]}`,
    );
    return html`<div class="panes">
      ${this.#pane('formula', this.t.code.formula, written.join('\n'))}
      ${this.#pane('pytorch', 'PyTorch', pytorch)}
      ${this.#pane('c', 'C', c.join('\n\n'))}
    </div>`;
  }

  /** @param {string} id @param {string} name @param {string} text */
  #pane(id, name, text) {
    if (!text) return nothing;
    return html`<div>
      <div class="row spread">
        <strong>${name}</strong>
        ${smallButton(`copy-${id}`, this.t.write.copy, () => void this.#copy(text))}
      </div>
      <pre id=${id} tabindex="0" dir="ltr" role="region" aria-label=${name}>
${text}</pre>
    </div>`;
  }

  /** @param {string} text */
  async #copy(text) {
    const isCopied = await copyText(text);
    if (isCopied) this.app.announce(this.t.write.copied);
  }
}

define('gf-code', Code);
