// SPDX-License-Identifier: MIT
// The path from a number down to its terms: places in activations, as state.

/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../../wasm/index.js').Place} Place */

/** Places from the number asked about to the one shown; none: nobody asked, or about
 * another line. @param {State} state @returns {Place[]} */
export const originPath = ({ origin, line }) =>
  origin?.line === line ? origin.way : [];

/** Place of the first number of a table in an answer: what stands beside `x` as `xAt`.
 * @param {object} answer @param {ArrayBufferLike} numbers @returns {Place | undefined} */
function placeOfTable(answer, numbers) {
  const all = new Map(Object.entries(answer));
  for (const [name, value] of all) {
    if (value?.data?.buffer === numbers) return all.get(`${name}At`);
    const below =
      value && typeof value === 'object' && !value.data && placeOfTable(value, numbers);
    if (below) return below;
  }
}

/**
 * How to show the origin of a number of a table.
 * @param {import('../app/app.js').App} app
 * @param {{ columns: number, data: Float32Array }} table part of the answer `forwardPass`
 * @returns {((row: number, column: number) => void) | null} null: the engine cannot say
 */
export function originOf({ store }, { columns, data }) {
  const { line, answers } = store.state;
  const place = placeOfTable(answers.forwardPass?.value ?? {}, data.buffer);
  if (!place) return null;
  const first = place.row + data.byteOffset / data.BYTES_PER_ELEMENT / columns;
  return (row, column) => {
    const { tensor } = place;
    const at = { tensor, row: first + row, column: place.column + column };
    store.set({ origin: { line, way: [at] } });
  };
}
