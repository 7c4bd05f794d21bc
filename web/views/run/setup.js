// SPDX-License-Identifier: MIT
// Text and model, summarised in a line each; either opens for change.
import { css, html, nothing } from 'lit';
import { settingValue } from '../../run/settings.js';
import './settings-panel.js';
import { button } from '../shared/controls.js';
import { styled } from '../shared/style.js';
import './text-panel.js';
import { define, keys, View } from '../shared/view.js';

class Setup extends View {
  static watch = keys(
    'text',
    'settings',
    'schema',
    'estimate',
    'configPending',
    'phase',
    'textProblem',
  );
  static properties = View.withState('open');
  static styles = styled(css`
    .line {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0.75rem;
    }
    .summary {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 0.125rem 0.875rem;
      align-items: baseline;
      background: var(--pane);
      border: 1px solid var(--line);
      border-radius: var(--radius);
      padding: 0.5rem 1rem 0.625rem;
    }
    .summary[data-open='true'] {
      border-color: var(--accent);
    }
    .name {
      font-size: 1.0625rem;
    }
    .buttons {
      margin-inline-end: -0.375rem;
      text-align: end;
    }
    .facts,
    .more {
      grid-column: 1 / -1;
    }
    .more {
      color: var(--ink-3);
      font-size: 0.8125rem;
      min-block-size: 1.5em;
    }
    .panel {
      margin-block-start: 0.75rem;
    }
    @container (max-width: 720px) {
      .line {
        grid-template-columns: 1fr;
      }
    }
  `);

  constructor() {
    super();
    /** @type {'text' | 'model' | null} */
    this.open = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.app.pendingConfig.time();
    // A tab of its own has room for what it is opened for.
    if (this.getAttribute('frame') === 'panel') this.open ??= 'model';
  }

  render() {
    return html`
      <div class="line">${this.#textSummary()} ${this.#modelSummary()}</div>
      <div class="panel" id="text-panel" ?hidden=${this.open !== 'text'}>
        <gf-text-panel
          .app=${this.app}
          @gf-text-used=${() => this.toggle(null)}
        ></gf-text-panel>
      </div>
      <div class="panel" id="model-panel" ?hidden=${this.open !== 'model'}>
        <gf-settings-panel
          .app=${this.app}
          ?whole=${this.getAttribute('frame') === 'panel'}
        ></gf-settings-panel>
      </div>
    `;
  }

  #textSummary() {
    const { t, format } = this;
    const { text, textProblem, session } = this.state;
    return this.#summary(
      'text',
      t.setup.text,
      text?.id === 'task' && session
        ? t.setup.task(text.name, format.integer(session.info.examples.length))
        : text
          ? t.setup.textSummary(
              text.name,
              format.integer(text.characters),
              format.integer(text.distinct),
            )
          : t.setup.preparing,
      textProblem && this.open !== 'text'
        ? html`<span class="problem">${textProblem.text}</span>`
        : html`${t.corpus.privacy}`,
    );
  }

  #modelSummary() {
    const { t, format } = this;
    const { schema, settings, estimate, configPending, progress } = this.state;
    // Measured speed replaces the estimate of the self-test.
    const ms = (!configPending && progress?.msPerStep) || (estimate?.msPerStep ?? 0);
    const value = (/** @type {string} */ key) =>
      format.integer(Number(settingValue(schema, settings, key)));
    const steps = Number(settingValue(schema, settings, 'max_steps'));
    return this.#summary(
      'model',
      t.setup.model,
      schema.length === 0
        ? t.setup.preparing
        : t.setup.modelSummary({
            layers: value('n_layer'),
            heads: value('n_head'),
            width: value('n_embd'),
            context: value('block_size'),
          }),
      estimate
        ? html`<span id="size"
              >${t.setup.size(
                format.integer(estimate.nParam),
                format.bytes(estimate.memoryBytes),
              )}</span
            >
            ${
              ms > 0
                ? html`;
                    <span id="time"
                      >${t.setup.time(
                        format.integer(steps),
                        format.duration((ms * steps) / 1000),
                      )}</span
                    >`
                : nothing
            }`
        : nothing,
    );
  }

  /** @param {'text' | 'model'} which @param {string} name @param {string} facts
   * @param {unknown} more */
  #summary(which, name, facts, more) {
    const open = this.open === which;
    return html`<div class="summary" data-open=${open}>
      <h2 class="name">${name}</h2>
      <div class="buttons">
        ${
          which === 'text' && !open
            ? button(this.t.setup.paste, () => void this.paste(), {
                id: 'paste',
                kind: 'plain small',
              })
            : nothing
        }
        <button
          class="plain small"
          id="${which}-summary"
          aria-expanded=${open}
          aria-controls="${which}-panel"
          aria-label="${name}: ${open ? this.t.setup.close : this.t.setup.change}"
          @click=${() => this.toggle(open ? null : which)}
        >
          ${open ? this.t.setup.close : this.t.setup.change}
        </button>
      </div>
      <p class="facts number">${facts}</p>
      <p class="more number">${more}</p>
    </div>`;
  }

  /** Opens the field for the reader's own text. */
  async paste() {
    this.open = 'text';
    await this.updateComplete;
    await /** @type {import('./text-panel.js').TextPanel} */ (
      this.find('gf-text-panel')
    ).choose('own');
  }

  /** @param {'text' | 'model' | null} which */
  toggle(which) {
    this.open = which;
  }
}

define('gf-setup', Setup);
