// SPDX-License-Identifier: MIT
// How large a head's picture is in the grid, and where its words stand: all heads fit the box
// if they can.

/** @typedef {'card' | 'side' | 'slim' | 'tile' | 'mini'} TileKind words above and below, beside,
 * beside without the history, below, or none */

/** What a tile needs around its picture, CSS pixels, and the smallest picture that has room for
 * it, from the most words to none.
 * @type {{ kind: TileKind, across: number, down: number, least: number }[]} */
const KINDS = [
  { kind: 'card', across: 38, down: 100, least: 140 },
  { kind: 'side', across: 116, down: 18, least: 100 },
  { kind: 'slim', across: 116, down: 18, least: 72 },
  { kind: 'tile', across: 18, down: 122, least: 60 },
  { kind: 'mini', across: 12, down: 6, least: 24 },
];
const MOST_PX = 212;
/** Where the grid may be as high as it likes; wider ones are scrolled. */
const LEAST_PX = 36;
/** Between two tiles. */
const GAP_PX = 6;

/**
 * @param {object} room of the grid, CSS pixels
 * @param {number} room.width
 * @param {number} room.height Infinity: as high as it likes
 * @param {boolean} room.isPlain pictures and names only
 * @param {number} rows @param {number} columns
 * @returns {{ kind: TileKind, edge: number }} edge of the picture, CSS pixels
 */
export function tileSize({ width, height, isPlain }, rows, columns) {
  const wide = (width - GAP_PX * (columns - 1)) / columns;
  const high = (height - GAP_PX * (rows - 1)) / rows;
  const edgeOf = (/** @type {typeof KINDS[number]} */ { across, down }) =>
    Math.min(MOST_PX, wide - across, high - down);
  const last = KINDS[KINDS.length - 1];
  const fits = KINDS.find((each) => edgeOf(each) >= each.least);
  const chosen = isPlain ? last : (fits ?? last);
  const least = Number.isFinite(height) ? last.least : LEAST_PX;
  return { kind: chosen.kind, edge: Math.max(least, edgeOf(chosen)) };
}
