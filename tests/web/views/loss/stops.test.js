// SPDX-License-Identifier: MIT
// The losses that the chart names at a step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columns } from '../../../../web/draw/series.js';
import { lossesAt, stopByKey } from '../../../../web/views/loss/stops.js';

/** Validation was measured before the first step and after the third. */
const drawn = columns({
  step: [1, 2, 3, 4, 5],
  loss: [4, 3.5, 3, 2.75, 2.5],
  valStep: [0, 3],
  valLoss: [4.25, 3.25],
});

test('losses at a step: the validation loss is the last measured by then, with its step', () => {
  const said = [0, 2, 3, 5].map((step) => {
    const { val, valStep } = lossesAt(drawn, step);
    return [step, val, valStep];
  });
  assert.deepEqual(said, [
    [0, 4.25, 0],
    [2, 4.25, 0],
    [3, 3.25, 3],
    [5, 3.25, 3],
  ]);
});

test('losses at a step: none where none has been measured by then', () => {
  const late = columns({ step: [1, 2], loss: [4, 3], valStep: [2], valLoss: [3.5] });
  assert.deepEqual(lossesAt(late, 1), { step: 1, train: 4, val: null, valStep: 1 });
});

test('keys of the slider: arrows one snapshot, pages five, ends the first and the present', () => {
  const snapshots = Array.from({ length: 30 }, (_, n) => ({ step: 10 * n }));
  const to = (/** @type {string} */ key) => stopByKey(key, snapshots, 150);
  assert.deepEqual(
    ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'].map(to),
    [160, 160, 140, 140],
  );
  assert.deepEqual(['PageUp', 'PageDown', 'Home', 'End'].map(to), [200, 100, 0, null]);
  assert.equal(to('x'), undefined);
});
