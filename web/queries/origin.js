// SPDX-License-Identifier: MIT
// The way from a number down to what it is made of: places in activations, as state.

/** @typedef {import('../state/types.js').State} State */
/** @typedef {import('../../wasm/client/analyses.js').Place} Place */

/** Places from the number asked about to the one shown; none: nobody asked, or about
 * another line. @param {State} state @returns {Place[]} */
export const wayDown = ({ origin, line }) => (origin?.line === line ? origin.way : []);

/** @type {import('./registry.js').Asking} */
export const question = {
  every: 300,
  holds: true,
  about: (state) => {
    const place = wayDown(state).at(-1);
    return place ? [state.line, place] : null;
  },
  ask: (session, state) =>
    session.origin({ text: state.line, ...wayDown(state).at(-1) }),
};

/** Place of the first number of a table in an answer: what stands beside `x` as `xAt`.
 * @param {object} answer @param {ArrayBufferLike} numbers @returns {Place | undefined} */
export function placeIn(answer, numbers) {
  const all = new Map(Object.entries(answer));
  for (const [name, value] of all) {
    if (value?.data?.buffer === numbers) return all.get(`${name}At`);
    const below =
      value && typeof value === 'object' && !value.data && placeIn(value, numbers);
    if (below) return below;
  }
}
