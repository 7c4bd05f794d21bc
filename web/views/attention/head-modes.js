// SPDX-License-Identifier: MIT
// What the cells of one head can show: attention weights, weights over chance, their share of
// the loss, raw scores, or the change since an earlier step. Pure functions of data.
import { chance, headOffset, isAllowed } from '../../draw/attention.js';
import { isNew } from '../../draw/canvas.js';

/** @typedef {import('../../state/types.js').LineActivations} Look */
/** @typedef {import('../../../wasm/index.js').Table} Table */
/** @typedef {import('../../state/types.js').HeadMode} Mode */

export const MODES = /** @type {Mode[]} */ ([
  'weights',
  'excess',
  'taken',
  'scores',
  'change',
]);

/**
 * The values of one head, wherever they lie. Those of masked cells mean nothing.
 * @typedef {object} HeadValues
 * @property {Mode} mode
 * @property {number} rows queries
 * @property {number} columns keys
 * @property {Float32Array} values
 * @property {number} offset of entry (0, 0)
 * @property {number} rowStride entries from one row to the next
 * @property {boolean} signed
 * @property {number} top value at the end of the scale
 */

/** @param {Pick<HeadValues, 'values' | 'offset' | 'rowStride'>} head @param {number} i @param {number} j */
export const valueAt = ({ values, offset, rowStride }, i, j) =>
  values[offset + i * rowStride + j];

/** @param {Mode} mode */
export const isSigned = (mode) => mode !== 'weights' && mode !== 'taken';

/**
 * @param {Look} look @param {number} layer @param {number} head @param {Mode} mode
 * @param {{ table?: Table | null, earlier?: Look | null }} [more] the engine's answer for
 *   'taken' and 'scores'; the same line at an earlier step for 'change'
 * @returns {HeadValues | null} null: what the mode needs is not there yet
 */
export function headValues(look, layer, head, mode, { table, earlier } = {}) {
  const { queries, keys } = look.attentions[layer];
  const [rows, columns] = [queries.length, keys.length];
  const common = { mode, rows, columns, signed: isSigned(mode), top: 1 };
  const weights = {
    values: look.attention,
    offset: headOffset(look, layer, head),
    rowStride: look.T,
  };
  if (mode === 'weights') return { ...common, ...weights };
  if (mode === 'taken' || mode === 'scores') {
    if (table?.rows !== rows || table.columns !== columns) return null;
    const answer = { values: table.data, offset: 0, rowStride: columns };
    const top = mode === 'scores' ? largestAllowed(look, layer, answer) : 1;
    return { ...common, ...answer, top };
  }
  if (mode === 'change' && (earlier?.T !== look.T || earlier.L !== look.L)) return null;
  const then = { ...weights, values: /** @type {Look} */ (earlier)?.attention };
  const values = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const from = mode === 'change' ? valueAt(then, i, j) : chance(look, layer, i);
      values[i * columns + j] = valueAt(weights, i, j) - from;
    }
  }
  return { ...common, values, offset: 0, rowStride: columns };
}

/** The largest size, at least 1. @param {Look} look @param {number} layer
 * @param {Pick<HeadValues, 'values' | 'offset' | 'rowStride'>} head */
function largestAllowed(look, layer, head) {
  const { queries, keys } = look.attentions[layer];
  let top = 1;
  for (let i = 0; i < queries.length; i++) {
    for (let j = 0; j < keys.length; j++) {
      if (isAllowed(look, layer, i, j))
        top = Math.max(top, Math.abs(valueAt(head, i, j)));
    }
  }
  return top;
}

/**
 * Where a value lies on the colour scale, 0 … 1.
 * @param {Pick<HeadValues, 'signed' | 'top'>} head
 * @param {boolean} stretch by the square root, to show small values
 * @returns {(value: number) => number}
 */
export function scaleOf({ signed, top }, stretch) {
  const size = (/** @type {number} */ x) =>
    stretch ? Math.sqrt(Math.min(1, x / top)) : Math.min(1, x / top);
  return signed ? (x) => 0.5 + 0.5 * Math.sign(x) * size(Math.abs(x)) : (x) => size(x);
}

/** The latest values, which several elements ask for while one state is drawn.
 * @type {{ head: HeadValues | null }} */
const latest = { head: null };

/** @param {import('../../state/types.js').Answer | undefined} answer @param {unknown[]} subject */
const answerAbout = (answer, subject) =>
  answer?.key.startsWith(`[${JSON.stringify(subject)}`) ? answer.value : null;

/**
 * The selected head in the selected mode.
 * @param {import('../../state/state.js').State} state
 * @returns {HeadValues | null} null: not known yet
 */
export function selectedHead({ activations, layer, head, showing, answers }) {
  if (!activations) return null;
  const { pattern, earlier } = answers;
  const { mode, since } = showing;
  if (!isNew(latest, activations, layer, head, mode, since, pattern, earlier))
    return latest.head;
  return (latest.head = headValues(activations, layer, head, mode, {
    // The newest answer may still be about another head, line or mode.
    table: answerAbout(pattern, [activations.text, layer, head, mode]),
    earlier: answerAbout(earlier, [activations.text, since]),
  }));
}
