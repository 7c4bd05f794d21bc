// SPDX-License-Identifier: MIT
// The history of a run in columns. Long histories are thinned, so that a run over a night
// takes no more memory than one over an hour.

const COLUMNS = /** @type {const} */ ([
  'step', 'loss', 'learningRate', 'gradNorm', 'valStep', 'valLoss', 'valAccuracy', 'valExact',
]); // oxfmt-ignore

/** @typedef {Record<typeof COLUMNS[number], number[]>} History */

/** Beyond this many rows the older half keeps every second one. */
export const MOST_ROWS = 1 << 14;

/** @returns {History} */
export const emptyHistory = () =>
  /** @type {any} */ (Object.fromEntries(COLUMNS.map((name) => [name, []])));

/** @param {History} history */
export function clear(history) {
  for (const column of COLUMNS) history[column].length = 0;
}

/** @param {History} history its arrays stay the same objects @param {History} added */
export function append(history, added) {
  for (const name of COLUMNS) {
    const column = history[name];
    column.push(...added[name]);
    if (column.length <= MOST_ROWS) continue;
    // Columns that belong together are equally long, so the same rows go.
    let to = 0;
    column.forEach((value, n) => {
      if (n >= MOST_ROWS / 2 || n % 2 === 0) column[to++] = value;
    });
    column.length = to;
  }
}
