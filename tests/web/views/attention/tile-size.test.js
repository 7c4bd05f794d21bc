// SPDX-License-Identifier: MIT
// The grid of heads: every model fits its box while a picture can be read, with as many words
// as there is room for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tileSize } from '../../../../web/views/attention/tile-size.js';

const GAP = 6;
/** What a tile needs beside and above its picture (heads-style.js). @type {Record<string, number[]>} */
const AROUND = {
  card: [38, 100],
  side: [116, 18],
  slim: [116, 18],
  tile: [18, 122],
  mini: [12, 6],
};
const LAB = { width: 920, height: 700, isPlain: false };

test('tiles: all heads fit a window, up to 12 × 12', () => {
  for (let rows = 1; rows <= 12; rows++)
    for (let columns = 1; columns <= 12; columns++) {
      const { kind, edge } = tileSize(LAB, rows, columns);
      const [across, down] = AROUND[kind];
      const wide = columns * (edge + across) + GAP * (columns - 1);
      const high = rows * (edge + down) + GAP * (rows - 1);
      const where = `${rows} × ${columns}: ${kind}, ${edge}`;
      assert.ok(wide <= LAB.width + 1e-9 && high <= LAB.height + 1e-9, where);
      assert.ok(edge >= 24 && edge <= 212, where);
    }
});

/** Rows, columns, room → what is said. @type {[number, number, Partial<typeof LAB>, string][]} */
const SAYS = [
  [2, 4, {}, 'card'],
  [4, 4, {}, 'side'],
  [4, 4, { height: 440 }, 'slim'],
  [4, 4, { width: 640 }, 'mini'],
  [12, 12, {}, 'mini'],
  // As high as it likes.
  [4, 4, { width: 360, height: Infinity }, 'tile'],
  [4, 4, { width: 760, height: Infinity }, 'card'],
  [1, 1, { isPlain: true }, 'mini'],
];

test('tiles: the words that there is room for', () => {
  for (const [rows, columns, room, kind] of SAYS)
    assert.equal(
      tileSize({ ...LAB, ...room }, rows, columns).kind,
      kind,
      `${rows} × ${columns} ${JSON.stringify(room)}`,
    );
});

test('tiles: too many for the room are scrolled, and no smaller than can be read', () => {
  assert.equal(tileSize({ ...LAB, height: 100 }, 12, 2).edge, 24);
  assert.equal(
    tileSize({ width: 360, height: Infinity, isPlain: false }, 2, 16).edge,
    36,
  );
});
