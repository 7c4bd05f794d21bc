// SPDX-License-Identifier: MIT
// The history of a run in columns. Long histories are thinned, so that a run over a night
// takes no more memory than one over an hour.

/** Columns of one length. valAccuracy: share of tokens predicted correctly; valExact: of sequences
 * without an error. */
const TABLES = /** @type {const} */ ([
  ['step', 'loss', 'learningRate', 'gradNorm'],
  ['valStep', 'valLoss', 'valAccuracy', 'valExact'],
]);
const COLUMNS = TABLES.flat();

/** @typedef {Record<typeof COLUMNS[number], number[]>} History */

/** Beyond this many rows the older half is thinned. */
export const MOST_ROWS = 1 << 14;

/**
 * Which rows of a table that is too long stay: all of the newer half, and at most every second of
 * the older one, evenly spaced however often it was thinned before. Dropping them by number would
 * take the first ones again and again, until nothing is left of how a long run began.
 * @param {number[]} steps ascending @param {number} most rows
 * @returns {number[]} their numbers
 */
export function thinned(steps, most) {
  const half = Math.ceil(most / 2);
  const spacing = (2 * (steps[half] - steps[0])) / half;
  // Of powers of two, each grid has the points of the wider one.
  let grid = 1;
  while (grid < spacing) grid *= 2;
  const cell = (/** @type {number} */ n) => Math.floor((steps[n] - steps[0]) / grid);
  return [...steps.keys()].filter(
    (n) => n >= half || n === 0 || cell(n) !== cell(n - 1),
  );
}

/** @returns {History} */
export const emptyHistory = () =>
  /** @type {any} */ (Object.fromEntries(COLUMNS.map((name) => [name, []])));

/** @param {History} history */
export function clear(history) {
  for (const column of COLUMNS) history[column].length = 0;
}

/** @param {History} history its arrays stay the same objects @param {History} added */
export function append(history, added) {
  for (const table of TABLES) {
    for (const name of table) history[name].push(...added[name]);
    const steps = history[table[0]];
    if (steps.length <= MOST_ROWS) continue;
    const rows = thinned(steps, MOST_ROWS);
    for (const name of table) {
      const column = history[name];
      rows.forEach((row, n) => (column[n] = column[row]));
      column.length = rows.length;
    }
  }
}
