// SPDX-License-Identifier: MIT
// The normalisation of a card by hand: mean, deviation, eps, and the first number of the result.
// Each line computes to the digits printed. Only in our own page and frame.
import { css, html, nothing } from 'lit';
import '../../i18n/diagnostics.js';
import { bracketed, operandsOf } from '../shared/arithmetic.js';
import { styled } from '../shared/style.js';
import { scrolling, table } from '../shared/tables.js';
import { define, given, View } from '../shared/view.js';

/** @import { NormStep } from '../../../wasm/index.js' */
/** Name, formula, operands, what they give, how they are written.
 * @typedef {[string, string, number[], (x: number[]) => number,
 *   (x: string[]) => string]} Line */

const sum = (/** @type {Iterable<number>} */ x) => [...x].reduce((a, b) => a + b, 0);

/** Sums up to this long are written out. */
const LONGEST = 4;

class ByHand extends View {
  static properties = given('app', 'x', 'norm');
  static styles = styled(css`
    td {
      font-family: var(--mono);
    }
    .scroll {
      max-block-size: none;
    }
    .why {
      max-inline-size: 44rem;
    }
  `);

  constructor() {
    super();
    /** The row of this card. @type {ArrayLike<number>} */ this.x = [];
    /** @type {NormStep | undefined} */ this.norm = undefined;
  }

  render() {
    const { t, format, norm } = this;
    const { config } = this.state.session?.info ?? {};
    if (!norm || !config) return nothing;
    const C = this.x.length;
    const kind = /** @type {keyof typeof t.byHand.why} */ (String(config.norm));
    const rows = this.#lines(kind, norm).map(([name, formula, operands, of, write]) => {
      const value = of(operands);
      const small = (/** @type {number} */ n) => format.small(n);
      const shown = operandsOf(format, operands, [{ of, value, write: small }]);
      return [name, formula, write(shown), small(value)];
    });
    const sizes = {
      T: format.integer(this.state.activations?.n ?? 1),
      C: format.integer(C),
      isRms: kind === 'rms' ? 'yes' : '',
    };
    return html`<details id="by-hand">
      <summary>${t.byHand.title}</summary>
      <p class="look why">${t.byHand.shapes(sizes)}</p>
      ${scrolling(t.byHand.label, table({ label: t.byHand.label, rows }))}
      <p class="look why">${t.byHand.why[kind]}</p>
    </details>`;
  }

  /** @param {string} kind @param {NormStep} norm @returns {Line[]} */
  #lines(kind, norm) {
    const { lines: words } = this.t.byHand;
    const x = Array.from(this.x);
    const C = x.length;
    const isRms = kind === 'rms';
    const isStd = kind === 'std';
    const mean = isRms ? 0 : sum(x) / C;
    const squares = sum(x.map((a) => (a - mean) ** 2));
    const n = isStd ? Math.max(1, C - 1) : C;
    const variance = squares / n;
    const divisor = isStd
      ? Math.sqrt(variance) + norm.eps
      : Math.sqrt(variance + norm.eps);
    /** @type {Line[]} */
    const centre = [this.#mean(x), this.#squared(words.squares, x, mean)];
    return [
      ...(isRms ? [this.#squared(words.meanSquare, x, 0)] : centre),
      [
        isRms ? words.size : isStd ? words.unbiased : words.variance,
        isStd ? 's² = Σ / (C − 1)' : 's² = Σ / C',
        [squares, n],
        ([a, b]) => a / b,
        ([a, b]) => `${a} ÷ ${b}`,
      ],
      ...(isStd
        ? [
            /** @type {Line} */ ([
              words.std,
              's = √s²',
              [variance],
              ([v]) => Math.sqrt(v),
              ([v]) => `√${v}`,
            ]),
          ]
        : []),
      isStd
        ? [
            words.outside,
            'd = s + ε',
            [Math.sqrt(variance), norm.eps],
            ([s, e]) => s + e,
            ([s, e]) => `${s} + ${e}`,
          ]
        : [
            words.inside,
            'd = √(s² + ε)',
            [variance, norm.eps],
            ([v, e]) => Math.sqrt(v + e),
            ([v, e]) => `√(${v} + ${e})`,
          ],
      this.#first(norm, x[0], mean, divisor, isRms),
    ];
  }

  /** Written out where it is short. @param {number[]} x @returns {Line} */
  #mean(x) {
    const C = x.length;
    const { mean } = this.t.byHand.lines;
    const isShort = C <= LONGEST;
    return [
      mean,
      'x̄ = Σ x / C',
      isShort ? [...x, C] : [sum(x), C],
      (all) => sum(all.slice(0, -1)) / all[all.length - 1],
      (all) => {
        const terms = all.slice(0, -1).join(' + ');
        return `${isShort ? `(${terms})` : terms} ÷ ${all.at(-1)}`;
      },
    ];
  }

  /** Σ (x − m)². @param {string} name @param {number[]} x @param {number} m @returns {Line} */
  #squared(name, x, m) {
    const formula = m === 0 ? 'Σ x²' : 'Σ (x − x̄)²';
    const C = x.length;
    if (C > LONGEST)
      return [
        name,
        formula,
        [sum(x.map((a) => (a - m) ** 2))],
        ([a]) => a,
        () => this.t.byHand.sum(this.format.integer(C)),
      ];
    return [
      name,
      formula,
      [...x, m],
      (all) => sum(all.slice(0, C).map((a) => (a - all[C]) ** 2)),
      (all) =>
        all
          .slice(0, C)
          .map((a) => (m === 0 ? `${bracketed(a)}²` : `(${a} − ${bracketed(all[C])})²`))
          .join(' + '),
    ];
  }

  /** @param {NormStep} norm @param {number} x @param {number} mean @param {number} divisor
   * @param {boolean} isRms @returns {Line} */
  #first({ gain, bias }, x, mean, divisor, isRms) {
    const g = gain.data[0];
    const b = bias?.data[0];
    const formula = `y₁ = ${isRms ? 'x₁' : '(x₁ − x̄)'} / d · g₁${bias ? ' + b₁' : ''}`;
    return [
      this.t.byHand.lines.first,
      formula,
      [x, mean, divisor, g, ...(b === undefined ? [] : [b])],
      ([x, m, d, g, b = 0]) => ((x - m) / d) * g + b,
      ([x, m, d, g, b]) =>
        `${isRms ? x : `(${x} − ${bracketed(m)})`} ÷ ${d} · ${g}${b === undefined ? '' : ` + ${b}`}`,
    ];
  }
}

define('gf-by-hand', ByHand);
