// SPDX-License-Identifier: MIT
// What is asked how often and of how much, what is kept of it, and who hears of a failure: with
// sessions that answer at once, and the numbers worked out by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import '../support/app-in-node.js';
import { timeCache } from '../../../web/queries/cache-timing.js';
import { Diagnostics } from '../../../web/queries/diagnostics.js';
import { HeadHistory, SCORES } from '../../../web/queries/head-history.js';
import { originOf } from '../../../web/queries/origin.js';
import { QUERIES } from '../../../web/queries/registry.js';
import { QueryScheduler } from '../../../web/queries/scheduler.js';
import { SnapshotBrowser } from '../../../web/queries/snapshots.js';
import { nextToken, selectedToken } from '../../../web/state/selectors.js';
import { initialState } from '../../../web/state/state.js';
import { openSession } from '../../wasm/support.js';
import { storeWith } from '../support/store.js';

/** @type {import('../../../wasm/index.js').Session} */ let session;
const LINE = 'the fox ran';

before(async () => {
  Object.assign(globalThis, { document: { hidden: false } });
  session = await openSession();
  await session.step(10);
});
after(() => session.close());

/** @param {object} [more] @returns {any} */
const storeOf = (more = {}) =>
  storeWith({ line: LINE, phase: session.state, session, ...more });

/** @param {unknown} error */
const fail = (error) => assert.fail(String(error));
const rest = () => new Promise((done) => setImmediate(done));

test('the least time between two answers, ms, and their cost in sequences', () => {
  /** @type {any} */
  const [model, state] = [{ info: { config: { batch_size: 4 } } }, initialState()];
  const table = Object.entries(QUERIES).map(([name, { intervalMs, sequences }]) => [
    name,
    intervalMs,
    sequences?.(model, state),
  ]);
  assert.deepEqual(table, [
    ['lens', 300, undefined],
    ['attribution', 300, undefined],
    ['forwardPass', 300, undefined],
    ['origin', 300, undefined],
    ['pattern', 200, undefined],
    ['earlier', 200, undefined],
    ['saliency', 300, undefined],
    ['importance', 1000, 24],
    ['why', 300, 3],
    ['hide', 1000, 2],
    ['circuits', 1000, undefined],
    ['embeddings', 1000, undefined],
    ['positions', 1000, undefined],
    ['health', 2000, 8],
    ['gradients', 3000, 12],
    ['headComparison', 3000, 12],
    ['dropout', 1000, 2],
    ['masks', 1000, 3],
    ['neurons', 1000, 8],
  ]);
});

test('another baseline is another question', async () => {
  const activations = await session.runWithCache({ text: LINE });
  const pinned = {
    pin: { i: 2, j: null },
    activations: { ...activations, text: LINE },
  };
  const of = (/** @type {object} */ more) =>
    QUERIES.attribution.dependsOn(storeOf({ ...pinned, ...more }).state);
  assert.deepEqual(of({}), [LINE, 2, 'nothing']);
  assert.deepEqual(of({ attributionBaseline: 'strongest' }), [LINE, 2, 'strongest']);
});

test('a view that begins to show an answer has it asked for at once', async () => {
  const store = storeOf();
  const queries = new QueryScheduler(store, fail);
  const done = queries.want(['health']);
  while (!store.state.answers.health) await rest();
  assert.equal(store.state.answers.health.step, 10);
  done();
  queries.stop();
});

test('all queries together hold back where they take more than their share', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const own = { analysisMs: 0, steps: 1, info: session.info, state: 'running' };
  const store = storeOf({ session: own, phase: 'running', progress: { msPerStep: 1 } });
  const queries = new QueryScheduler(store, fail);
  const later = (/** @type {number} */ ms) => {
    now += 2000;
    own.analysisMs += ms;
    store.set({ progress: { msPerStep: 1 } });
  };
  later(0);
  later(400);
  // (400 − 0.03 · 2000) / 500, to the power of e.
  assert.ok(Math.abs(store.state.throttle - Math.exp(0.68)) < 1e-9);
  queries.stop();
});

test('an ablation keeps its characters, and its sample is drawn at 0.8', async () => {
  const activations = await session.runWithCache({ text: LINE });
  const store = storeOf({ activations });
  const queries = new QueryScheduler(store, fail);
  await queries.measureHead(0, 0);
  const { ablation } = store.state;
  assert.deepEqual(ablation.characters, [...LINE]);
  const sample = { chars: 160, seed: 1, temperature: 0.8 };
  const same = await session.ablate({ layer: 0, head: 0, text: LINE, sample });
  assert.deepEqual(ablation.result, same);
  queries.stop();
});

test('histories of diagnostics keep 48 answers before the older half is thinned', () => {
  const store = storeOf();
  new Diagnostics(store, fail);
  for (let step = 1; step <= 49; step++)
    store.set({ answers: { health: { step, value: { step } } } });
  assert.equal(store.state.diagnosticHistory.health.length, 25 + 12);
});

test('a failure of what is asked for once is reported', async () => {
  const wrong = new Error('wrong');
  const broken = { ...session, pause: () => Promise.reject(wrong) };
  /** @type {unknown[]} */ const reported = [];
  const report = (/** @type {unknown} */ error) => reported.push(error);
  const store = storeOf({ session: broken });
  await new Diagnostics(store, report).freeze();
  assert.deepEqual(reported, [wrong]);
});

test('what the next update is compared with are the logits of one position', async () => {
  const store = storeOf({ pin: { i: 3, j: null } });
  await new Diagnostics(store, fail).freeze();
  const { logits } = await session.runWithCache({ text: LINE });
  const V = session.info.vocabulary.length;
  const { before } = store.state.frozenUpdate;
  assert.equal(before.i, 3);
  assert.deepEqual(before.logits, logits?.slice(3 * V, 4 * V));
});

test('of every head all scores are kept', async () => {
  const store = storeOf();
  const history = new HeadHistory(store, fail);
  store.set({ detailed: true });
  while (store.state.headHistory.length === 0) await rest();
  const [{ scores, marks }] = store.state.headHistory;
  assert.equal(scores.length, marks.length * SCORES);
  const { heads } = await session.headReport({ sequences: 8 });
  assert.equal(scores[SCORES], Math.fround(heads[1].back[0]));
  history.stop();
});

test('a head at an earlier step has the badge that it had then, of the same pattern', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const claim = { pattern: 'self', offset: 0, score: 1, chance: 0 };
  const head = { claim, badge: false };
  const past = { headReport: async () => ({ step: 5, heads: [head, head, head] }) };
  const marks = [
    { pattern: 'self', badge: true },
    { pattern: 'first', badge: true },
    { pattern: 'self', badge: false },
  ];
  const store = storeOf({ headHistory: [{ step: 4, marks }] });
  const browser = new SnapshotBrowser(store, fail);
  const show = async (/** @type {any} */ session) => {
    store.set({
      viewedSnapshot: { step: 5, session: { ...session, info: { config: {} } } },
    });
    t.mock.timers.tick(200);
    for (let n = 0; n < 5; n++) await rest();
  };
  await show(past);
  const badges = store.state.viewedHeadReport.heads.map(
    (/** @type {{ badge: boolean }} */ { badge }) => badge,
  );
  assert.deepEqual(badges, [true, false, false]);
  const wrong = new Error('wrong');
  /** @type {unknown[]} */ const reported = [];
  new SnapshotBrowser(store, (error) => reported.push(error));
  await show({ headReport: () => Promise.reject(wrong) });
  assert.deepEqual(reported, [wrong]);
  browser.stop();
});

test('the scores at an earlier step are those of the model in use', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = storeOf();
  const browser = new SnapshotBrowser(store, fail);
  /** The same step of another model. @param {number} score */
  const scoreShown = async (score) => {
    const { info, snapshots } = session;
    const heads = [{ back: [score] }];
    const past = { info, headReport: async () => ({ step: 5, heads }) };
    store.set({ session: { info, snapshots, on: () => () => {} } });
    store.set({ viewedSnapshot: { step: 5, session: past } });
    t.mock.timers.tick(200);
    for (let n = 0; n < 5; n++) await rest();
    return store.state.viewedHeadReport.heads[0].back[0];
  };
  assert.deepEqual([await scoreShown(0.25), await scoreShown(0.75)], [0.25, 0.75]);
  browser.stop();
});

test('the cache is timed in three rounds, none of which begins after two seconds', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  /** @param {number} ms of a text @param {number} [room] tokens that fit */
  const times = async (ms, room = 10) => {
    now = 0;
    /** @type {number[]} */ const chars = [];
    const model = {
      info: { config: { block_size: 6 + room } },
      runWithCache: async () => ({ n: 6 }),
      sample: async (
        /** @type {{ chars: number, cache: boolean }} */ { chars: n, cache },
      ) => {
        chars.push(n);
        now += cache ? ms : 2 * ms;
        return { text: 'same', tokens: Array.from({ length: n }) };
      },
    };
    return { ...(await timeCache(/** @type {any} */ (model), 'prompt')), chars };
  };
  const { chars, ...quick } = await times(100);
  assert.deepEqual(quick, { n: 10, cached: 10, full: 20, text: 'same', isSame: true });
  assert.deepEqual(chars, Array(6).fill(10));
  assert.equal((await times(666)).chars.length, 4, '1,998 ms after the first round');
  assert.equal((await times(2000 / 3 + 0.1)).chars.length, 2);
  assert.deepEqual((await times(100, 0)).chars[0], 1);
  assert.deepEqual((await times(100, 1000)).chars[0], 127);
});

test('a number of an answer leads to its place, a table of another answer nowhere', () => {
  const data = Float32Array.from({ length: 12 }, (_, n) => n);
  const at = { tensor: 'h.0.x', row: 2, column: 1 };
  const value = { x: { rows: 2, columns: 3, data: data.subarray(0, 6) }, xAt: at };
  /** @type {any[]} */ const shown = [];
  const showOrigin = (/** @type {any} */ way) => shown.push(...way);
  const store = storeOf({ answers: { forwardPass: { value } } });
  originOf({ store, queries: { showOrigin } }, { data: data.subarray(3, 6) })?.(1, 1);
  assert.deepEqual(shown, [{ tensor: 'h.0.x', row: 4, column: 2 }]);
  assert.equal(
    originOf({ store, queries: { showOrigin } }, { data: data.slice(6) }),
    null,
  );
});

test('the next token of a text, of a tagger none; a token chosen while its pin stays', () => {
  const vocabulary = ['a', 'b', 'c'];
  const pin = { i: 0, j: null };
  const of = (/** @type {string[]} */ labels, /** @type {object} */ more = {}) =>
    storeOf({
      ...{ line: 'ab', pin, session: { info: { vocabulary, labels } } },
      activations: { text: 'ab', n: 2, characters: ['a', 'b'] },
      ...more,
    }).state;
  assert.equal(nextToken(of([])), 1);
  assert.equal(nextToken(of(['X'])), -1);
  assert.equal(nextToken(of([], { pin: { i: 1, j: null } })), -1);
  assert.equal(selectedToken(of([])), 0);
  assert.equal(selectedToken(of([], { chosenToken: { token: 2, pin } })), 2);
  assert.equal(selectedToken(of([], { chosenToken: { token: 2, pin: null } })), 0);
});
