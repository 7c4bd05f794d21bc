// SPDX-License-Identifier: MIT
// Curves, settings and weights of compared runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareTwins,
  differing,
  thinnedHistory,
} from '../../../web/run/compared-runs.js';

test('compared runs: a kept curve has fewer points, its ends, and every validation loss', () => {
  const step = Array.from({ length: 10_001 }, (_, n) => n + 1);
  const history = {
    step,
    loss: step.map((s) => 1 / s),
    valStep: [0, 50, 100],
    valLoss: [4, 3, 2],
  };
  const kept = thinnedHistory(history, 1000);
  assert.ok(kept.step.length <= 1001, String(kept.step.length));
  assert.deepEqual([kept.step[0], kept.step.at(-1)], [1, 10_001]);
  assert.ok(kept.step.every((s, n) => kept.loss[n] === 1 / s));
  assert.deepEqual(kept.valLoss, [4, 3, 2]);
  assert.notEqual(kept.valLoss, history.valLoss, 'a copy, not the growing array');
  assert.deepEqual(thinnedHistory({ step: [1, 2] }, 1000), { step: [1, 2] });
});

test('compared runs: settings that differ are named, with the value of each run', () => {
  assert.deepEqual(
    differing([
      { n_layer: 2, seed: 1 },
      { n_layer: 2, seed: 7, bias: false },
    ]),
    [
      { key: 'seed', values: [1, 7] },
      { key: 'bias', values: [undefined, false] },
    ],
  );
});

test('compared runs: twins share text and settings; the evaluation interval may differ', () => {
  const at = (/** @type {Record<number, string>} */ hashes) =>
    Object.entries(hashes).map(([step, hash]) => ({
      step: Number(step),
      hash,
      text: '',
    }));
  const settings = { seed: 1, eval_interval: 10, schedule: 'cosine', max_steps: 50 };
  const a = { settings, text: { text: 't' }, points: at({ 0: 'x', 25: 'y', 40: 'z' }) };
  const b = {
    ...a,
    settings: { ...settings, eval_interval: 5 },
    points: at({ 0: 'x', 25: 'y', 50: 'q' }),
  };
  assert.deepEqual(
    compareTwins(a, b)?.same.map(({ step }) => step),
    [0, 25],
  );
  assert.deepEqual(compareTwins(a, b)?.other, []);
  const drifted = { ...b, points: at({ 0: 'x', 25: 'w' }) };
  assert.deepEqual(
    compareTwins(a, drifted)?.other.map(({ step }) => step),
    [25],
  );
  const tuned = { ...a, points: at({ 0: 'y', 25: 'v', 40: 'w' }) };
  assert.equal(compareTwins(tuned, b), null, 'it began with other weights');
  for (const [key, value, isTwin] of /** @type {const} */ ([
    ['eval_interval', 7, true],
    ['eval_windows', 8, true],
    ['seed', 2, false],
    ['n_layer', 3, false],
    ['learning_rate', 0.1, false],
    ['val_fraction', 0.2, false],
  ])) {
    const changed = { ...a, settings: { ...settings, [key]: value } };
    assert.equal(compareTwins(a, changed) !== null, isTwin, key);
  }
  assert.equal(compareTwins(a, { ...b, text: { text: 'u' } }), null);
  assert.equal(compareTwins(a, { ...b, points: at({ 0: 'x' }) }), null);
  const longer = { ...b, settings: { ...settings, max_steps: 60 } };
  assert.equal(compareTwins(a, longer), null, 'the rate falls more slowly');
  const flat = { ...settings, schedule: 'constant' };
  const pair = [60, 50].map((max_steps) => ({
    ...a,
    settings: { ...flat, max_steps },
  }));
  assert.ok(compareTwins(pair[0], pair[1]));
});
