// SPDX-License-Identifier: MIT
// What is claimed of a run that memorises: only where both losses say so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  errorOf,
  lossesUpTo,
  lowestValidation,
  memorization,
  memorizationAt,
} from '../../../web/run/memorization.js';
import { historyOf } from '../support/history.js';

/** Of 50 characters. */
const UNIFORM = Math.log(50);

test('memorization: a claim holds by both losses, and those just beside it do not', () => {
  /** @type {[number | null, number | null, number, string][]} */
  const cases = [
    // Measured: 2,000, 10,000, 20,000 and 64,745 characters, and the pretrained model.
    [0.24, 4.16, 3.93, 'memorized'],
    [0.31, 3.61, 3.93, 'memorizing'],
    [0.8, 2.23, 4.04, 'memorizing'],
    [1.13, 1.54, 4.08, ''],
    [1.36, 1.42, 4.13, ''],
    [0.98, 1.19, 4.17, ''],
    // 0.35 of the validation loss, and random guessing.
    [0.349 * 4, 4, UNIFORM, 'memorized'],
    [0.351 * 4, 4, UNIFORM, 'memorizing'],
    [0.01, UNIFORM - 0.001, UNIFORM, 'memorizing'],
    [0.01, UNIFORM + 0.001, UNIFORM, 'memorized'],
    // 0.6 of it.
    [0.599 * 2, 2, UNIFORM, 'memorizing'],
    [0.601 * 2, 2, UNIFORM, ''],
    // Worse than guessing in both: it diverges.
    [4.5, 4.6, UNIFORM, ''],
    // Not measured, or nothing to measure by.
    [null, 4.6, UNIFORM, ''],
    [0.1, null, UNIFORM, ''],
    [0.1, 4.6, Infinity, ''],
    [0.1, 4.6, NaN, ''],
    [NaN, 4.6, UNIFORM, ''],
    [0.1, NaN, UNIFORM, ''],
  ];
  for (const [train, val, uniform, level] of cases)
    assert.equal(memorization({ train, val }, uniform), level, `${train} ${val}`);
});

/** @param {number[]} valLoss @param {object} [more] */
const stateOf = (valLoss, more = {}) => {
  const history = historyOf(valLoss, (step) => Math.max(0.1, 3 - step / 10));
  const info = {
    ...{ form: 'text', nTrain: 900, nVal: 1000, baselines: { uniform: UNIFORM } },
    config: { eval_windows: 100, block_size: 10 },
    structure: { attentions: [{ kind: 'self', causal: true }] },
    ...more,
  };
  const session = { history, info, isLoaded: false };
  return /** @type {any} */ ({ session, text: { id: 'own', text: '' } });
};

const HEARD = [3.9, 3, 2.6, 3.2, 4.2];

test('memorization: it is of the losses at the step that is shown', () => {
  const state = stateOf(HEARD);
  const levels = [0, 9, 19, 20, 30, 39, 40].map(
    (at) => memorizationAt(state, at)?.level ?? '',
  );
  assert.deepEqual(levels, ['', '', '', '', 'memorizing', 'memorizing', 'memorized']);
  const { train, val } = lossesUpTo(state.session.history, 39);
  assert.equal(val, 3.2, 'the last evaluation before it');
  assert.ok(train !== null && train < 1);
  assert.deepEqual(lossesUpTo(state.session.history, -1), { train: null, val: null });
});

test('memorization: worse than guessing is what is so by more than the error of the loss', () => {
  const levelOf = (/** @type {number} */ val, /** @type {object} */ more) =>
    memorizationAt(stateOf([...HEARD.slice(0, -1), val], more), 40)?.level;
  const error = errorOf(stateOf(HEARD).session.info);
  assert.ok(error > 0.05, String(error));
  assert.equal(levelOf(UNIFORM + 0.9 * error, {}), 'memorizing');
  assert.equal(levelOf(UNIFORM + 1.1 * error, {}), 'memorized');
  // Of few characters the loss is known less well.
  assert.equal(levelOf(UNIFORM + 1.1 * error, { nVal: 100 }), 'memorizing');
});

test('memorization: nothing is said of tasks, of a text it was not trained on, nor where it sees what it predicts', () => {
  const last = 40;
  const seeing = { attentions: [{ kind: 'self', causal: false }] };
  for (const more of [{ form: 'answer' }, { nTrain: 0 }, { structure: seeing }])
    assert.equal(
      memorizationAt(stateOf(HEARD, more), last),
      null,
      JSON.stringify(more),
    );
  const task = stateOf(HEARD);
  task.text.id = 'task';
  assert.equal(memorizationAt(task, last), null);
  assert.equal(memorizationAt({ ...task, session: null }, last), null);
});

test('the lowest validation loss is one that was passed', () => {
  const lowest = (/** @type {number[]} */ valLoss) =>
    lowestValidation({ valStep: valLoss.map((_, n) => 20 * n), valLoss });
  assert.deepEqual(lowest(HEARD), { step: 40, loss: 2.6 });
  assert.deepEqual(lowest([1, 2, 3]), { step: 0, loss: 1 }, 'the first of all');
  assert.equal(lowest([3, 2, 1]), null, 'the last');
  assert.equal(lowest([3]), null, 'the only one');
  assert.equal(lowest([]), null);
  assert.deepEqual(lowest([3, 1, 2, 1]), { step: 20, loss: 1 }, 'the first of two');
  assert.equal(lowest([3, 1, NaN]), null, 'it diverged');
});
