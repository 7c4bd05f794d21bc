// SPDX-License-Identifier: MIT
// Going back in time and the bookkeeping of runs, as far as they need no page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBytes, moved, toBytes, withPatterns } from '../../web/snapshots.js';

test('time moves from copy to copy, ends at now and at the first', () => {
  const list = [0, 5, 25, 100].map((step) => ({ step }));
  assert.equal(moved(list, null, -1), 100);
  assert.equal(moved(list, 100, -1), 25);
  assert.equal(moved(list, 0, -1), 0);
  assert.equal(moved(list, 25, 1), 100);
  assert.equal(moved(list, 100, 1), null);
  assert.equal(moved(list, null, 1), null);
});

test('a copy thinned out under the eyes has neighbours still', () => {
  const list = [0, 50, 100].map((step) => ({ step }));
  assert.equal(moved(list, 60, -1), 50);
  assert.equal(moved(list, 60, 1), 100);
});

test('a new list of copies keeps the pictures of those that stay', () => {
  const pattern = { line: 'a', off: [], attention: new Uint8Array(4) };
  const before = [
    { step: 0, event: '', pattern },
    { step: 5, event: '', pattern: null },
  ];
  const marks = [
    { step: 0, event: '' },
    { step: 10, event: 'unigram' },
  ];
  assert.deepEqual(withPatterns(marks, before), [
    { step: 0, event: '', pattern },
    { step: 10, event: 'unigram', pattern: null },
  ]);
});

test('eight bits of an attention weight are within half a step of it', () => {
  const weights = Float32Array.from({ length: 300 }, (_, n) => (n / 299) ** 2);
  fromBytes(toBytes(weights)).forEach((value, n) => {
    assert.ok(Math.abs(value - weights[n]) <= 0.5 / 255 + 1e-7);
  });
});
