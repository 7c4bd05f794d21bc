// SPDX-License-Identifier: MIT
// What the cells of one head can show: attention weights, weights over chance, their share of
// the loss, raw scores, or the change since an earlier step. Pure functions of data.
import { chance, headOffset, isAllowed } from '../../draw/attention.js';
import { isNew } from '../../draw/canvas.js';
import { valueIn } from '../../draw/matrix.js';

/** @import { HeadMode as Mode, LineActivations as Look } from '../../state/types.js' */
/** @import { Table } from '../../../wasm/index.js' */

export const MODES = /** @type {Mode[]} */ ([
  'weights',
  'excess',
  'taken',
  'scores',
  'change',
]);

/**
 * The values of one head, of queries (rows) and keys (columns), wherever they lie. Those of
 * masked cells mean nothing.
 * @typedef {import('../../draw/matrix.js').Strided & { mode: Mode, signed: boolean, top: number }} HeadValues
 *   top: value at the end of the scale
 */

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
  const offset = headOffset(look, layer, head);
  const weights = { ...common, data: look.attention, offset, rowStride: look.T };
  if (mode === 'weights') return weights;
  if (mode === 'taken' || mode === 'scores') {
    if (table?.rows !== rows || table.columns !== columns) return null;
    const answer = { ...common, data: table.data };
    const top = mode === 'scores' ? largestAllowed(look, layer, answer) : 1;
    return { ...answer, top };
  }
  if (mode === 'change' && (earlier?.T !== look.T || earlier.L !== look.L)) return null;
  const then = { ...weights, data: /** @type {Look} */ (earlier)?.attention };
  const data = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const from = mode === 'change' ? valueIn(then, i, j) : chance(look, layer, i);
      data[i * columns + j] = valueIn(weights, i, j) - from;
    }
  }
  return { ...common, data };
}

/** The largest size, at least 1. @param {Look} look @param {number} layer
 * @param {HeadValues} head */
function largestAllowed(look, layer, head) {
  const { queries, keys } = look.attentions[layer];
  let top = 1;
  for (let i = 0; i < queries.length; i++) {
    for (let j = 0; j < keys.length; j++) {
      if (isAllowed(look, layer, i, j))
        top = Math.max(top, Math.abs(valueIn(head, i, j)));
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

/** @param {import('../../i18n/format.js').Format} format @param {Pick<HeadValues, 'signed'>} head
 * @param {number} value */
export const writtenAs = (format, { signed }, value) =>
  signed ? format.signed(value) : format.loss(value);

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
