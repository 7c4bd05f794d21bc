// SPDX-License-Identifier: MIT
// One head in the ways it can be shown: what it looked at, what is over chance, what it
// took, its raw scores, or what has changed since an earlier step. Pure functions of data.
import { chance, headOffset, isAllowed } from '../../draw/attention.js';

/** @typedef {import('../../state/types.js').Look} Look */
/** @typedef {import('../../../wasm/engine/tables.js').Table} Table */
/** @typedef {import('../../state/types.js').HeadMode} Mode */

export const MODES = /** @type {Mode[]} */ ([
  'weights', 'excess', 'taken', 'scores', 'change',
]); // prettier-ignore

/**
 * @typedef {object} HeadPicture
 * @property {Mode} mode
 * @property {number} rows that read
 * @property {number} columns looked at
 * @property {Float32Array} values rows · columns; NaN where looking is not allowed
 * @property {boolean} signed
 * @property {number} top value at the end of the scale
 */

/**
 * @param {Look} look
 * @param {number} layer @param {number} head
 * @param {Mode} mode
 * @param {{ table?: Table | null, earlier?: Look | null }} [more] the engine's answer for
 *   'taken' and 'scores'; the look at an earlier step for 'change'
 * @returns {HeadPicture | null} null: what it needs is not there yet
 */
export function headPicture(look, layer, head, mode, { table, earlier } = {}) {
  const { reads, looked } = look.attentions[layer];
  const [rows, columns] = [reads.length, looked.length];
  const fits = table?.rows === rows && table.columns === columns;
  if ((mode === 'taken' || mode === 'scores') && !fits) return null;
  if (mode === 'change' && (earlier?.T !== look.T || earlier.L !== look.L)) return null;
  const values = new Float32Array(rows * columns).fill(Number.NaN);
  const start = headOffset(look, layer, head);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      if (!isAllowed(look, layer, i, j)) continue;
      const at = start + i * look.T + j;
      const a = look.attention[at];
      values[i * columns + j] =
        mode === 'weights'
          ? a
          : mode === 'excess'
            ? a - chance(look, layer, i)
            : mode === 'change'
              ? a - /** @type {Look} */ (earlier).attention[at]
              : /** @type {Table} */ (table).data[i * columns + j];
    }
  }
  const signed = mode !== 'weights' && mode !== 'taken';
  return {
    mode,
    rows,
    columns,
    values,
    signed,
    top: mode === 'scores' ? most(values) : 1,
  };
}

/** The largest size, at least 1. @param {Float32Array} values */
function most(values) {
  let top = 1;
  for (const value of values) if (Math.abs(value) > top) top = Math.abs(value);
  return top;
}

/**
 * Where a value lies on the table of colours, 0..1.
 * @param {Pick<HeadPicture, 'signed' | 'top'>} picture
 * @param {boolean} stretch by the root, to show small values
 * @returns {(value: number) => number}
 */
export function scaleOf({ signed, top }, stretch) {
  const size = (/** @type {number} */ x) =>
    stretch ? Math.sqrt(Math.min(1, x / top)) : Math.min(1, x / top);
  return signed ? (x) => 0.5 + 0.5 * Math.sign(x) * size(Math.abs(x)) : (x) => size(x);
}

/**
 * Rows become columns: as films and books draw it that let columns read.
 * @param {HeadPicture} picture @returns {HeadPicture}
 */
export function transpose(picture) {
  const { rows, columns, values } = picture;
  const turned = new Float32Array(values.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) turned[j * rows + i] = values[i * columns + j];
  }
  return { ...picture, rows: columns, columns: rows, values: turned };
}
