// SPDX-License-Identifier: MIT
// Links of the strongest attention weights.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { links, strongest } from '../../../web/draw/attention.js';

test('attention: links carry at least the given share of the weights, and the rest is reported', () => {
  // One head of three rows; the middle head of three, so that a wrong offset shows.
  const row = [0.1, 0.6, 0.3];
  const attention = new Float32Array(27).fill(-1);
  attention.set([1, 0, 0, 0.5, 0.5, 0, ...row], 9);
  const look = {
    attention, n: 3, T: 3, L: 1, H: 3, text: 'abc', characters: ['a', 'b', 'c'], step: 0,
    attentions: [{
      kind: /** @type {const} */ ('self'), layer: 0, causal: true,
      queryStream: /** @type {const} */ ('main'), keyStream: /** @type {const} */ ('main'),
      queries: ['a', 'b', 'c'], keys: ['a', 'b', 'c'],
    }],
    logits: new Float32Array(), loss: new Float32Array(),
  }; // oxfmt-ignore
  assert.deepEqual(
    strongest(look, 0, 1, 2).map(({ j }) => j),
    [1, 2, 0],
  );
  const { kept, others, rest } = links(look, 0, 1, 2, 0.85);
  assert.deepEqual(
    kept.map(({ j }) => j),
    [1, 2],
  );
  assert.equal(others, 1);
  assert.ok(Math.abs(rest - 0.1) < 1e-6);
});
