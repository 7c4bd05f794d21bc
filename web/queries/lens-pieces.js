// SPDX-License-Identifier: MIT
// A logit lens that comes some depths at a time.

/** @import { Depth, Lens } from '../../wasm/index.js' */

/** Ids, probabilities and ranks where nothing is known yet. */
const UNKNOWN = { top: -1, topP: NaN, p: NaN, rank: 0 };
const TABLES = /** @type {(keyof typeof UNKNOWN)[]} */ (Object.keys(UNKNOWN));

/** @param {Depth[]} depths @param {number} n tokens @returns {Lens} */
export function emptyLens(depths, n) {
  const tables = TABLES.map((name) => [
    name,
    {
      rows: depths.length,
      columns: n,
      data: new Float32Array(depths.length * n).fill(UNKNOWN[name]),
    },
  ]);
  return { depths, ...Object.fromEntries(tables) };
}

/** @param {Lens} lens @param {number} first depth of the part @param {Lens} part
 * @returns {Lens} */
export function withDepths(lens, first, part) {
  const tables = TABLES.map((name) => {
    const { rows, columns, data } = lens[name];
    const all = data.slice();
    all.set(part[name].data, first * columns);
    return [name, { rows, columns, data: all }];
  });
  const depths = lens.depths.map((depth, k) => part.depths[k - first] ?? depth);
  return { depths, ...Object.fromEntries(tables) };
}

/** Whether nothing of it is missing. @param {Lens} lens */
export const isWhole = ({ top }) => !top.data.includes(UNKNOWN.top);
