// SPDX-License-Identifier: MIT
// The engine's table of settings as controls: a new setting appears by itself.
import { css, html, noChange, nothing } from 'lit';
import { MAIN_KEYS, parseSetting, sliderKind } from '../../run/settings.js';
import { button, checkbox, select, slider } from '../shared/controls.js';
import { nearest } from './nearest.js';
import { styled } from '../shared/style.js';
import { codeOf } from '../shared/render-view.js';
import { define, View } from '../shared/view.js';

/** @import { SettingRow } from '../../state/types.js' */

/** Ends of the sliders; the number fields go as far as the engine allows. */
const SLIDER_END = /** @type {Record<string, number>} */ ({
  n_layer: 8,
  n_head: 8,
  n_embd: 256,
  block_size: 256,
});
const DOUBLING_FROM = 8;

class SettingsPanel extends View {
  static styles = styled(css`
    .main {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
      gap: 1rem 1.75rem;
    }
    .setting label {
      font-weight: 500;
    }
    .setting label:not(.check) {
      display: block;
    }
    .setting .row {
      flex-wrap: nowrap;
    }
    .setting input[type='number'] {
      inline-size: 6em;
      flex: none;
    }
    .help {
      font-size: 0.8125rem;
      line-height: 1.4;
      color: var(--ink-3);
      margin-block-start: 0.125rem;
    }
    .setting .problem,
    .warning {
      font-size: 0.8125rem;
    }
    .warning {
      color: var(--warn);
    }
    .all input[type='number'] {
      inline-size: 8.5em;
    }
    details {
      margin-block-start: 1rem;
    }
    .group {
      margin-block-start: 1.25rem;
    }
    .group legend {
      font: 400 1.0625rem/1.3 var(--serif);
      padding: 0;
      margin-block-end: 0.5rem;
    }
    .group .all {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
      gap: 1rem 1.75rem;
    }
    .waiting {
      margin-block-start: 1rem;
      padding: 0.625rem 0.875rem;
      border-radius: 7px;
      background: var(--accent-soft);
    }
    .waiting p {
      flex: 1 1 16rem;
    }
  `);

  render() {
    const { schema, configPending, background } = this.state;
    const isWhole = this.hasAttribute('whole');
    const main = MAIN_KEYS.flatMap(
      (key) => schema.find((row) => row.key === key) ?? [],
    );
    const rest = schema.filter((row) => !MAIN_KEYS.includes(row.key));
    const groups = [...new Set(rest.map(({ group }) => group))];
    return html`<div class="pane">
      <div class="main">${main.map((row) => this.#setting(row))}</div>
      ${codeOf('group-main', this.app)} ${configPending ? this.#waiting() : nothing}
      <details ?open=${isWhole}>
        <summary>${this.t.settings.all}</summary>
        ${groups.map(
          (group) =>
            html`<fieldset class="group">
              <legend>${this.t.settings.groups[group] ?? group}</legend>
              <div class="all">
                ${rest
                  .filter((row) => row.group === group)
                  .map((row) => this.#setting(row))}
              </div>
              ${codeOf(`group-${group}`, this.app)}
            </fieldset>`,
        )}
        ${checkbox({
          id: 'background',
          label: this.t.embed.background,
          checked: background,
          change: (background) => this.app.updateHost({ background }),
        })}
      </details>
    </div>`;
  }

  #waiting() {
    return html`<div class="waiting row" role="status" id="waiting">
      <p>${this.t.settings.pending}</p>
      ${button(this.t.settings.apply, () => void this.app.startAgain(), { kind: 'primary small' })}
      ${button(this.t.settings.undo, () => this.app.pendingConfig.reset())}
    </div>`;
  }

  /** @param {SettingRow} row */
  #setting(row) {
    const problem = this.state.settingProblems[row.key];
    const label = this.t.settings.labels[row.key] ?? row.key;
    const described = problem ? `${row.key}-problem` : `${row.key}-help`;
    return html`<div class="setting" data-key=${row.key}>
      ${
        row.type === 'bool'
          ? this.#check(row, label)
          : html`<label for=${row.key}>${label}</label> ${
                row.type === 'enum'
                  ? this.#select(row, described)
                  : this.#number(row, described, Boolean(problem))
              }`
      }
      ${
        problem
          ? html`<p class="problem" id="${row.key}-problem">${problem}</p>
              ${nearest(this, row.key)}`
          : html`<p class="help" id="${row.key}-help">
              ${this.t.settings.help[row.key] ?? row.help}
            </p>`
      }
      ${this.#warning(row)}
    </div>`;
  }

  /** What a switch that is off means for the model. @param {SettingRow} row */
  #warning(row) {
    const words = this.t.settings.warnings[row.key];
    return words && this.#value(row) === false
      ? html`<p class="warning" id="${row.key}-warning" role="status">${words}</p>`
      : nothing;
  }

  /** @param {SettingRow} row */
  #value(row) {
    return this.state.settings[row.key] ?? row.default;
  }

  /** @param {SettingRow} row @param {string} label */
  #check(row, label) {
    return checkbox({
      id: row.key,
      label,
      describedBy: `${row.key}-help`,
      checked: this.#value(row) === true,
      change: (on) => this.app.pendingConfig.set(row.key, on),
    });
  }

  /** @param {SettingRow} row @param {string} describedBy */
  #select(row, describedBy) {
    return select({
      id: row.key,
      describedBy,
      value: String(this.#value(row)),
      options: (row.choices ?? []).map((choice) => [choice, choice]),
      change: (choice) =>
        this.app.pendingConfig.set(row.key, parseSetting(row, choice)),
    });
  }

  /** @param {SettingRow} row @param {string} described @param {boolean} invalid */
  #number(row, described, invalid) {
    const value = this.#value(row);
    return html`<div class="row">
      ${this.#slider(row, Number(value))}
      <input
        type="number"
        id=${row.key}
        inputmode=${row.type === 'int' ? 'numeric' : 'decimal'}
        step=${row.type === 'int' ? '1' : 'any'}
        aria-describedby=${described}
        aria-invalid=${invalid}
        .value=${this.#isTyping(row.key) ? noChange : String(value)}
        @input=${(/** @type {any} */ { target }) =>
          this.app.pendingConfig.set(row.key, parseSetting(row, target.value))}
        @blur=${() => this.requestUpdate()}
      />
    </div>`;
  }

  /** The field being typed into is not rewritten: "0.0" may become "0.05". */
  #isTyping(/** @type {string} */ key) {
    return /** @type {ShadowRoot} */ (this.renderRoot).activeElement?.id === key;
  }

  /** @param {SettingRow} row @param {number} value */
  #slider(row, value) {
    const kind = sliderKind(row);
    if (kind === 'none') return nothing;
    const doubling = kind === 'doubling';
    const end = SLIDER_END[row.key] ?? Number(row.max);
    const toSlider = (/** @type {number} */ x) => (doubling ? Math.log2(x) : x);
    return slider({
      label: this.t.settings.labels[row.key] ?? row.key,
      words: this.format.integer(value),
      min: toSlider(doubling ? DOUBLING_FROM : Number(row.min)),
      max: toSlider(end),
      step: 1,
      value: toSlider(value),
      change: (at) => this.app.pendingConfig.set(row.key, doubling ? 2 ** at : at),
    });
  }
}

define('gf-settings-panel', SettingsPanel);
