// SPDX-License-Identifier: MIT
// Whose an answer is: models change and time is travelled while the engine is at work, and
// what it says must not be taken for something about another model or moment. Two real
// sessions, without a page.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { queryState } from '../../../web/state/queries.js';
import { Diagnostics } from '../../../web/queries/diagnostics.js';
import { QueryScheduler } from '../../../web/queries/scheduler.js';
import { applyLinkView } from '../../../web/run/link-view.js';
import { SMALL, openSession } from '../../wasm/support.js';
import { stateOf, storeWith } from '../support/store.js';

/** @import { Session } from '../../../wasm/index.js' */

const LINE = 'the fox ran';

/** @type {Session} */ let a;
/** @type {Session} */ let b;
/** @type {import('../../../web/state/store.js').Store<any>} */ let store;
/** @type {QueryScheduler} */ let queries;
/** @type {Diagnostics} */ let diagnostics;
/** @type {unknown[]} */ let reported;
/** @type {any} */ let activations;

/** Nobody has looked at a page that is not there. */
const page = { hidden: false };

before(async () => {
  Object.assign(globalThis, { document: page });
  const open = (/** @type {number} */ seed) =>
    openSession({ config: { ...SMALL, seed } });
  [a, b] = [await open(1), await open(2)];
  for (const session of [a, b]) await session.step(10);
});
after(() => Promise.all([a.close(), b.close()]));

/** As run.js installs a run. @param {Session} session @param {object} [run] */
const install = (session, run = {}) => {
  store.set({ session, ...queryState(), activations, phase: session.state, ...run });
};

beforeEach(async () => {
  reported = [];
  const report = (/** @type {unknown} */ error) => reported.push(error);
  activations = await a.runWithCache({ text: LINE });
  store = storeWith({ line: LINE, activations });
  queries = new QueryScheduler(store, report);
  diagnostics = new Diagnostics(store, report);
  install(a);
});

/** What switching it off costs: exactly nothing where it is off already.
 * @param {Session} session @param {number} layer @param {number} head */
const isOn = async (session, layer, head) =>
  (await session.ablate({ layer, head, text: LINE })).delta !== 0;

test('diagnostic histories stay complete when the reader returns from a snapshot', async () => {
  const session = await openSession();
  install(session);
  const tell = async (
    /** @type {import('../../../web/state/types.js').ModelView} */ eye,
  ) => {
    const value = await eye.health();
    store.set({ answers: { health: { key: '', step: value.step, value } } });
  };
  for (const n of [5, 5]) {
    await session.step(n);
    await tell(session);
  }
  store.set({ viewedSnapshot: { step: 5, session: session.at(5) } });
  await tell(session.at(5));
  store.set({ viewedSnapshot: null });
  const { answers } = store.state;
  store.set({ answers: { ...answers, letters: { key: '', step: 10, value: 0 } } });
  await session.step();
  await tell(session);
  const steps = store.state.diagnosticHistory.health.map(
    (/** @type {any} */ each) => each.step,
  );
  assert.deepEqual(steps, [5, 10, 11]);
  await session.close();
});

test('the change since an earlier step is requested as soon as there is a snapshot', async () => {
  const session = await openSession();
  const { showing } = store.state;
  install(session, { snapshots: [], showing: { ...showing, mode: 'change' } });
  const end = queries.want(['earlier']);
  await new Promise((done) => setTimeout(done, 20));
  await session.step(5);
  store.set({ snapshots: session.snapshots, phase: session.state });
  const { answers } = await stateOf({ store }, (state) => state.answers.earlier?.value);
  const { value } = answers.earlier;
  const first = await session.at(0).runWithCache({ text: LINE, logits: false });
  assert.equal(value.step, 0);
  assert.deepEqual(value.attention, first.attention);
  end();
  queries.stop();
  await session.close();
  assert.deepEqual(reported, []);
});

test('a result is dropped when its model has been replaced', async () => {
  const works = {
    frozenUpdate: () => diagnostics.freeze(),
    profile: () => diagnostics.measureTimes(),
    patch: () => diagnostics.patch(1, 'x', 'heads'),
    ablation: () => queries.measureHead(0, 1),
  };
  for (const [name, work] of Object.entries(works)) {
    install(a);
    const done = work();
    await Promise.resolve();
    install(b);
    await done;
    assert.equal(store.state[name], null, name);
    assert.deepEqual(store.state.measured, {});
    install(a);
    await work();
    assert.ok(store.state[name], `${name}, undisturbed`);
  }
  assert.deepEqual(reported, []);
});

test('a model that is closed during a request reports no error', async () => {
  for (const work of [
    () => diagnostics.measureTimes(),
    () => queries.toggleHead(0, 1),
  ]) {
    const gone = await openSession();
    install(gone);
    const done = work();
    await Promise.resolve();
    const closed = gone.close();
    install(b);
    await Promise.all([done, closed]);
  }
  assert.deepEqual(reported, []);
  assert.deepEqual(store.state.ablated, []);
});

test('a shelved run knows its ablated heads, whenever it was shelved', async () => {
  for (let ticks = 0; ticks < 12; ticks++) {
    install(a);
    /** @type {{ layer: number, head: number }[]} */ let kept = [];
    const end = store.subscribe(async (changed) => {
      if (!changed.has('ablation') || !store.state.ablation) return;
      for (let n = 0; n < ticks; n++) await Promise.resolve();
      kept = store.state.ablated;
      install(b);
    });
    await queries.toggleHead(1, 2);
    end();
    assert.equal(await isOn(a, 1, 2), kept.length === 0, `after ${ticks} turns`);
    assert.deepEqual(store.state.ablated, []);
    await a.setHead({ layer: 1, head: 2, on: true });
  }
});

test('the measurement of a head stays in sight until that head is on again', async () => {
  const shown = () => {
    const { ablation } = store.state;
    return ablation && `${ablation.layer}.${ablation.head}`;
  };
  /** Switched in turn, and which measurement is shown then. @type {[number, number, string | null][]} */
  const turns = [
    [0, 1, '0.1'], // off
    [0, 2, '0.2'], // off
    [1, 2, '1.2'], // off
    [0, 2, '1.2'], // on again: another layer’s
    [1, 0, '1.0'], // off
    [1, 2, '1.0'], // on again: another head’s
    [1, 0, null], // on again: its own
    [0, 1, null],
  ];
  for (const [n, [layer, head, wanted]] of turns.entries()) {
    await queries.toggleHead(layer, head);
    assert.equal(shown(), wanted, `turn ${n}`);
  }
  assert.deepEqual(store.state.ablated, []);
  // Measuring alone switches nothing, and asking for what is so already does nothing.
  await queries.measureHead(0, 2);
  await queries.toggleHead(0, 2, true);
  assert.deepEqual([shown(), store.state.ablated], ['0.2', []]);
  assert.deepEqual(reported, []);
});

test('switching all heads on affects only the model it was requested for', async () => {
  for (const head of [0, 1]) await queries.toggleHead(0, head);
  assert.equal(store.state.ablated.length, 2);
  assert.ok(!(await isOn(a, 0, 1)));
  const done = queries.allOn();
  install(b);
  await done;
  assert.deepEqual(store.state.ablated, []);
  for (const head of [0, 1]) assert.ok(await isOn(b, 0, head), `head ${head}`);
  install(a, { ablated: [0, 1].map((head) => ({ layer: 0, head })) });
  await queries.allOn();
  assert.deepEqual(store.state.ablated, []);
  for (const head of [0, 1]) assert.ok(await isOn(a, 0, head), `head ${head}`);
});

test('a link that names a head a thousand times ablates it once', async () => {
  let n = 0;
  const end = store.subscribe((changed) => {
    if (changed.has('ablation')) n++;
  });
  const heads = Array.from({ length: 1000 }, () => '1.1').join();
  applyLinkView(/** @type {any} */ ({ store, queries }), { ablated: heads }, (names) =>
    assert.fail(names.join()),
  );
  store.set({ activations: { ...store.state.activations } });
  // Whatever is asked for after it waits until it is done.
  await queries.toggleHead(1, 1);
  assert.deepEqual(store.state.ablated, [
    { layer: 0, head: 0 },
    { layer: 1, head: 1 },
  ]);
  assert.equal(n, 2);
  end();
  await queries.allOn();
});
