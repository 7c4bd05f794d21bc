// SPDX-License-Identifier: MIT
// The list of snapshots and their thumbnails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fromBytes,
  neighbourStep,
  toBytes,
  withPatterns,
} from '../../../web/queries/snapshots.js';

test('snapshots: stepping goes from one to the next and ends at the first and at the present', () => {
  const list = [0, 5, 25, 100].map((step) => ({ step }));
  assert.equal(neighbourStep(list, null, -1), 100);
  assert.equal(neighbourStep(list, 100, -1), 25);
  assert.equal(neighbourStep(list, 0, -1), 0);
  assert.equal(neighbourStep(list, 25, 1), 100);
  assert.equal(neighbourStep(list, 100, 1), null);
  assert.equal(neighbourStep(list, null, 1), null);
});

test('snapshots: a viewed snapshot that was dropped still has neighbours', () => {
  const list = [0, 50, 100].map((step) => ({ step }));
  assert.equal(neighbourStep(list, 60, -1), 50);
  assert.equal(neighbourStep(list, 60, 1), 100);
});

test('snapshots: a new list keeps the thumbnails of those that stay', () => {
  const pattern = { line: 'a', ablated: [], attention: new Uint8Array(4) };
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

test('snapshots: eight bits of an attention weight are within half a level of it', () => {
  const weights = Float32Array.from({ length: 300 }, (_, n) => (n / 299) ** 2);
  fromBytes(toBytes(weights)).forEach((value, n) => {
    assert.ok(Math.abs(value - weights[n]) <= 0.5 / 255 + 1e-7);
  });
});
