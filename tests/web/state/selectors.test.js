// SPDX-License-Identifier: MIT
// Importance of heads at the step shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headImportance, headNames, headOrder } from '../../../web/state/selectors.js';

/** @param {number} step @param {object} [more] */
const twoHeads = (step, more) =>
  /** @type {any} */ ({
    activations: { L: 1, H: 2 },
    session: { steps: step },
    viewedSnapshot: null,
    phase: 'idle',
    answers: { importance: { step, value: [0.5, 0.25] } },
    measured: { 0.1: { delta: 0.75, step: 120 } },
    showing: { sorted: true },
    ...more,
  });

test('importance: a measurement counts at its own step; later the estimate counts again', () => {
  const measured = twoHeads(120);
  assert.deepEqual(headImportance(measured), [0.5, 0.75]);
  assert.deepEqual(headOrder(measured), [1, 0]);
  const later = twoHeads(130);
  assert.deepEqual(headImportance(later), [0.5, 0.25]);
  assert.deepEqual(headOrder(later), [0, 1]);
  // Nothing newer is known yet while the next estimates are being made.
  const running = twoHeads(110, { session: { steps: 130 }, phase: 'running' });
  assert.deepEqual(headImportance(running), [0.5, 0.75]);
  // They are, and no others are shown meanwhile.
  const paused = twoHeads(110, { session: { steps: 130 } });
  assert.equal(headImportance(paused), undefined);
});

test('importance: a measurement does not apply to an earlier snapshot', () => {
  const at = (/** @type {number} */ step) => {
    const answers = { importance: { step, value: [0.125, 0.0625] } };
    return twoHeads(200, { viewedSnapshot: { step }, phase: 'running', answers });
  };
  assert.deepEqual(headImportance(at(50)), [0.125, 0.0625]);
  assert.deepEqual(headImportance(at(150)), [0.125, 0.0625]);
  assert.deepEqual(headImportance(at(120)), [0.125, 0.75], 'its own step');
  const gone = twoHeads(120, { viewedSnapshot: { step: 50 }, phase: 'running' });
  assert.equal(headImportance(gone), undefined, 'of another step');
  assert.equal(headImportance(twoHeads(120, { answers: {} })), undefined);
});

test('names of heads: in the order of the model, by layer first', () => {
  const heads = [
    [2, 0],
    [0, 3],
    [1, 1],
    [0, 0],
  ].map(([layer, head]) => ({ layer, head }));
  assert.equal(headNames(heads), '1.1, 1.4, 2.2, 3.1');
});
