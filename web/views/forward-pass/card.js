// SPDX-License-Identifier: MIT
// What the cards of the forward pass are made of: strips of numbers, and sums of their first entries.
import { pointIn } from '../../draw/pointer.js';
import { html, nothing } from 'lit';
import { lookedAt, readsAt } from '../../draw/attention.js';
import { largest } from '../../draw/numbers.js';
import { likeliest } from '../../draw/sampling.js';
import { originOf } from '../../queries/origin.js';
import { visible } from '../../i18n/format.js';
import { operandsOf } from '../shared/arithmetic.js';
import { button } from '../shared/controls.js';

/**
 * The view the cards are drawn for, with the key chosen, the strips drawn, by name, and the words.
 * @typedef {import('../shared/view.js').View & { j: number | null, strips: Map<string, Strip>,
 *   say: typeof import('../../i18n/en/cards.js').default }} CardView
 */
/** @typedef {import('../../../wasm/index.js').ForwardPass} ForwardPass */
/** @typedef {import('../../draw/numbers.js').Numbers} Numbers */
/** Numbers as a strip of cells. @typedef {{ label: string, numbers: Numbers, most: number }} Strip */

/**
 * @typedef {object} Scene
 * @property {ForwardPass} pass
 * @property {CardView} view
 * @property {import('../../state/types.js').LineActivations} look
 * @property {number} layer
 * @property {number} i query
 * @property {number} j key
 */

/** Up to so many numbers are written out. */
export const LONGEST = 4;

/**
 * A row of cells, or several on one scale.
 * @param {CardView} view @param {string} name @param {string} label
 * @param {Numbers} numbers @param {number} [most] @param {string[]} [labels] one a row
 */
export function strip(view, name, label, numbers, most = largest(numbers), labels) {
  const { format, say } = view;
  view.strips.set(name, { label, numbers, most });
  const showOrigin = originOf(view.app, numbers);
  const { rows, columns } = numbers;
  // A few are written out, to be checked by hand.
  const written = (/** @type {number} */ row) =>
    columns > LONGEST
      ? ''
      : Array.from(rowOf(numbers, row).data, (x) => format.small(x)).join('\u2003');
  const spoken = say.strip(
    label,
    format.integer(columns),
    format.signed(Math.min(...numbers.data)),
    format.signed(Math.max(...numbers.data)),
  );
  // The first letter of the name gives q, k and v their colours.
  return html`<figure class=${name[0]}>
    <figcaption>
      ${label}
      <span class="quiet"
        >${(rows === 1 && written(0)) || say.size(format.integer(columns))}</span
      >
      ${showOrigin ? button(view.t.origin.from, () => showOrigin(0, 0)) : nothing}
    </figcaption>
    <div class="strip">
      ${labels ? html`<div class="labels" aria-hidden=${columns > LONGEST}>${labels.map((c, n) => html`<span>${c} ${written(n)}</span>`)}</div>` : nothing}
      <div class="cells">
        <canvas
          data-strip=${name}
          role="img"
          aria-label=${spoken}
          @click=${(/** @type {MouseEvent} */ event) => {
            const { clientWidth, clientHeight } = /** @type {Element} */ (event.target);
            const { x, y } = pointIn(event, event.target);
            showOrigin?.(
              Math.floor((y / clientHeight) * rows),
              Math.floor((x / clientWidth) * columns),
            );
          }}
        ></canvas>
      </div>
    </div>
  </figure>`;
}

/** @param {string} claim @param {unknown} picture @param {unknown} sums @param {unknown} shape */
export const card = (claim, picture, sums, shape) =>
  html`<p class="claim">${claim}</p>
    ${picture}
    <p class="sums number">${sums}</p>
    <p class="shape number">${shape}</p>`;

/** Sums of the same terms in another order differ by less. */
const EQUAL = 1e-3;

/** a + b + … = sum, for the first entry; nothing where the model adds something else.
 * @param {CardView} view
 * @param {(Numbers | undefined)[]} terms
 * @param {Numbers} sum */
export function entrySum({ format, say }, terms, { data: [value] }) {
  const parts = terms.filter((x) => x !== undefined).map(({ data }) => data[0]);
  const of = (/** @type {number[]} */ x) => x.reduce((a, b) => a + b, 0);
  if (parts.length < 2 || Math.abs(of(parts) - value) > EQUAL) return '';
  const write = (/** @type {number} */ x) => format.small(x);
  const shown = operandsOf(format, parts, [{ of, value, write }]);
  return `${say.firstNumber} ${shown.join(' + ')} = ${write(value)}`;
}

/** @param {Scene} scene */
export function words({ look, layer, i, j }) {
  return {
    reads: visible(readsAt(look, layer, i)),
    looked: visible(lookedAt(look, layer, j)),
  };
}

/** The settings of the model. @param {CardView} view */
export const configOf = ({ state }) => state.session?.info.config ?? {};

/** Rows 0 … allowed of a table. @param {Numbers} table @param {number} rows @returns {Numbers} */
export const head = ({ columns, data }, rows) => ({
  rows,
  columns,
  data: data.subarray(0, rows * columns),
});

/** @param {Numbers} table @param {number} row @returns {Numbers} */
export const rowOf = ({ columns, data }, row) => ({
  rows: 1,
  columns,
  data: data.subarray(row * columns, (row + 1) * columns),
});

/** @param {Scene} scene */
export const keysOf = ({ look, layer, pass }) =>
  Array.from({ length: pass.allowed }, (_, n) => visible(lookedAt(look, layer, n)));

/** The keys allowed, by their shares. @param {ForwardPass} pass */
export const strongestKeys = ({ allowed, shares }) =>
  likeliest(shares.data.subarray(0, allowed));
