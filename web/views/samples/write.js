// SPDX-License-Identifier: MIT
// The reader's own prompt and every control of the sampler. Works during training.
import { css, html, nothing } from 'lit';
import { visible } from '../../i18n/format.js';
import { questionPart } from '../../run/samples.js';
import { button, checkbox, numberField } from '../shared/controls.js';
import { copyText } from '../shared/save.js';
import { sampled } from './sampled-text.js';
import { styled } from '../shared/style.js';
import { define, keys, View } from '../shared/view.js';

/** @typedef {import('../../state/types.js').SamplerSettings} SamplerSettings */

const MAX_CHARS = 5000;
const MAX_SEED = 2 ** 31;

export class Write extends View {
  static watch = keys('sampler', 'completion', 'phase', 'line');
  static properties = View.withState('message');
  static styles = styled(
    sampled.styles,
    css`
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 1rem 2rem;
        margin-block-start: 0.5rem;
      }
      .controls {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
        gap: 0.875rem 1.5rem;
        margin-block: 0.875rem;
      }
      .control label {
        display: block;
        font-weight: 500;
      }
      .control .row {
        flex-wrap: nowrap;
      }
      .control input[type='number'] {
        inline-size: 5.25em;
        flex: none;
      }
      .control.seed input {
        inline-size: 7em;
      }
      .hint {
        font-size: 0.8125rem;
        color: var(--ink-3);
      }
      .output {
        min-block-size: 14rem;
        max-block-size: 28rem;
        overflow-y: auto;
        border-inline-start: 2px solid var(--line);
        padding-inline-start: 1rem;
      }
      @container (max-width: 760px) {
        .columns {
          grid-template-columns: 1fr;
        }
      }
    `,
  );

  constructor() {
    super();
    this.message = '';
  }

  render() {
    const { t } = this;
    const form = this.state.session?.info.form;
    if (form === 'tagging') {
      return html`<section class="pane" part="sample">
        <h2>${t.write.title}</h2>
        <p class="quiet">${t.write.onlyLabels}</p>
      </section>`;
    }
    return html`<section class="pane" part="sample">
      <h2>${this.#asks ? t.write.ask : t.write.title}</h2>
      <div class="columns">
        <div>${this.#form()}</div>
        <div>${this.#output()}</div>
      </div>
    </section>`;
  }

  /** A model of pairs answers questions and ends by itself. */
  get #asks() {
    return (this.state.session?.info.form ?? 'text') !== 'text';
  }

  #form() {
    const { t } = this;
    const { sampler, completion, session, line } = this.state;
    return html`<form @submit=${this.#submit}>
      <label for="prompt"
        >${this.#asks ? t.write.question : t.write.prompt}
        <span class="hint"
          >${this.#asks ? t.write.askHint(questionPart(line)) : t.write.promptHint}</span
        ></label
      >
      <textarea
        id="prompt"
        rows="2"
        dir="auto"
        spellcheck="false"
        .value=${sampler.prompt}
        @input=${(/** @type {Event} */ event) =>
          this.app.selection.setSampler({
            prompt: /** @type {HTMLTextAreaElement} */ (event.target).value,
          })}
      ></textarea>
      <div class="controls">
        ${this.#ranged('temperature', t.write.temperature, t.write.temperatureHint, 0.05, 2, 0.05)}
        ${this.#ranged('topP', t.write.topP, t.write.topPHint, 0.05, 1, 0.05)}
        ${this.#number('topK', t.write.topK, t.write.topKHint, 0, session?.info.vocabulary.length ?? 1000)}
        ${this.#asks ? nothing : this.#number('chars', t.write.chars, '', 1, MAX_CHARS)}
        ${this.#number('seed', t.write.seed, t.write.seedHint, 0, MAX_SEED)}
        ${checkbox({
          id: 'greedy',
          label: t.write.greedy,
          checked: sampler.greedy,
          change: (greedy) => this.app.selection.setSampler({ greedy }),
        })}
      </div>
      <div class="row">
        ${
          completion?.busy
            ? html`<button
                type="button"
                class="primary"
                id="stop"
                @click=${() => this.app.stopWriting()}
              >
                ${t.write.stop}
              </button>`
            : html`<button
                type="submit"
                class="primary"
                id="write"
                ?disabled=${!session}
              >
                ${this.#asks ? t.write.answer : t.write.go}
              </button>`
        }
        <button type="button" ?disabled=${!session} @click=${this.#again}>
          ${t.write.again}
        </button>
      </div>
      <p class="problem" role="status">${this.message}</p>
    </form>`;
  }

  /**
   * A slider with its number field.
   * @param {'temperature' | 'topP'} key @param {string} label @param {string} hint
   * @param {number} min @param {number} max @param {number} step
   */
  #ranged(key, label, hint, min, max, step) {
    const value = this.state.sampler[key];
    return html`<div class="control">
      <label for=${key}>${label}</label>
      <div class="row">
        <input
          type="range"
          aria-label=${label}
          min=${min}
          max=${max}
          step=${step}
          .value=${String(value)}
          ?disabled=${this.state.sampler.greedy}
          @input=${(/** @type {Event} */ { target }) =>
            this.app.selection.setSampler({
              [key]: Number(/** @type {HTMLInputElement} */ (target).value),
            })}
        />
        ${this.#field(key, min, max, 'any', `${key}-hint`)}
      </div>
      <p class="hint" id="${key}-hint">${hint}</p>
    </div>`;
  }

  /**
   * @param {'topK' | 'chars' | 'seed'} key @param {string} label @param {string} hint
   * @param {number} min @param {number} max
   */
  #number(key, label, hint, min, max) {
    return html`<div class="control ${key}">
      <label for=${key}>${label}</label>
      ${this.#field(key, min, max, 1, hint && `${key}-hint`)}
      ${hint ? html`<p class="hint" id="${key}-hint">${hint}</p>` : nothing}
    </div>`;
  }

  /**
   * @param {Exclude<keyof SamplerSettings, 'prompt' | 'greedy'>} key
   * @param {number} min @param {number} max @param {number | 'any'} step @param {string} hint its id
   */
  #field(key, min, max, step, hint) {
    const { sampler } = this.state;
    return numberField({
      ...{ id: key, min, max, step },
      value: sampler[key],
      describedBy: hint || undefined,
      disabled: sampler.greedy && key !== 'chars' && key !== 'seed',
      change: (value) => this.app.selection.setSampler({ [key]: value }),
    });
  }

  #submit(/** @type {Event} */ event) {
    event.preventDefault();
    const unknown = this.app.selection.unknownInPrompt();
    this.message =
      unknown.length > 0 ? this.t.write.unknown(unknown.map(visible).join(' ')) : '';
    if (unknown.length === 0) void this.app.write();
  }

  #again() {
    this.app.selection.setSampler({ seed: (this.state.sampler.seed + 1) % MAX_SEED });
    /** @type {HTMLFormElement} */ (this.find('form')).requestSubmit();
  }

  #output() {
    const { t } = this;
    const { completion } = this.state;
    return html`<div class="row spread">
        <h3>${t.write.output}</h3>
        ${button(t.write.copy, this.#copy, { id: 'copy', disabled: !completion || completion.text === '' })}
      </div>
      <div class="output" tabindex="0" role="region" aria-label=${t.write.output}>
        ${
          completion
            ? html`<p class="text" dir="auto" id="draft">
                <span class="given">${completion.prompt}${this.#asks ? ' → ' : ''}</span
                >${sampled(completion.text, completion.probs)}
              </p>`
            : html`<p class="quiet">${this.#asks ? nothing : t.write.claim}</p>`
        }
      </div>`;
  }

  async #copy() {
    const { completion } = this.state;
    if (!completion) return;
    const isCopied = await copyText(completion.prompt + completion.text);
    if (isCopied) this.app.announce(this.t.write.copied);
    this.message = isCopied ? '' : this.t.write.notCopied;
  }
}

define('gf-write', Write);
