// SPDX-License-Identifier: MIT
// One head's attention matrix: queries, keys, strongest weights. Pure functions. The layout is
// the engine's, [L][H][T][T], row i = query i; cross attention, whose keys are of another line,
// fills a part of its square.

/**
 * @typedef {object} Look the part of LineActivations that is read here
 * @property {number} T edge of every attention's square
 * @property {number} H
 * @property {import('../../wasm/index.js').AttentionInfo[]} attentions
 * @property {Float32Array} attention [L][H][T][T]
 */

/** @param {Look} look @param {number} layer @param {number} head first entry of the head */
export const headOffset = ({ H, T }, layer, head) => (layer * H + head) * T * T;

/** @param {Look} look @param {number} layer @param {number} head @param {number} i @param {number} j */
export function attentionAt(look, layer, head, i, j) {
  return look.attention[headOffset(look, layer, head) + i * look.T + j];
}

/** The token of query i. @param {Look} look @param {number} layer @param {number} i */
export const readsAt = (look, layer, i) => look.attentions[layer].queries[i] ?? '';

/** The token of key j. @param {Look} look @param {number} layer @param {number} j */
export const lookedAt = (look, layer, j) => look.attentions[layer].keys[j] ?? '';

/** Columns that row i may look at. @param {Look} look @param {number} layer @param {number} i */
export function reach(look, layer, i) {
  const { causal, keys } = look.attentions[layer];
  return causal ? Math.min(i + 1, keys.length) : keys.length;
}

/** Whether a cell may hold anything. @param {Look} look @param {number} layer @param {number} i @param {number} j */
export const isAllowed = (look, layer, i, j) =>
  i < look.attentions[layer].queries.length && j < reach(look, layer, i);

/** The weight of an even spread over the keys allowed.
 * @param {Look} look @param {number} layer @param {number} i */
export const chance = (look, layer, i) => 1 / reach(look, layer, i);

/** @param {Look} look @param {number} layer @param {number} head @param {number} i
 * @returns {{ j: number, value: number }[]} allowed columns, strongest first */
export function strongest(look, layer, head, i) {
  const start = headOffset(look, layer, head) + i * look.T;
  return Array.from({ length: reach(look, layer, i) }, (_, j) => ({
    j,
    value: look.attention[start + j],
  })).sort((a, b) => b.value - a.value || b.j - a.j);
}

/**
 * The fewest keys that carry `share` of the row (exBERT's mass rule), and the rest.
 * @param {Look} look @param {number} layer @param {number} head @param {number} i
 * @param {number} share 0..1
 */
export function links(look, layer, head, i, share) {
  const all = strongest(look, layer, head, i);
  let sum = 0;
  let n = 0;
  while (n < all.length && sum < share) sum += all[n++].value;
  return { kept: all.slice(0, n), others: all.length - n, rest: Math.max(0, 1 - sum) };
}
