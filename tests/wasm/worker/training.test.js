// SPDX-License-Identifier: MIT
// Evaluations that something comes between: what is said is the loss of one model, and what was
// interrupted is not taken for done.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GradientWorkers } from '../../../wasm/worker/parallel/gradient-workers.js';
import { Snapshots } from '../../../wasm/worker/snapshots.js';
import { Training } from '../../../wasm/worker/training.js';
import { yieldToEventLoop } from '../../../wasm/shared/yield.js';
import { SMALL, TEXT, newEngine } from '../support.js';

const CONFIG = { ...SMALL, eval_interval: 5, eval_windows: 40 };

/** Training of a new model whose pieces of work are as small as can be: a turn of the event loop
 * after each. */
async function begin() {
  const session = (await newEngine()).newSession(TEXT, CONFIG);
  const info = session.info();
  const training = new Training(session, info, {
    timeLimits: { sliceMs: 0, pieceMs: 0 },
    ...{ useAll: false, gradientWorkers: new GradientWorkers() },
    snapshots: new Snapshots(session, info, async () => session),
  });
  /** Losses of the validation text, by step. @type {Map<number, number>} */
  const losses = new Map();
  training.onUpdate = ({ valStep, valLoss }) => {
    for (const [i, step] of valStep.entries()) losses.set(step, valLoss[i]);
  };
  return { session, training, losses };
}

/** So many windows of an evaluation are done in it, or none. */
async function turns(n = 10) {
  for (let i = 0; i < n; i++) await yieldToEventLoop();
}

/** A run to a step between two evaluations, paused in the one at its end. */
async function pausedAtEnd() {
  const begun = await begin();
  const { training } = begun;
  const run = training.run({ until: 3, evaluateAtEnd: true });
  while (training.step < 3) await yieldToEventLoop();
  await turns();
  training.pause();
  return { ...begun, ended: await run };
}

test('a run that is paused in its last evaluation has not come to its end', async () => {
  const { training, losses, ended } = await pausedAtEnd();
  assert.deepEqual([ended, losses.has(3)], [{ reached: false, step: 3 }, false]);
  const again = await training.run({ until: 3, evaluateAtEnd: true });
  assert.deepEqual([again, losses.has(3)], [{ reached: true, step: 3 }, true]);
});

test('an interrupted evaluation is not continued with the weights of a later step', async () => {
  const quiet = await begin();
  await quiet.training.run({ until: 6, evaluateAtEnd: false });
  const { training, losses } = await pausedAtEnd();
  await training.run({ until: 6, evaluateAtEnd: false });
  assert.equal(losses.get(5), quiet.losses.get(5));
  assert.ok(losses.get(5));
});

test('an evaluation begins again where a head is switched meanwhile', async () => {
  const { session, training } = await begin();
  await training.run({ until: 4, evaluateAtEnd: false });
  const whole = session.evaluate('val', 40);
  const { signal } = new AbortController();
  const evaluated = training.evaluate('val', 40, signal);
  await turns();
  session.setHeadMask(0, 0, 0);
  training.modelChanges();
  const without = session.evaluate('val', 40);
  assert.deepEqual(await evaluated, without);
  assert.notEqual(without.loss, whole.loss);
});

test('an evaluation that fails is done from its first window the next time', async (t) => {
  const { session, training, losses } = await begin();
  let left = 7;
  const evaluatePart = session.evaluatePart.bind(session);
  t.mock.method(session, 'evaluatePart', (/** @type {any[]} */ ...of) => {
    if (left-- === 0) throw new Error('once');
    return evaluatePart(.../** @type {Parameters<typeof evaluatePart>} */ (of));
  });
  await assert.rejects(training.run({ until: 1, evaluateAtEnd: false }), /once/);
  const whole = session.evaluate('val', 40);
  await training.run({ until: 1, evaluateAtEnd: false });
  assert.equal(losses.get(0), whole.loss);
});
