// SPDX-License-Identifier: MIT
// The pace of analyses: intervals, cost and throttle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attentionInterval } from '../../../web/queries/attention-loop.js';
import {
  affordable,
  msPerSequence,
  probed,
  watchThrottle,
} from '../../../web/queries/budget.js';
import { DrawingTime } from '../../../web/queries/drawing-time.js';
import { Paced } from '../../../web/queries/paced.js';
import { Store } from '../../../web/state/store.js';

/** A store and its clock, for a session that is asked. @param {import('node:test').TestContext} t */
function strained(t) {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const session = { analysisMs: 0 };
  const store = /** @type {import('../../../web/state/state.js').AppStore} */ (
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

test('the probe: all of it, fewer sequences, or the beginning of one where that takes long', () => {
  const of = (/** @type {number} */ msPerStep, form = 'text') =>
    probed(
      /** @type {any} */ ({
        session: {
          workers: 1,
          info: { form, config: { batch_size: 1, block_size: 1024 } },
        },
        progress: { msPerStep },
      }),
    );
  // A quarter of the context, for a third of a step.
  assert.deepEqual(of(1200), { sequences: 8 });
  assert.deepEqual(of(6000), { sequences: 3 });
  assert.deepEqual(of(72_000), { sequences: 1, tokens: 64 });
  assert.deepEqual(of(1e9), { sequences: 1, tokens: 32 });
  // Pairs and labels are not cut.
  assert.deepEqual(of(72_000, 'tagging'), { sequences: 1 });
});

/** @param {number} msPerStep @param {number} batch_size @param {object} [more]
 * @param {number} [workers] @param {number} [drawing] */
const interval = (msPerStep, batch_size, more, workers = 1, drawing = 0) =>
  attentionInterval(
    /** @type {any} */ ({
      ...{ throttle: 1, ablated: [], progress: { msPerStep } },
      session: {
        workers,
        info: {
          config: { batch_size, block_size: 8, n_embd: 8 },
          ...{ labels: [], vocabulary: ['a'], flopsPerStep: 1e12 },
          structure: { residual: [1] },
        },
      },
      ...more,
    }),
    drawing,
  );

test('attention loop: at most ten times a second, and slower for expensive models', () => {
  assert.equal(interval(5, 16), 100);
  assert.equal(interval(5, 16, { reducedMotion: true }), 1000);
  const slow = interval(300, 8);
  // One look costs about 300 / (3 · 8) ms; the pause makes that at most 5 %.
  assert.ok(300 / 24 / slow <= 0.05, `${slow} ms`);
  assert.equal(interval(60000, 1), 1000);
});

test('attention loop: two workers take half the time for a step, and one of them looks', () => {
  const one = interval(300, 16);
  assert.ok(one > 100 && one < 1000);
  assert.equal(interval(150, 16, {}, 2), one);
});

test('attention loop: a budget for an answer of two passes is half as much for each', () => {
  const [all, without] = [[], [{ layer: 0, head: 0 }]].map((ablated) =>
    interval(300, 25, { depths: true, ablated }),
  );
  assert.ok(all > 100);
  assert.equal(without, 2 * all);
});

test('attention loop: what takes long to draw is drawn less often', () => {
  assert.equal(interval(5, 16, { depths: true }), 100);
  assert.equal(interval(5, 16, { depths: true }, 1, 200), 1000);
  assert.equal(interval(5, 16, {}, 1, 200), 100, 'no depths are drawn');
});

test('drawing time: the mean of three frames after an answer, one measurement at a time', async (t) => {
  let now = 0;
  let frames = 0;
  t.mock.method(performance, 'now', () => now);
  t.after(() => delete (/** @type {any} */ (globalThis).requestAnimationFrame));
  globalThis.requestAnimationFrame = (draw) => {
    setTimeout(() => {
      draw(now);
      now += 10;
    });
    return ++frames;
  };
  const drawing = new DrawingTime();
  await Promise.all([drawing.measure(), drawing.measure()]);
  assert.equal(frames, 3);
  assert.ok(Math.abs(drawing.ms - 0.2 * 30) < 1e-9, `${drawing.ms} ms`);
  for (let n = 0; n < 40; n++) await drawing.measure();
  assert.ok(Math.abs(drawing.ms - 30) < 0.1, `${drawing.ms} ms`);
});

test('paced work: delayed work runs at once when training ends', async () => {
  let pause = 60_000;
  let asked = 0;
  const paced = new Paced(
    async () => asked++,
    () => pause,
    (error) => assert.fail(String(error)),
  );
  paced.now();
  paced.soon();
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(asked, 1, 'the budget is kept');
  pause = 0;
  paced.soon();
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(asked, 2, 'and forgotten when there is none');
  paced.stop();
});

test('budget: a large model is analysed on few sequences, a small one on all', () => {
  assert.equal(affordable(3, 8), 8);
  assert.equal(affordable(450, 8), 3);
  assert.equal(affordable(9000, 8), 1);
  const info = { flopsPerStep: 9e9, config: { batch_size: 10 } };
  const session = /** @type {any} */ ({ info, workers: 2 });
  assert.equal(msPerSequence({ session, progress: null }), 20, 'assumed');
  const progress = /** @type {any} */ ({ msPerStep: 60 });
  assert.equal(msPerSequence({ session, progress }), 4, 'measured, by two workers');
});

test('throttle: queries are delayed as far as all together exceed their share', (t) => {
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

test('throttle: rare expensive queries keep to the share as cheap ones do', (t) => {
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
