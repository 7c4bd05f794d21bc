// SPDX-License-Identifier: MIT
// What the attention loop asks for: more than attention and logits only while a view wants
// it, and then at once. A real session, without a page.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { AttentionLoop } from '../../../web/queries/attention-loop.js';
import { lensCost } from '../../../web/queries/budget.js';
import { isWhole } from '../../../web/queries/lens-pieces.js';
import { QueryScheduler } from '../../../web/queries/scheduler.js';
import { SMALL, openSession } from '../../wasm/support.js';
import { stopTime } from '../support/clock.js';
import { stateOf, storeWith } from '../support/store.js';

const LINE = 'the fox ran';

/** @type {import('../../../wasm/index.js').Session} */ let session;
/** @type {import('../../../web/state/store.js').Store<any>} */ let store;
/** @type {AttentionLoop} */ let loop;
/** @type {QueryScheduler} */ let queries;
/** @type {unknown[]} */ let reported;

beforeEach(async () => {
  Object.assign(globalThis, { document: { hidden: false } });
  reported = [];
  const report = (/** @type {unknown} */ error) => reported.push(error);
  session = await openSession();
  store = storeWith({ line: LINE });
  loop = new AttentionLoop(store, report);
  queries = new QueryScheduler(store, report);
});

afterEach(async () => {
  loop.stop();
  queries.stop();
  await session.close();
  assert.deepEqual(reported, []);
});

/** The next activations that `is` holds for. @param {(look: any) => boolean} is
 * @returns {Promise<any>} */
const until = async (is) =>
  (await stateOf({ store }, ({ activations: look }) => look && is(look))).activations;

test('lens, norms and comparison come at once when a view wants them, and end with it', async () => {
  store.set({ session, phase: session.state });
  const bare = await until(() => true);
  assert.deepEqual([bare.lens, bare.mlpNorm, bare.compared], [null, null, null]);

  const one = queries.want(['depths']);
  const two = queries.want(['depths']);
  const whole = await until(({ lens }) => lens !== null);
  assert.equal(whole.lens.depths.length, 5);
  assert.equal(whole.mlpNorm.length, 2 * LINE.length);
  assert.equal(whole.compared, null);

  one();
  await session.setHead({ layer: 0, head: 1, on: false });
  store.set({ ablated: [{ layer: 0, head: 1 }] });
  const off = await until(({ ablated }) => ablated.length === 1);
  assert.deepEqual(off.compared.logits, whole.logits);

  two();
  store.set({ line: 'a hen' });
  const last = await until(({ text }) => text === 'a hen');
  assert.deepEqual([last.lens, last.compared], [null, null]);
});

test('the lens of a slow model comes depth by depth, after the picture, and no further for a line that is gone', async (t) => {
  const asked = t.mock.method(session, 'lens');
  const done = queries.want(['depths']);
  /** @type {number[]} */
  const known = [];
  store.subscribe((changed) => {
    if (!changed.has('activations')) return;
    const { lens, n } = store.state.activations;
    const top = lens ? lens.top.data.filter((/** @type {number} */ id) => id >= 0) : [];
    known.push(top.length / n);
  });
  store.set({ session, phase: session.state, progress: { msPerStep: 1e6 } });
  const { lens } = await until((look) => look.lens && isWhole(look.lens));
  assert.deepEqual(known, [0, 1, 2, 3, 4, 5]);
  const { depths, ...tables } = await session.lens({ text: LINE });
  const names = lens.depths.map((/** @type {any} */ { part }) => part);
  assert.deepEqual(
    names,
    depths.map(({ part }) => part),
  );
  for (const [name, table] of Object.entries(tables))
    assert.deepEqual(lens[name], table, name);

  asked.mock.resetCalls();
  store.subscribe(() => {
    const { text, lens: some } = store.state.activations;
    if (text === 'the owl' && some) store.set({ line: 'a hen' });
  });
  store.set({ line: 'the owl' });
  await until(({ text, lens: some }) => text === 'a hen' && some && isWhole(some));
  const texts = asked.mock.calls.map(({ arguments: [of] }) => of?.text);
  assert.deepEqual(texts, ['the owl', ...Array.from({ length: 5 }, () => 'a hen')]);
  done();
});

/** One step of training that took no time. */
const tell = () => store.set({ progress: /** @type {any} */ ({ msPerStep: 0 }) });

for (const [reducedMotion, leastMs] of /** @type {const} */ ([
  [true, 1000],
  [false, 100],
]))
  test(`while it trains pictures are ${leastMs} ms apart, reduced motion: ${reducedMotion}`, async (t) => {
    store.set({ session, phase: session.state, reducedMotion });
    await until(() => true);
    const pass = stopTime(t);
    let asked = 0;
    const { runWithCache } = session;
    t.mock.method(session, 'runWithCache', (/** @type {any} */ what) => {
      asked++;
      return runWithCache.call(session, what);
    });
    /** @param {number} n */
    const untilAsked = async (n) => {
      const before = store.state.activations;
      pass(0);
      assert.equal(asked, n, `picture ${n}`);
      while (store.state.activations === before) await new Promise(setImmediate);
    };
    // Long after the picture of the idle model.
    pass(100_000);
    store.set({ phase: 'running' });
    await untilAsked(1);
    for (let n = 2; n <= 5; n++) {
      tell();
      pass(leastMs - 1);
      assert.equal(asked, n - 1, `too early, picture ${n}`);
      tell();
      pass(1);
      await untilAsked(n);
    }
    // A paused model shows what it is at once.
    store.set({ phase: 'paused' });
    await untilAsked(6);
    t.mock.reset();
  });

test('the lens costs as much as the output layer at every depth', () => {
  const { batch_size, block_size, n_embd } = SMALL;
  const V = session.info.vocabulary.length;
  const forward = session.info.flopsPerStep / 3 / (batch_size * block_size);
  const once = (2 * n_embd * V) / forward;
  assert.ok(Math.abs(lensCost(session) - 5 * once) < 1e-9);
  assert.ok(once > 0 && once < 1);
});
