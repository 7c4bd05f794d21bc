// SPDX-License-Identifier: MIT
// Stepping through the list of snapshots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUERIES } from '../../../web/queries/registry.js';
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

test('snapshots: the change since a step is that since the last snapshot up to it', async () => {
  /** @param {number[]} steps @param {number} since */
  const asked = (steps, since) => {
    const snapshots = steps.map((step) => ({ step }));
    const at = (/** @type {number} */ step) => ({ runWithCache: async () => step });
    const state = { snapshots, session: { at }, line: 'a', showing: { since } };
    return QUERIES.earlier.ask(/** @type {any} */ (null), /** @type {any} */ (state));
  };
  const steps = [0, 5, 25, 100];
  for (const [since, step] of [
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 5],
    [6, 5],
    [25, 25],
    [99, 25],
    [100, 100],
    [3000, 100],
  ])
    assert.equal(await asked(steps, since), step, `since ${since}`);
  // A model from a file may have none so early.
  assert.equal(await asked([40, 50], 5), 40);
});
