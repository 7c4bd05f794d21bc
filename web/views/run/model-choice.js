// SPDX-License-Identifier: MIT
// The model in the left column: a preset, and its four sizes to count up and down.
import { css, html, nothing } from 'lit';
import { hasSize, settingValue } from '../../run/settings.js';
import { button } from '../shared/controls.js';
import { nearest } from './nearest.js';
import { presetSelect } from './presets.js';
import { headed, styled } from '../shared/style.js';
import { define, View } from '../shared/view.js';

/** What the buttons go through; other values lie between them. */
const SIZES = /** @type {const} */ ({
  n_layer: [0, 1, 2, 3, 4, 5, 6, 8],
  n_head: [1, 2, 3, 4, 6, 8, 12, 16],
  n_embd: [16, 32, 48, 64, 96, 128, 192, 256, 384],
  block_size: [8, 16, 32, 64, 96, 128, 192, 256],
});

/** @typedef {keyof typeof SIZES} Size */

class ModelChoice extends View {
  static styles = styled(
    headed,
    css`
      :host {
        flex: none;
        border-block-start: 1px solid var(--line);
        padding-block-start: 0.75rem;
      }
      select {
        inline-size: 100%;
        margin-block: 0.25rem;
        padding-inline-end: 0;
        font-size: 0.8125rem;
      }
      .size {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 1.625rem minmax(1.875rem, auto) 1.625rem;
        align-items: center;
        block-size: 2rem;
        font-size: 0.8125rem;
        line-height: 0.9375rem;
      }
      .size button {
        inline-size: 1.625rem;
        min-block-size: 1.625rem;
        padding: 0;
        border-radius: 0.8125rem;
        line-height: 1;
      }
      output {
        text-align: center;
        font-weight: 600;
      }
      /* Room for what it says at most, so that nothing above it moves. */
      .note {
        font-size: 0.75rem;
        line-height: 1.0625rem;
        min-block-size: 4.25rem;
        color: var(--ink-3);
      }
      .note button {
        margin-block-start: 0.125rem;
      }
      @media (pointer: coarse) {
        .size {
          grid-template-columns: minmax(0, 1fr) 2.75rem minmax(2.5rem, auto) 2.75rem;
          block-size: 2.875rem;
        }
        .size button {
          inline-size: 2.75rem;
          min-block-size: 2.75rem;
          border-radius: 1.375rem;
        }
      }
    `,
  );

  render() {
    const { t } = this;
    const { presets, schema, settings, readonly } = this.state;
    const all = /** @type {Size[]} */ (schema.length > 0 ? Object.keys(SIZES) : []);
    const sizes = all.filter((key) => hasSize(schema, settings, key));
    return html`<header>
        <h2>${t.setup.model}</h2>
        ${readonly ? nothing : html`${button(t.export.open, () => this.app.selection.openView('export'), { id: 'open', kind: 'plain small' })}${button(t.settings.all, () => this.app.selection.openView('setup'), { id: 'all', kind: 'plain small' })}`}
      </header>
      ${
        presets.length === 0 || readonly
          ? nothing
          : html`<div>
              <label class="hidden" for="preset">${t.presets.title}</label>
              ${presetSelect(this)}
            </div>`
      }
      ${sizes.map((key) => this.#size(key))}
      <div class="note number">${this.#note()}</div>`;
  }

  /** @param {Size} key */
  #size(key) {
    const { schema, settings, readonly } = this.state;
    const { t, format } = this;
    const value = Number(settingValue(schema, settings, key));
    const label = t.settings.sizes[key];
    const sizes = this.#sizes(key);
    /** @param {string} sign @param {string} name @param {number | undefined} to */
    const step = (sign, name, to) =>
      html`<button
        aria-label=${name}
        data-size=${key}
        ?disabled=${to === undefined || readonly}
        @click=${() => to !== undefined && this.app.pendingConfig.set(key, to)}
      >
        ${sign}
      </button>`;
    return html`<div class="size" role="group" aria-label=${label}>
      <span>${label}</span>
      ${step(
        '−',
        t.settings.fewer[key],
        sizes.findLast((n) => n < value),
      )}
      <output>${format.integer(value)}</output>
      ${step(
        '+',
        t.settings.more[key],
        sizes.find((n) => n > value),
      )}
    </div>`;
  }

  /** Of those the engine takes: the heads share out the embedding, and the heads of keys.
   * @param {Size} key @returns {number[]} */
  #sizes(key) {
    const { schema, settings } = this.state;
    const value = (/** @type {string} */ name) =>
      Number(settingValue(schema, settings, name));
    return SIZES[key].filter(
      (n) =>
        (key !== 'n_head' ||
          (value('n_embd') % n === 0 && n % (value('n_kv_head') || n) === 0)) &&
        (key !== 'n_embd' || n % value('n_head') === 0),
    );
  }

  /** What does not fit, what is pending, or what the model weighs. */
  #note() {
    const { t, format } = this;
    const { settingProblems, configPending, estimate, pretrained } = this.state;
    const [problem] = Object.entries(settingProblems);
    if (problem)
      return html`<p class="problem" role="alert">${problem[1]}</p>
        ${nearest(this, problem[0])}`;
    if (configPending)
      return html`<p>${t.settings.pendingShort}</p>
        ${button(t.settings.apply, () => void this.app.startAgain(), { id: 'apply', kind: 'small primary' })}
        ${button(t.settings.undo, () => this.app.pendingConfig.reset(), { id: 'undo', kind: 'small' })}`;
    if (!estimate) return nothing;
    const { nParam, memoryBytes } = estimate;
    const size = t.setup.size(format.integer(nParam), format.bytes(memoryBytes));
    return pretrained ? t.setup.toTrain(size) : size;
  }
}

define('gf-model-choice', ModelChoice);
