// SPDX-License-Identifier: MIT
// One update under the microscope: the step that comes next is held still, one weight of
// it worked out by hand, then made; next-character bars before and after.
import { css, html, nothing } from 'lit';
import { softmax } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { guesses } from '../shared/guesses.js';
import { outputsOf } from '../shared/outputs.js';
import { shared } from '../shared/style.js';
import { chosenTensor, tensorChoice } from './tensor-select.js';
import { View, define, keys } from '../shared/view.js';

/** Sequences of the batch that are written out. */
const SHOWN = 4;

class Microscope extends View {
  static watch = keys('frozen', 'weight', 'session', 'phase', 'progress');

  static styles = [
    shared,
    guesses.styles,
    css`
      .row {
        margin-block: 0.375rem;
      }
      .sum td {
        font-family: var(--mono);
      }
      .batch li {
        font: 400 0.8125rem/1.5 var(--mono);
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      h3 {
        margin-block-start: 0.75rem;
      }
    `,
  ];

  get #parameters() {
    return this.state.session?.info.parameters ?? [];
  }

  /** @override */
  render() {
    const { t } = this;
    const { frozen, session } = this.state;
    const parameters = this.#parameters;
    if (!session || parameters.length === 0) return nothing;
    const stale =
      frozen && !frozen.after && session.steps !== frozen.update.step ? true : false;
    return html`<p class="look">${t.diagnostics.microscopeLook}</p>
      <div class="row">${tensorChoice(this.app, parameters)} ${this.#index()}</div>
      <div class="row">
        <button class="small" id="freeze" @click=${() => this.app.hood.freeze()}>
          ${t.diagnostics.freeze}
        </button>
        <button
          class="small"
          id="make"
          ?disabled=${!frozen || frozen.after !== null || stale || frozen.update.obstacle}
          @click=${() => this.app.hood.makeUpdate()}
        >
          ${t.diagnostics.make}
        </button>
      </div>
      ${stale ? html`<p class="problem">${t.diagnostics.stale}</p>` : nothing}
      ${
        !frozen
          ? nothing
          : frozen.update.obstacle
            ? this.cannot(frozen.update.obstacle)
            : this.#body(frozen)
      }`;
  }

  /** Which number of the tensor. */
  #index() {
    const { t } = this;
    const { weight } = this.state;
    const parameters = this.#parameters;
    const { shape } = parameters[chosenTensor(this.state, parameters)];
    const n = shape.reduce((a, b) => a * b, 1);
    const [rows, columns] = shape.length > 1 ? shape : [1, shape[0]];
    const at = Math.min(weight.index, n - 1);
    const field = (
      /** @type {string} */ id,
      /** @type {string} */ label,
      /** @type {number} */ value,
      /** @type {number} */ count,
      /** @type {(x: number) => number} */ toIndex,
    ) =>
      html`<label
        >${label}
        <input
          type="number"
          id=${id}
          min="1"
          max=${count}
          .value=${String(value + 1)}
          @change=${(/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.target);
            const x = Math.round(Number(input.value)) - 1;
            const held = Math.max(0, Math.min(count - 1, x || 0));
            const { name } = parameters[chosenTensor(this.state, parameters)];
            this.app.store.set({ weight: { parameter: name, index: toIndex(held) } });
            input.value = String(held + 1);
          }}
      /></label>`;
    const [row, column] = [Math.floor(at / columns), at % columns];
    return html`${
      rows > 1
        ? field('weight-row', t.diagnostics.row, row, rows, (x) => x * columns + column)
        : nothing
    }
    ${field('weight-column', t.diagnostics.column, column, columns, (x) => row * columns + x)}`;
  }

  /** @param {import('../../state/inspection-types.js').Frozen} frozen */
  #body({ update, before, after }) {
    const { t, format } = this;
    const names = outputsOf(this.state.session);
    const truth = this.#truth(before);
    const columns = [{ label: t.diagnostics.before, p: softmax(before.logits) }];
    if (after) columns.push({ label: t.diagnostics.after, p: softmax(after.logits) });
    return html`<p class="claim number" id="claim">
        ${t.diagnostics.microscopeClaim({
          step: format.integer(update.step + 1),
          from: format.small(update.weight),
          to: format.small(update.newWeight),
          change: format.small(update.newWeight - update.weight),
          loss: format.loss(update.loss),
        })}
        ${
          after
            ? after.weight === update.newWeight
              ? t.diagnostics.asSaid(format.integer(after.step))
              : t.diagnostics.notAsSaid(String(after.weight))
            : nothing
        }
      </p>
      ${this.#sum(update)}
      <h3>${t.diagnostics.bars(visible(before.characters[before.i] ?? ''))}</h3>
      ${guesses({ t, format, names, columns, truth, label: t.nextToken.title })}
      ${this.#batch(update)}`;
  }

  /** @param {import('../../state/inspection-types.js').Guess} guess */
  #truth({ characters, i }) {
    return outputsOf(this.state.session).indexOf(characters[i + 1] ?? '');
  }

  /** The arithmetic, line by line. @param {import('../../../wasm/client/analyses.js').Update} u */
  #sum(u) {
    const { t, format } = this;
    const config = this.state.session?.info.config ?? {};
    const [b1, b2] = [Number(config.beta1), Number(config.beta2)];
    const n = (/** @type {number} */ x) => format.small(x);
    const root = Math.sqrt(u.newV * u.correctV) + u.eps;
    const step = (u.lr * u.newM * u.correctM) / root;
    const pull = u.lr * u.decay * u.weight;
    const w = t.diagnostics.words;
    /** @type {[string, string, string, string][]} */
    const rows = [
      [w.gradient, 'g', t.diagnostics.mean, n(u.gradient)],
      [w.clipped, 'g′ = g · s', `${n(u.gradient)} · ${n(u.clip)}`, n(u.clipped)],
      [
        w.m,
        'm′ = β₁ m + (1 − β₁) g′',
        `${n(b1)} · ${n(u.m)} + ${n(1 - b1)} · ${n(u.clipped)}`,
        n(u.newM),
      ],
      [
        w.v,
        'v′ = β₂ v + (1 − β₂) g′²',
        `${n(b2)} · ${n(u.v)} + ${n(1 - b2)} · ${n(u.clipped)}²`,
        n(u.newV),
      ],
      [
        w.step,
        'η c₁ m′ / (√(c₂ v′) + ε)',
        `${n(u.lr)} · ${n(u.correctM)} · ${n(u.newM)} / ${n(root)}`,
        n(step),
      ],
      [w.decay, 'η λ w', `${n(u.lr)} · ${n(u.decay)} · ${n(u.weight)}`, n(pull)],
      [w.weight, 'w′', `${n(u.weight)} − ${n(pull)} − (${n(step)})`, n(u.newWeight)],
    ];
    return html`<div
      class="scroll"
      tabindex="0"
      role="region"
      aria-label=${t.diagnostics.sum}
    >
      <table class="sum" part="table" id="sum" aria-label=${t.diagnostics.sum}>
        <tbody>
          ${rows.map(
            ([name, formula, numbers, result]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${formula}</td>
                <td>${numbers}</td>
                <td>${result}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {import('../../../wasm/client/analyses.js').Update} update */
  #batch({ batch }) {
    const { t, format } = this;
    const { rows, columns, data } = batch;
    const vocabulary = this.state.session?.info.vocabulary ?? [];
    const shown = Math.min(SHOWN, rows);
    const line = (/** @type {number} */ b) =>
      Array.from(data.subarray(b * columns, (b + 1) * columns), (id) =>
        visible(vocabulary[id] ?? ''),
      ).join('');
    return html`<h3>
        ${t.diagnostics.batch(format.integer(shown), format.integer(rows))}
      </h3>
      <ol class="batch" id="batch">
        ${Array.from({ length: shown }, (_, b) => html`<li dir="auto">${line(b)}</li>`)}
      </ol>`;
  }
}

define('gf-single-update', Microscope);
