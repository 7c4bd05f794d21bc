// SPDX-License-Identifier: MIT
// The path from a number down to its terms: places in activations, as state.

/** @import { State } from '../state/state.js' */
/** @import { Place } from '../../wasm/index.js' */

/** Places from the number asked about to the one shown; none: nobody asked, or about
 * another line. @param {State} state @returns {Place[]} */
export const originPath = ({ origin, line }) =>
  origin?.line === line ? origin.way : [];

/**
 * Place of a number of an answer. All tables are views of one buffer; the place of the first
 * number of `x` stands beside it as `xAt`.
 * @param {object} answer @param {Float32Array} numbers begins with the number
 * @returns {Place | null} null: the engine does not say
 */
function placeIn(answer, numbers) {
  const all = new Map(Object.entries(answer));
  for (const [name, value] of all) {
    if (!value || typeof value !== 'object') continue;
    if (!value.data) {
      const below = placeIn(value, numbers);
      if (below) return below;
      continue;
    }
    const { data, columns } = value;
    const first = (numbers.byteOffset - data.byteOffset) / data.BYTES_PER_ELEMENT;
    const isIn = data.buffer === numbers.buffer && first >= 0 && first < data.length;
    const at = isIn && all.get(`${name}At`);
    if (at) {
      const row = at.row + Math.floor(first / columns);
      return { ...at, row, column: at.column + (first % columns) };
    }
  }
  return null;
}

/**
 * How to show the origin of a number of a table.
 * @param {{ store: import('../state/state.js').AppStore,
 *   queries: { showOrigin(way: Place[]): void } }} app
 * @param {{ data: Float32Array }} table part of the answer `forwardPass`
 * @returns {((row: number, column: number) => void) | null} null: the engine cannot say
 */
export function originOf({ store, queries }, { data }) {
  const { answers } = store.state;
  const place = placeIn(answers.forwardPass?.value ?? {}, data);
  if (!place) return null;
  return (row, column) => {
    const at = { ...place, row: place.row + row, column: place.column + column };
    queries.showOrigin([at]);
  };
}
