// SPDX-License-Identifier: MIT
// Stepping through the list of snapshots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbourStep } from '../../../web/queries/snapshots.js';

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
