// SPDX-License-Identifier: MIT
// Settings while they are typed.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { describeConfig } from '../../../wasm/index.js';
import { openApp, stateOf, wordsOf } from '../support/app-in-node.js';
import { stopTime } from '../support/clock.js';

const SMALL = '#v=1&n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=2';
const TYPED_MS = 10_000;

test('what is no number in one field is still said when another changes', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { pendingConfig, store } = app;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  pendingConfig.set('n_embd', undefined);
  const [said] = Object.values(store.state.settingProblems);
  assert.match(said, /number/);
  pendingConfig.set('n_layer', 2);
  mock.timers.tick(TYPED_MS);
  mock.timers.reset();
  await stateOf(app, ({ session }) => session?.info.config.n_layer === 2);
  assert.deepEqual(store.state.settingProblems, { n_embd: said });
  assert.equal(said, 'Enter a whole number.', '7.5 is a number');
  pendingConfig.set('learning_rate', undefined);
  assert.ok(Object.values(store.state.settingProblems).includes('Enter a number.'));
  pendingConfig.set('learning_rate', 0.01);
  pendingConfig.set('n_embd', 16);
  await stateOf(app, ({ session }) => session?.info.config.n_embd === 16);
  assert.deepEqual(store.state.settingProblems, {});
});

test('the estimate is the engine’s: parameters, memory, and a time once there is one', async (t) => {
  // Some of the parameters are not trained.
  const app = await openApp(t, { link: `${SMALL}&lora_rank=2` });
  const { pendingConfig, store } = app;
  await pendingConfig.describe();
  const { info } = store.state.session ?? assert.fail();
  const vocabSize = info.vocabulary.length;
  const { settings } = store.state;
  const untimed = await describeConfig(settings, { vocabSize, timed: false });
  const { nParam, memoryBytes } = untimed;
  assert.equal(nParam, info.nParam);
  assert.ok(untimed.nTrained < nParam);
  assert.deepEqual(store.state.estimate, { nParam, memoryBytes, msPerStep: 0 });

  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  pendingConfig.time();
  mock.timers.tick(TYPED_MS);
  mock.timers.reset();
  await stateOf(app, ({ estimate }) => Number(estimate?.msPerStep) > 0);
  // The speed was measured once: what follows from it is the same again.
  const { estimatedMsPerStep } = await describeConfig(settings, { vocabSize });
  const msPerStep = estimatedMsPerStep;
  assert.deepEqual(store.state.estimate, { nParam, memoryBytes, msPerStep });
});

for (const link of [
  `${SMALL}&tokenizer=words`,
  `${SMALL}&tokenizer=bpe`,
  'v=2&preset=tagger',
])
  test(`the estimate of a model there is has its parameters: ${link}`, async (t) => {
    const app = await openApp(t, { link });
    const { session, estimate } = app.store.state;
    assert.equal(estimate?.nParam, session?.info.nParam);
  });

test('a change that Resume ignores is said, and does not change the run', async (t) => {
  const app = await openApp(t, { link: `${SMALL}&max_steps=4` });
  await app.stepOnce();
  await app.train();
  const said = () => app.store.state.notice?.text ?? '';
  assert.equal(said(), '');
  app.pendingConfig.set('learning_rate', 0.5);
  await app.pendingConfig.settle();
  const { session, configPending } = app.store.state;
  assert.ok(configPending);
  await app.train();
  assert.equal(app.store.state.session, session);
  assert.match(said(), /continues with its own settings.*after a restart/);
});

test('Train and One step take what has just been typed', async (t) => {
  const app = await openApp(t, { link: `${SMALL}&max_steps=4` });
  const { pendingConfig, store } = app;
  const pass = stopTime(t);
  const taken = () => {
    const { session, configPending, shelved, notice } = store.state;
    const { n_embd, learning_rate } = session?.info.config ?? {};
    const { steps } = session ?? {};
    return { n_embd, learning_rate, steps, configPending, shelved, notice };
  };
  pendingConfig.set('n_embd', 16);
  await app.stepOnce();
  const rest = { configPending: false, shelved: null, notice: null };
  const { learning_rate } = taken();
  assert.deepEqual(taken(), { n_embd: 16, learning_rate, steps: 1, ...rest });

  // It settles just before Train, or while Train is on its way.
  for (const [n_embd, before, after] of [
    [24, TYPED_MS, 0],
    [32, 0, TYPED_MS],
  ]) {
    await app.startAgain();
    await app.discardShelved();
    pendingConfig.set('n_embd', n_embd);
    pass(before);
    const trained = app.train();
    pass(after);
    await trained;
    assert.deepEqual(taken(), { n_embd, learning_rate, steps: 4, ...rest });
  }

  // A trained model goes on as it is, which is said.
  pendingConfig.set('learning_rate', 0.5);
  await app.train();
  const { notice, ...after } = taken();
  assert.match(String(notice?.text), /continues with its own settings/);
  const isPending = { configPending: true, shelved: null };
  assert.deepEqual(after, { n_embd: 32, learning_rate, steps: 5, ...isPending });
});

test('where there is no engine the estimate of time is left out', async (t) => {
  const app = await openApp(t, { link: SMALL });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { WebAssembly } = globalThis;
  t.after(() => Object.assign(globalThis, { WebAssembly }));
  Object.assign(globalThis, { WebAssembly: undefined });
  app.pendingConfig.time();
  // These ask for it too.
  app.setLanguage(wordsOf('es'));
  app.pendingConfig.reset();
  t.mock.timers.runAll();
  // A rejection that nobody handles fails the test.
  await new Promise((done) => setImmediate(done));
  await assert.rejects(app.pendingConfig.describe(), { code: 'no-wasm' });
});
