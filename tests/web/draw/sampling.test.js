// SPDX-License-Identifier: MIT
// Tokens in the order of their probability, all or the first of many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeliest, softmax } from '../../../web/draw/sampling.js';

/** A fixed sequence, with ties. @param {number} n */
const scores = (n) =>
  Float32Array.from({ length: n }, (_, i) => Math.round(40 * Math.sin(i * i)) / 8);

test('the likeliest tokens first, ties by id; the first of them are the same', () => {
  assert.deepEqual(likeliest([0.25, 0.5, 0, 0.25]), [1, 0, 3, 2]);
  const p = softmax(scores(1000));
  const all = likeliest(p);
  assert.deepEqual(
    [...all].sort((a, b) => a - b),
    Array.from(p, (_, n) => n),
  );
  for (let k = 1; k < all.length; k++) {
    const [before, n] = [all[k - 1], all[k]];
    assert.ok(p[before] > p[n] || (p[before] === p[n] && before < n));
  }
  for (const most of [1, 2, 7, 40, 999, 1000, 2000])
    assert.deepEqual(likeliest(p, most), all.slice(0, most));
  assert.deepEqual(likeliest(scores(1000), 20), all.slice(0, 20), 'logits as well');
});
