// SPDX-License-Identifier: MIT
// Going back in time and the bookkeeping of runs, as far as they need no page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differing, thinnedHistory, twins } from '../../web/kept-runs.js';
import { fromBytes, moved, toBytes, withPatterns } from '../../web/snapshots.js';

test('time moves from copy to copy, ends at now and at the first', () => {
  const list = [0, 5, 25, 100].map((step) => ({ step }));
  assert.equal(moved(list, null, -1), 100);
  assert.equal(moved(list, 100, -1), 25);
  assert.equal(moved(list, 0, -1), 0);
  assert.equal(moved(list, 25, 1), 100);
  assert.equal(moved(list, 100, 1), null);
  assert.equal(moved(list, null, 1), null);
});

test('a copy thinned out under the eyes has neighbours still', () => {
  const list = [0, 50, 100].map((step) => ({ step }));
  assert.equal(moved(list, 60, -1), 50);
  assert.equal(moved(list, 60, 1), 100);
});

test('a new list of copies keeps the pictures of those that stay', () => {
  const pattern = { line: 'a', off: [], attention: new Uint8Array(4) };
  const before = [
    { step: 0, event: '', pattern },
    { step: 5, event: '', pattern: null },
  ];
  const marks = [
    { step: 0, event: '' },
    { step: 10, event: 'unigram' },
  ];
  assert.deepEqual(withPatterns(marks, before), [
    { step: 0, event: '', pattern },
    { step: 10, event: 'unigram', pattern: null },
  ]);
});

test('eight bits of an attention weight are within half a step of it', () => {
  const weights = Float32Array.from({ length: 300 }, (_, n) => (n / 299) ** 2);
  fromBytes(toBytes(weights)).forEach((value, n) => {
    assert.ok(Math.abs(value - weights[n]) <= 0.5 / 255 + 1e-7);
  });
});

test('a kept curve has fewer points, its ends, and every measurement of held-out text', () => {
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

test('settings that differ are named, with the value of each run', () => {
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

test('twins share text and settings; how often to measure makes no difference', () => {
  const at = (/** @type {Record<number, string>} */ hashes) =>
    Object.entries(hashes).map(([step, hash]) => ({
      step: Number(step),
      hash,
      text: '',
    }));
  const settings = { seed: 1, eval_interval: 10, schedule: 'cosine', max_steps: 50 };
  const a = { settings, textHash: 't', points: at({ 0: 'x', 25: 'y', 40: 'z' }) };
  const b = {
    ...a,
    settings: { ...settings, eval_interval: 5 },
    points: at({ 0: 'x', 25: 'y', 50: 'q' }),
  };
  assert.deepEqual(
    twins(a, b)?.same.map(({ step }) => step),
    [0, 25],
  );
  assert.deepEqual(twins(a, b)?.other, []);
  const drifted = { ...b, points: at({ 0: 'x', 25: 'w' }) };
  assert.deepEqual(
    twins(a, drifted)?.other.map(({ step }) => step),
    [25],
  );
  assert.equal(twins(a, { ...b, textHash: 'u' }), null);
  assert.equal(twins(a, { ...b, points: at({ 0: 'x' }) }), null);
  const longer = { ...b, settings: { ...settings, max_steps: 60 } };
  assert.equal(twins(a, longer), null, 'the rate falls more slowly');
  const flat = { ...settings, schedule: 'constant' };
  const pair = [60, 50].map((max_steps) => ({
    ...a,
    settings: { ...flat, max_steps },
  }));
  assert.ok(twins(pair[0], pair[1]));
});
