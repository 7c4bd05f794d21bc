// SPDX-License-Identifier: MIT
// One update in slow motion: the next step is computed but not made, the arithmetic of one
// weight is written out, then the step is made; next-token bars before and after.
import { css, html, nothing } from 'lit';
import { softmax } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { bracketed, operandsOf } from '../shared/arithmetic.js';
import { barStyles, guesses } from '../shared/bars.js';
import { numberField, smallButton } from '../shared/controls.js';
import { outputsOf, outputUnit, unitsOf } from '../shared/outputs.js';
import { striped, styled } from '../shared/style.js';
import { chosenTensor, tensorSelect } from './tensor-select.js';
import { scrolling, table } from '../shared/tables.js';
import { define, View } from '../shared/view.js';

/** Sequences of the batch that are written out. */
const SHOWN = 4;

const product = (/** @type {number[]} */ x) => x.reduce((a, b) => a * b);
const dots = (/** @type {string[]} */ x) => x.join(' · ');

class SingleUpdate extends View {
  static styles = styled(
    barStyles,
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
      .padding {
        padding-inline: 0.25rem;
        background: ${striped('line')};
      }
      h3 {
        margin-block-start: 0.75rem;
      }
    `,
  );

  get #parameters() {
    return this.state.session?.info.parameters ?? [];
  }

  render() {
    const { t } = this;
    const { frozenUpdate, session } = this.state;
    const parameters = this.#parameters;
    if (!session || parameters.length === 0) return nothing;
    const stale = Boolean(
      frozenUpdate && !frozenUpdate.after && session.steps !== frozenUpdate.update.step,
    );
    const canMake =
      frozenUpdate && !frozenUpdate.after && !stale && !frozenUpdate.update.obstacle;
    return html`<p class="look">${t.diagnostics.microscopeLook}</p>
      <div class="row">${tensorSelect(this.app, parameters)} ${this.#index()}</div>
      <div class="row">
        ${smallButton('freeze', t.diagnostics.freeze, () => this.app.diagnostics.freeze())}
        ${smallButton('make', t.diagnostics.make, () => this.app.diagnostics.makeUpdate(), !canMake)}
      </div>
      ${stale ? html`<p class="problem">${t.diagnostics.stale}</p>` : nothing}
      ${
        !frozenUpdate
          ? nothing
          : frozenUpdate.update.obstacle
            ? this.cannot(frozenUpdate.update.obstacle)
            : this.#body(frozenUpdate)
      }`;
  }

  /** Fields for the index of the weight within the tensor. */
  #index() {
    const { t } = this;
    const { weight } = this.state;
    const parameters = this.#parameters;
    const { name, shape } = parameters[chosenTensor(this.state, parameters)];
    const n = shape.reduce((a, b) => a * b, 1);
    const [rows, columns] = shape.length > 1 ? shape : [1, shape[0]];
    const at = Math.min(weight.index, n - 1);
    const [row, column] = [Math.floor(at / columns), at % columns];
    /** @param {string} id @param {string} label @param {number} value
     * @param {number} max @param {(x: number) => number} toIndex */
    const field = (id, label, value, max, toIndex) =>
      numberField({
        id,
        label,
        value: value + 1,
        min: 1,
        max,
        change: (x) => this.app.diagnostics.selectWeight(name, toIndex(x - 1)),
      });
    const { row: rowLabel, column: columnLabel } = t.diagnostics;
    return html`${
      rows > 1
        ? field('weight-row', rowLabel, row, rows, (x) => x * columns + column)
        : nothing
    }
    ${field('weight-column', columnLabel, column, columns, (x) => row * columns + x)}`;
  }

  /** @param {import('../../state/types.js').FrozenUpdate} frozen */
  #body({ update, before, after }) {
    const { t, format, units } = this;
    const names = outputsOf(this.state.session);
    const isTagger = outputUnit(this.state.session) === 'label';
    const c = visible(before.characters[before.i] ?? '');
    const title = isTagger ? t.diagnostics.labelBars(c) : t.diagnostics.bars(units, c);
    const label = isTagger ? title : t.nextToken.title(units);
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
      <h3>${title}</h3>
      ${guesses({ t, format, names, columns, truth: before.truth, units: unitsOf(this, 'output'), label })}
      ${this.#batch(update)}`;
  }

  /** The arithmetic, line by line. @param {import('../../../wasm/index.js').Update} u */
  #sum(u) {
    const { t } = this;
    const pull = u.lr * u.decay * u.weight;
    const w = t.diagnostics.words;
    const { step, lines } = u.direction === undefined ? this.#adamw(u) : this.#muon(u);
    const rows = [
      [w.gradient, 'g', t.diagnostics.mean, this.format.small(u.gradient)],
      this.#line(
        w.clipped,
        'g′ = g · s',
        u.clipped,
        [u.gradient, u.clip],
        product,
        dots,
      ),
      ...lines,
      this.#line(w.decay, 'η λ w', pull, [u.lr, u.decay, u.weight], product, dots),
      this.#line(
        w.weight,
        'w′',
        u.newWeight,
        [u.weight, pull, step],
        ([x, d, s]) => x - d - s,
        ([x, d, s]) => `${x} − ${bracketed(d)} − ${bracketed(s)}`,
      ),
    ];
    const { sum: label } = t.diagnostics;
    return scrolling(label, table({ id: 'sum', className: 'sum', label, rows }));
  }

  /** One line that computes as printed: its operands, what they give, and how it reads.
   * @param {string} name @param {string} formula @param {number} value
   * @param {number[]} operands @param {(x: number[]) => number} of
   * @param {(x: string[]) => string} write */
  #line(name, formula, value, operands, of, write) {
    const { format } = this;
    const n = (/** @type {number} */ x) => format.small(x);
    const shown = operandsOf(format, operands, [{ of, value, write: n }]);
    return [name, formula, write(shown), n(value)];
  }

  /** Moments and step. @param {import('../../../wasm/index.js').Update} u */
  #adamw(u) {
    const { words: w } = this.t.diagnostics;
    const config = this.state.session?.info.config ?? {};
    const [b1, b2] = [Number(config.beta1), Number(config.beta2)];
    const root = Math.sqrt(u.newV * u.correctV) + u.eps;
    const step = (u.lr * u.newM * u.correctM) / root;
    const lines = [
      this.#line(
        w.m,
        'm′ = β₁ m + (1 − β₁) g′',
        u.newM,
        [b1, u.m, 1 - b1, u.clipped],
        ([a, m, b, g]) => a * m + b * g,
        ([a, m, b, g]) => `${a} · ${m} + ${b} · ${g}`,
      ),
      this.#line(
        w.v,
        'v′ = β₂ v + (1 − β₂) g′²',
        u.newV,
        [b2, u.v, 1 - b2, u.clipped],
        ([a, v, b, g]) => a * v + b * g * g,
        ([a, v, b, g]) => `${a} · ${v} + ${b} · ${bracketed(g)}²`,
      ),
      this.#line(
        w.step,
        'η c₁ m′ / (√(c₂ v′) + ε)',
        step,
        [u.lr, u.correctM, u.newM, root],
        ([eta, c, m, r]) => (eta * c * m) / r,
        ([eta, c, m, r]) => `${eta} · ${c} · ${m} / ${r}`,
      ),
    ];
    return { step, lines };
  }

  /** Momentum, its direction and step. @param {import('../../../wasm/index.js').Update} u */
  #muon({ m, newM, clipped, lr, momentum = 0, direction = 0, factor = 1 }) {
    const { words: w, wholeMatrix } = this.t.diagnostics;
    const step = lr * factor * direction;
    const lines = [
      this.#line(
        w.m,
        'm′ = μ m + (1 − μ) g′',
        newM,
        [momentum, m, 1 - momentum, clipped],
        ([a, m, b, g]) => a * m + b * g,
        ([a, m, b, g]) => `${a} · ${m} + ${b} · ${g}`,
      ),
      [
        w.direction,
        'O = NS₅(μ m′ + (1 − μ) g′)',
        wholeMatrix,
        this.format.small(direction),
      ],
      this.#line(w.step, 'η r O', step, [lr, factor, direction], product, dots),
    ];
    return { step, lines };
  }

  /** @param {import('../../../wasm/index.js').Update} update */
  #batch({ batch }) {
    const { t, format } = this;
    const { rows, columns, data } = batch;
    const { vocabulary = [], structure } = this.state.session?.info ?? {};
    const shown = Math.min(SHOWN, rows);
    const line = (/** @type {number} */ b) => {
      const ids = [...data.subarray(b * columns, (b + 1) * columns)];
      const isText = (/** @type {number} */ id) => id !== structure?.pad_token;
      const end = ids.findLastIndex(isText) + 1;
      const text = ids.slice(0, end).map((id) => visible(vocabulary[id] ?? ''));
      const n = columns - end;
      return html`${text.join('')}${n > 0 ? html` <span class="padding">${t.diagnostics.padding(format.integer(n))}</span>` : nothing}`;
    };
    return html`<h3>
        ${t.diagnostics.batch(format.integer(shown), format.integer(rows))}
      </h3>
      <ol class="batch" id="batch">
        ${Array.from({ length: shown }, (_, b) => html`<li dir="auto">${line(b)}</li>`)}
      </ol>`;
  }
}

define('gf-single-update', SingleUpdate);
