// SPDX-License-Identifier: MIT
// Going back in time and the bookkeeping of runs, as far as they need no page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ROWS, append, emptyHistory } from '../../wasm/shared/history.js';
import { watchThrottle } from '../../web/queries/budget.js';
import {
  differing,
  thinnedHistory,
  compareTwins,
} from '../../web/run/compared-runs.js';
import {
  fromBytes,
  neighbourStep,
  toBytes,
  withPatterns,
} from '../../web/run/snapshots.js';
import { Store } from '../../web/state/store.js';

test('time moves from copy to copy, ends at now and at the first', () => {
  const list = [0, 5, 25, 100].map((step) => ({ step }));
  assert.equal(neighbourStep(list, null, -1), 100);
  assert.equal(neighbourStep(list, 100, -1), 25);
  assert.equal(neighbourStep(list, 0, -1), 0);
  assert.equal(neighbourStep(list, 25, 1), 100);
  assert.equal(neighbourStep(list, 100, 1), null);
  assert.equal(neighbourStep(list, null, 1), null);
});

test('a copy thinned out under the eyes has neighbours still', () => {
  const list = [0, 50, 100].map((step) => ({ step }));
  assert.equal(neighbourStep(list, 60, -1), 50);
  assert.equal(neighbourStep(list, 60, 1), 100);
});

test('a new list of copies keeps the pictures of those that stay', () => {
  const pattern = { line: 'a', ablated: [], attention: new Uint8Array(4) };
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
    compareTwins(a, b)?.same.map(({ step }) => step),
    [0, 25],
  );
  assert.deepEqual(compareTwins(a, b)?.other, []);
  const drifted = { ...b, points: at({ 0: 'x', 25: 'w' }) };
  assert.deepEqual(
    compareTwins(a, drifted)?.other.map(({ step }) => step),
    [25],
  );
  assert.equal(compareTwins(a, { ...b, textHash: 'u' }), null);
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

/** Steps from…to, as news. @param {number} from @param {number} to */
function steps(from, to) {
  const news = emptyHistory();
  for (let step = from; step <= to; step++) {
    news.step.push(step);
    news.loss.push(1 / step);
    news.learningRate.push(0.1);
    news.gradNorm.push(step / 2);
  }
  return news;
}

test('a history is whole up to its limit, and thinned beyond in its older half', () => {
  const history = emptyHistory();
  const { step, loss } = history;
  for (let at = 1; at < MOST_ROWS; at += 1024) append(history, steps(at, at + 1023));
  assert.equal(step.length, MOST_ROWS);
  assert.ok(step.every((value, n) => value === n + 1));
  append(history, steps(MOST_ROWS + 1, MOST_ROWS + 3));
  assert.equal(history.step, step, 'the array is the one that was handed out');
  assert.equal(step.length, (3 * MOST_ROWS) / 4 + 3);
  assert.deepEqual(step.slice(0, 3), [1, 3, 5]);
  assert.equal(step.at(-1), MOST_ROWS + 3);
  assert.deepEqual(step.slice(-MOST_ROWS / 2)[1], MOST_ROWS / 2 + 5);
  assert.ok(step.every((value, n) => loss[n] === 1 / value));
});

/** A store and its clock, for a session that is asked. @param {import('node:test').TestContext} t */
function strained(t) {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const session = { analysisMs: 0 };
  const store = /** @type {import('../../web/state/state.js').AppStore} */ (
    new Store(
      /** @type {any} */ ({ session, phase: 'running', throttle: 1, completion: null }),
    )
  );
  watchThrottle(store);
  /** A second passes. @param {number} analysisMs */
  const second = (analysisMs) => {
    now += 1000;
    session.analysisMs += analysisMs;
    store.set({ progress: /** @type {any} */ ({}) });
  };
  return { session, store, second };
}

test('questions are put off as far as all together take more than their share', (t) => {
  const { store, second } = strained(t);
  /** @param {number} share of the time, unstrained */
  const asks = (share) => second((1000 * share) / store.state.throttle);
  for (let n = 0; n < 10; n++) asks(0.01);
  assert.equal(store.state.throttle, 1);
  // Eight times the share that all may have.
  for (let n = 0; n < 80; n++) asks(0.24);
  assert.ok(Math.abs(store.state.throttle - 8) < 0.5, `${store.state.throttle}`);
  for (let n = 0; n < 80; n++) asks(0.01);
  assert.equal(store.state.throttle, 1);
});

test('costly questions asked seldom keep to the share as light ones do', (t) => {
  const { session, store, second } = strained(t);
  // Unstrained, 300 ms every three seconds: a tenth of the time.
  let waited = 0;
  const pass = () => {
    waited += 1;
    const asks = waited >= 3 * store.state.throttle;
    if (asks) waited = 0;
    second(asks ? 300 : 0);
  };
  for (let n = 0; n < 60; n++) pass();
  const before = session.analysisMs;
  for (let n = 0; n < 600; n++) pass();
  const share = (session.analysisMs - before) / 600_000;
  assert.ok(Math.abs(share - 0.03) < 0.003, `${share}`);
});
