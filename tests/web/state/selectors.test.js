// SPDX-License-Identifier: MIT
// Importance of heads at the step shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headImportance, headOrder } from '../../../web/state/selectors.js';

/** @param {number} step @param {object} [more] */
const twoHeads = (step, more) =>
  /** @type {any} */ ({
    activations: { L: 1, H: 2 },
    session: { steps: step },
    viewedSnapshot: null,
    viewedHeadReport: null,
    headReport: { step, importance: [0.5, 0.25] },
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
  const running = twoHeads(110, { session: { steps: 130 } });
  assert.deepEqual(headImportance(running), [0.5, 0.75]);
});

test('importance: a measurement does not apply to an earlier snapshot', () => {
  const at = (/** @type {number} */ step) => {
    const viewedHeadReport = { step, importance: [0.125, 0.0625] };
    return twoHeads(200, { viewedSnapshot: { step }, viewedHeadReport });
  };
  assert.deepEqual(headImportance(at(50)), [0.125, 0.0625]);
  assert.deepEqual(headImportance(at(150)), [0.125, 0.0625]);
  assert.deepEqual(headImportance(at(120)), [0.125, 0.75], 'its own step');
  assert.equal(headImportance(twoHeads(120, { headReport: null })), undefined);
});
