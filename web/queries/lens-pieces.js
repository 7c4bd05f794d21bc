// SPDX-License-Identifier: MIT
// A logit lens that comes some depths at a time.

/** @import { Depth, Lens } from '../../wasm/index.js' */

/** NaN where nothing is known yet.
 * @param {Lens | null} lens what is known @param {Depth[]} depths all of them
 * @param {number} first depth of the part @param {Lens} part @returns {Lens} */
export function withDepths(lens, depths, first, part) {
  const rows = depths.length;
  const table = (/** @type {'top' | 'topP' | 'p' | 'rank'} */ name) => {
    const { columns, data: more } = part[name];
    const data =
      lens?.[name].data.slice() ?? new Float32Array(rows * columns).fill(NaN);
    data.set(more, first * columns);
    return { rows, columns, data };
  };
  return {
    depths,
    top: table('top'),
    topP: table('topP'),
    p: table('p'),
    rank: table('rank'),
  };
}

/** Whether nothing of it is missing. @param {Lens} lens */
export const isWhole = ({ top }) => top.data[top.data.length - 1] >= 0;
