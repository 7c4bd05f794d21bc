// SPDX-License-Identifier: MIT
// Pixels of an attention matrix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HATCH_PERIOD, rasterise } from '../../../web/draw/matrix.js';
import { hexPixel } from '../../../web/draw/palette.js';

test('matrix: rows are queries, columns keys, and the future is hatched at 45 degrees', () => {
  const T = 3;
  const cell = 4;
  const values = Float32Array.of(1, 9, 9, 0.25, 0.75, 9, 0, 0.5, 0.5);
  const table = Uint32Array.from({ length: 256 }, (_, n) => n);
  const mask = 1000;
  const hatch = 2000;
  const pixels = new Uint32Array(T * cell * T * cell);
  rasterise(pixels, {
    data: values,
    rows: T,
    columns: T,
    cell,
    table,
    mask,
    hatch,
    allowed: (i, j) => j <= i,
  });
  const at = (/** @type {number} */ y, /** @type {number} */ x) =>
    pixels[y * T * cell + x];
  for (let i = 0; i < T; i++) {
    for (let j = 0; j <= i; j++) {
      const expected = Math.round(values[i * T + j] * 255);
      for (const [dy, dx] of [
        [0, 0],
        [3, 3],
        [1, 2],
      ]) {
        assert.equal(
          at(i * cell + dy, j * cell + dx),
          expected,
          `row ${i}, column ${j}`,
        );
      }
    }
  }
  for (let y = 0; y < cell; y++) {
    for (let x = cell; x < T * cell; x++) {
      assert.equal(at(y, x), (x + y) % HATCH_PERIOD === 0 ? hatch : mask);
    }
  }
  assert.equal(hexPixel('#123456'), 0xff563412);
});
