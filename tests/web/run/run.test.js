// SPDX-License-Identifier: MIT
// The life of runs without a page: real sessions in workers, a store, and what happens to
// a run when another takes its place, when its engine dies, and when all are put to rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GlassError } from '../../../wasm/index.js';
import { Format } from '../../../web/i18n/format.js';
import { Diagnostics } from '../../../web/queries/diagnostics.js';
import { ComparedRuns } from '../../../web/run/compared-runs.js';
import { Run } from '../../../web/run/run.js';
import { isUntrained } from '../../../web/state/selectors.js';
import { catalogue } from '../../../web/i18n/index.js';
import { MODULE, SMALL, TEXT } from '../../wasm/support.js';
import { stateOf, storeWith } from '../support/store.js';

/** @import { Session } from '../../../wasm/index.js' */

const REAL_WORKER = new URL('../../../wasm/worker/entry.js', import.meta.url).href;

let deaths = 0;

/** A worker as always, until it is told to die. */
function mortal() {
  const name = `death ${++deaths}`;
  const source = `import ${JSON.stringify(REAL_WORKER)};
    const heard = new BroadcastChannel('${name}');
    heard.onmessage = () => process.exit(3);
    heard.unref();`;
  const workerUrl = `data:text/javascript,${encodeURIComponent(source)}`;
  /** @param {Session} session of this worker */
  async function kill(session) {
    const end = new Promise((done) => session.on('error', done));
    const channel = new BroadcastChannel(name);
    channel.postMessage('now');
    await end;
    channel.close();
  }
  return { workerUrl, kill };
}

/** What an App is to its runs. @param {import('node:test').TestContext} t ends it */
function host(t) {
  /** @type {any[]} */ const said = [];
  const store = storeWith({ settings: SMALL });
  const options = { wasm: MODULE, workers: 1, mode: 'worker', workerUrl: REAL_WORKER };
  const report = (/** @type {unknown} */ error) => void said.push(error);
  const hooks = { beforeReplace: () => app.comparedRuns.retire() };
  const run = new Run(store, options, report, () => hooks.beforeReplace());
  const { lang, strings } = catalogue('en');
  const app = /** @type {any} */ ({
    store,
    t: strings,
    format: new Format(lang, strings.units),
    report,
    showProblem: report,
    pendingConfig: { describe: async () => true },
    prepare: (/** @type {Parameters<Run['prepare']>} */ ...asked) =>
      run.prepare(...asked),
  });
  app.comparedRuns = new ComparedRuns(app, run, { ids: new WeakMap() });
  t.after(async () => {
    app.comparedRuns.stop();
    await run.close();
  });
  const text = { id: 'own', name: 'Mine', text: TEXT, characters: 1, distinct: 1 };
  /** @type {Session[]} */ const opened = [];
  const current = () => /** @type {Session} */ (store.state.session);
  return {
    ...{ app, hooks, store, run, said, options, opened, current },
    /** Another model of the text. @param {object} [settings] */
    prepare: (settings = {}) =>
      run.prepare(text, { ...SMALL, ...settings }, async (session) =>
        opened.push(session),
      ),
    /** Of them all, those whose workers are there. */
    open: () => opened.filter(({ state }) => state !== 'closed'),
    /** @param {number} steps */
    async train(steps) {
      await current().step(steps);
      return current().hash();
    },
    /** A trained run is shelved for another, whose worker dies.
     * @param {() => void} [before] it dies @returns {Promise<string>} hash of the first */
    async lose(before = () => {}) {
      await this.prepare();
      const hash = await this.train(4);
      const { workerUrl, kill } = mortal();
      options.workerUrl = workerUrl;
      await this.prepare({ seed: 3 });
      options.workerUrl = REAL_WORKER;
      await this.train(3);
      before();
      await kill(current());
      return hash;
    },
  };
}

/** What is awaited before a run is replaced waits, and is known to.
 * @param {{ hooks: { beforeReplace: () => unknown } }} host */
function gate({ hooks }) {
  let release = () => {};
  const opened = new Promise((done) => (release = () => done(null)));
  let arrive = () => {};
  const arrived = new Promise((done) => (arrive = () => done(null)));
  hooks.beforeReplace = () => (arrive(), opened);
  return { release, arrived };
}

const soon = () => new Promise((done) => setTimeout(done, 20));

test('a dead engine does not prevent its replacement', async (t) => {
  const { run, store, opened, open, current, ...here } = host(t);
  const hash = await here.lose();
  assert.equal(await here.prepare({ seed: 5 }), true);
  assert.equal(current(), opened[2]);
  assert.deepEqual(open(), [opened[0], opened[2]], 'the dead one is closed');
  assert.equal(run.shelved?.session, opened[0], 'the good one waits as before');
  assert.equal(store.state.shelved?.step, 4);
  assert.ok(here.said.some(({ code }) => code === 'worker-died'));
  const { history, model } = store.state.comparedRuns[1];
  assert.deepEqual([history.step, model], [[1, 2, 3], null], 'its curve is there');
  await run.restoreShelved();
  assert.equal(await current().hash(), hash);
});

test('a dead engine does not end the shelved run restored in its place', async (t) => {
  const { run, store, opened, open, current, ...here } = host(t);
  const hash = await here.lose();
  await run.restoreShelved();
  assert.equal(await current().hash(), hash);
  assert.deepEqual(open(), [opened[0]]);
  assert.equal(store.state.shelved, null);
});

test('a run that cannot be serialized is shelved all the same, and the error is reported', async (t) => {
  const { run, opened, open, current, ...here } = host(t);
  await here.prepare();
  const hash = await here.train(4);
  here.hooks.beforeReplace = async () => {
    throw new GlassError('allocation_failed');
  };
  assert.equal(await here.prepare({ seed: 3 }), true);
  assert.equal(here.said[0].code, 'out-of-memory');
  assert.equal(run.shelved?.session, opened[0]);
  await here.train(2);
  await run.restoreShelved();
  assert.equal(await current().hash(), hash);
  assert.equal(run.shelved?.session, opened[1]);
  assert.equal(open().length, 2);
});

test('a request that overtakes another during a replacement closes no trained run', async (t) => {
  const { run, opened, open, current, ...here } = host(t);
  await here.prepare();
  const hash = await here.train(4);
  const { arrived, release } = gate(here);
  const first = here.prepare({ seed: 3 });
  await arrived;
  const second = here.prepare({ seed: 5 });
  while (opened.length < 3) await soon();
  await soon();
  release();
  assert.deepEqual(await Promise.all([first, second]), [false, true]);
  assert.equal(current(), opened[2]);
  assert.deepEqual(open(), [opened[0], opened[2]]);
  // Once brought back, it is the one that was.
  await run.restoreShelved();
  assert.equal(await current().hash(), hash);
});

test('training anew to a step ends with a pause, or with another model, while it is prepared', async (t) => {
  const { run, store, current, ...here } = host(t);
  for (const meanwhile of [() => run.pause(), () => here.prepare({ seed: 5 })]) {
    await here.prepare();
    const planned = store.state.trainUntil;
    await here.train(4);
    const { arrived, release } = gate(here);
    const trained = run.trainTo(2);
    await arrived;
    const done = meanwhile();
    here.hooks.beforeReplace = async () => {};
    release();
    await Promise.all([trained, done]);
    assert.equal(current().steps, 0);
    assert.equal(store.state.trainUntil, planned);
  }
  assert.equal(current().info.config.seed, 5);
});

test('a start during a restore shelves the run in use', async (t) => {
  const { run, opened, open, current, ...here } = host(t);
  await here.prepare();
  await here.train(4);
  await here.prepare({ seed: 3 });
  const hash = await here.train(2);
  const { arrived, release } = gate(here);
  const back = [run.restoreShelved(), run.restoreShelved()];
  await arrived;
  const prepared = here.prepare({ seed: 5 });
  while (opened.length < 3) await soon();
  await soon();
  release();
  await Promise.all(back);
  // The newest request counts: the run that was in use waits, as after any start.
  assert.equal(await prepared, true);
  assert.equal(current(), opened[2]);
  assert.deepEqual(open(), [opened[1], opened[2]]);
  await run.restoreShelved();
  assert.equal(await current().hash(), hash);
});

test('state set during a replacement comes back with its run, without a running completion', async (t) => {
  const { run, store, ...here } = host(t);
  await here.prepare();
  await here.train(2);
  const none = { probs: null, tokens: [], next: null };
  const completion = { ...none, text: 'The', prompt: 'T', busy: true };
  store.set({ completion });
  const { arrived, release } = gate(here);
  const prepared = here.prepare({ seed: 3 });
  await arrived;
  const headHistory = [{ step: 2, scores: new Float32Array(1), marks: [] }];
  store.set({ headHistory });
  // Pressed by a reader who did not see that another run was on its way.
  const { session } = store.state;
  void session?.run();
  release();
  await prepared;
  await session?.pause();
  assert.equal(session?.state, 'paused', 'what waits does not train');
  assert.equal(store.state.completion, null);
  await run.restoreShelved();
  assert.equal(store.state.headHistory, headHistory);
  assert.deepEqual(store.state.completion, { ...completion, busy: false });
});

test('what was asked of a model goes with it; the run that comes back has its own head alone', async (t) => {
  const { run, store, said, ...here } = host(t);
  await here.prepare({ n_layer: 1 });
  await here.train(2);
  const isolated = { layer: 0, head: 1 };
  store.set({ isolated });
  await here.prepare({ n_layer: 2 });
  assert.equal(store.state.isolated, null);
  store.set({ isolated: { layer: 1, head: 2 } });
  const diagnostics = new Diagnostics(store, (error) => said.push(error));
  diagnostics.selectWeight('transformer.h.1.mlp.c_fc.weight');
  await diagnostics.freeze();
  assert.ok(store.state.frozenUpdate);
  await run.restoreShelved();
  assert.equal(store.state.frozenUpdate, null);
  assert.equal(store.state.isolated, isolated);
  await diagnostics.freeze();
  assert.deepEqual(said, []);
  assert.equal(Object(store.state.frozenUpdate).update.step, 2);
});

test('closing ends the run in use, the shelved one and one that is on its way', async (t) => {
  const { run, store, opened, open, ...here } = host(t);
  await here.prepare();
  await here.train(2);
  await here.prepare({ seed: 3 });
  await here.train(2);
  assert.equal(open().length, 2);
  const { arrived, release } = gate(here);
  const coming = here.prepare({ seed: 5 });
  await arrived;
  const closed = run.close();
  release();
  assert.deepEqual(await Promise.all([coming, closed]), [false, undefined]);
  const now = store.state;
  assert.deepEqual([now.session, now.shelved, now.phase], [null, null, 'none']);
  // Whatever is left would go on as a process of its own.
  const left = open();
  await Promise.all(left.map((session) => session.close()));
  assert.deepEqual(left, []);
  assert.equal(opened.length, 3);
  assert.deepEqual(here.said, []);
});

test('suspended: what fine-tuning began with is not taken for untrained afterwards', async (t) => {
  const { app, current, store, ...here } = host(t);
  await here.prepare();
  await here.train(4);
  const settings = { learning_rate: 0.003 };
  await current().load(await current().save(), { fineTune: true, settings });
  await here.train(2);
  assert.equal(isUntrained(store.state, 0), false);
  const again = host(t);
  await again.app.comparedRuns.restoreAll(await app.comparedRuns.serializeAll());
  assert.ok(again.current().snapshots.some(({ step }) => step === 0));
  assert.equal(isUntrained(again.store.state, 0), false);
  await again.prepare();
  assert.equal(isUntrained(again.store.state, 0), true);
});

test('suspended: a dead shelved engine loses only its own run', async (t) => {
  const { run, app, options, ...here } = host(t);
  const { workerUrl, kill } = mortal();
  options.workerUrl = workerUrl;
  await here.prepare();
  await here.train(4);
  options.workerUrl = REAL_WORKER;
  await here.prepare({ seed: 3 });
  const hash = await here.train(3);
  await stateOf(here, ({ comparedRuns }) => comparedRuns.length === 2);
  await kill(/** @type {Session} */ (run.shelved?.session));
  const serialized = await app.comparedRuns.serializeAll();
  const again = host(t);
  await again.app.comparedRuns.restoreAll(serialized);
  assert.equal(await again.current().hash(), hash);
  assert.equal(again.store.state.shelved, null);
  assert.deepEqual(
    again.said.map(({ code }) => code),
    ['worker-died'],
  );
  assert.equal(again.store.state.comparedRuns.length, 2);
});

test('suspended: an engine that died in use leaves its text, its curve and all other runs', async (t) => {
  const { app, store, ...here } = host(t);
  const hash = await here.lose(() => store.set({ line: 'the fox' }));
  const again = host(t);
  await again.app.comparedRuns.restoreAll(await app.comparedRuns.serializeAll());
  const now = again.store.state;
  assert.deepEqual([now.text?.text, now.line], [TEXT, 'the fox']);
  assert.deepEqual([now.session?.steps, now.session?.info.config.seed], [0, 3]);
  assert.deepEqual(now.comparedRuns[1].history.step, [1, 2, 3]);
  assert.equal(now.shelved?.step, 4);
  assert.deepEqual(
    again.said.map(({ code }) => code),
    ['worker-died'],
  );
  // What it learns from now on is another run.
  await again.train(2);
  await again.run.restoreShelved();
  assert.equal(await again.current().hash(), hash);
  assert.deepEqual(
    again.store.state.comparedRuns.map(({ history }) => history.step?.length),
    [4, 3, 2],
  );
});
