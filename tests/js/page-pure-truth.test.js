// SPDX-License-Identifier: MIT
// What the page says of a run is of the model looked at, and of its own numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deltasOf, headOrder, worthOf } from '../../web/eye.js';

/** @param {number} step @param {object} [more] */
const twoHeads = (step, more) =>
  /** @type {any} */ ({
    look: { L: 1, H: 2 },
    session: { steps: step },
    past: null,
    pastTick: null,
    tick: { step, importance: [0.5, 0.25] },
    measured: { 0.1: { delta: 0.75, step: 120 } },
    showing: { sorted: true },
    ...more,
  });

test('what switching a head off did is told of that step; later it is estimated again', () => {
  const measured = twoHeads(120);
  assert.deepEqual(deltasOf(measured), [undefined, 0.75]);
  assert.deepEqual(worthOf(measured), [0.5, 0.75]);
  assert.deepEqual(headOrder(measured), [1, 0]);
  const later = twoHeads(130);
  assert.deepEqual(deltasOf(later), [undefined, undefined]);
  assert.deepEqual(worthOf(later), [0.5, 0.25]);
  assert.deepEqual(headOrder(later), [0, 1]);
  // Nothing newer is known yet while the next estimates are being made.
  const running = twoHeads(110, { session: { steps: 130 } });
  assert.deepEqual(worthOf(running), [0.5, 0.75]);
});

test('a measurement is not carried over to a model of the past', () => {
  const at = (/** @type {number} */ step) => {
    const pastTick = { step, importance: [0.125, 0.0625] };
    return twoHeads(200, { past: { step }, pastTick });
  };
  assert.deepEqual(worthOf(at(50)), [0.125, 0.0625]);
  assert.deepEqual(worthOf(at(150)), [0.125, 0.0625]);
  assert.deepEqual(worthOf(at(120)), [0.125, 0.75], 'its own step');
  assert.equal(worthOf(twoHeads(120, { tick: null })), undefined);
});
