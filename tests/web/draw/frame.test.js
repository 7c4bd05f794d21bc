// SPDX-License-Identifier: MIT
// Geometry of an attention matrix.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellAt, fit, keepInView, naturalCell } from '../../../web/draw/frame.js';

test('frame: cells are whole device pixels, and each point is in its cell', () => {
  for (const ratio of [1, 1.25, 2, 2.625]) {
    const { cell, count, device } = fit(44, 700, ratio, naturalCell(44, 700));
    assert.equal(cell * ratio, device);
    assert.ok(Number.isInteger(device));
    assert.ok(count * cell + 30 <= 700 + 1e-9);
  }
  const geometry = { cell: 10, row0: 5, column0: 2, rows: 8, columns: 8, gutter: 30 };
  assert.deepEqual(cellAt(geometry, 30, 30), { i: 5, j: 2 });
  assert.deepEqual(cellAt(geometry, 109.9, 45), { i: 6, j: 9 });
  assert.equal(cellAt(geometry, 29, 45), null);
  assert.equal(cellAt(geometry, 110, 45), null);
  assert.equal(keepInView(0, 8, 9, 20), 2);
  assert.equal(keepInView(10, 8, 3, 20), 3);
  assert.equal(keepInView(18, 8, 19, 20), 12);
});
