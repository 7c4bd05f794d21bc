// SPDX-License-Identifier: MIT
// What a session knows of its run from the updates of progress.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunHistory } from '../../../wasm/client/run-history.js';
import { emptyHistory } from '../../../wasm/shared/history.js';

const INFO = /** @type {any} */ ({
  config: { block_size: 8, batch_size: 4 },
  step: 0,
});

/** @param {object} own @returns {any} */
const update = (own) => ({
  ...emptyHistory(),
  ...{ analysisMs: 0, msPerStep: 2, etaSeconds: 1 },
  ...own,
});

/** A step and its evaluation, every number of which names its step. @param {number} step */
const evaluated = (step) =>
  update({
    ...{ step: [step], loss: [step / 10], learningRate: [1], gradNorm: [2] },
    ...{ valStep: [step], valLoss: [step / 100], analysisMs: 5 },
    ...{ valAccuracy: [step / 1000], valExact: [step / 10_000] },
  });

test('run history: a loaded model is evaluated again at its step: that counts once, in every column', () => {
  const run = new RunHistory(INFO, 'main');
  run.take(evaluated(10));
  const { valStep, valLoss, valAccuracy, valExact } = run.history;
  const again = { valStep: [10], valLoss: [9], valAccuracy: [9], valExact: [9] };
  run.take(update(again));
  run.take(evaluated(20));
  assert.deepEqual(valStep, [10, 20]);
  assert.deepEqual(valLoss, [0.1, 0.2]);
  assert.deepEqual(valAccuracy, [0.01, 0.02]);
  assert.deepEqual(valExact, [0.001, 0.002]);
  assert.equal(run.analysisMs, 10);
});

test('run history: progress is of the last step, its validation of the last evaluation', () => {
  const run = new RunHistory(INFO, 'main');
  assert.equal(run.take(update({})), null, 'nothing has happened');
  const first = run.take(evaluated(10));
  assert.deepEqual(first, {
    ...{ step: 10, loss: 1, learningRate: 1, gradNorm: 2, tokensPerSecond: 16_000 },
    ...{ msPerStep: 2, etaSeconds: 1, valLoss: 0.1, accuracy: 0.01, exactShare: 0.001 },
  });
  const steps = {
    step: [11, 12],
    loss: [3, 4],
    learningRate: [1, 2],
    gradNorm: [5, 6],
  };
  const next = run.take(update(steps));
  assert.deepEqual([next?.step, next?.loss, next?.gradNorm], [12, 4, 6]);
  assert.equal(next?.valLoss, undefined, 'of no evaluation');
  assert.equal(run.steps, 12);
  const late = { valStep: [12], valLoss: [0.5], valAccuracy: [0.6], valExact: [0.7] };
  const known = run.take(update(late));
  assert.deepEqual(
    [known?.step, known?.valLoss, known?.accuracy, known?.exactShare],
    [12, 0.5, 0.6, 0.7],
  );
  assert.notEqual(known, next, 'a new object, which watchers see');
  run.restart({ ...INFO, step: 3 });
  assert.deepEqual([run.steps, run.last, run.history.valStep.length], [3, null, 0]);
});
