// SPDX-License-Identifier: MIT
// Runs beside each other: a second one with other learning rates, samples at equal steps, how many
// are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreRun, serializeRun } from '../../../../web/run/serialization.js';
import { canRepeat } from '../../../../web/state/selectors.js';
import { openApp, stateOf } from '../../support/app-in-node.js';
import {
  drawn,
  escaped,
  listenersOf,
  propertiesOf,
  rowsOf,
  templateOf,
  textOf,
} from '../../support/render.js';

const { ratesTimes } = await import('../../../../web/views/compare/another-rate.js');
await import('../../../../web/views/compare/compare.js');

const SMALL =
  'v=1&n_layer=1&n_head=2&n_embd=16&block_size=8&batch_size=2&max_steps=100&eval_interval=10' +
  '&learning_rate=0.01&min_learning_rate=0.001';

test('another learning rate: a second run goes to the step of the first, all its rates times the factor', async (t) => {
  const app = await openApp(t, { link: SMALL });
  assert.match(textOf(drawn('gf-another-rate', app)), /Train a run first/);
  assert.ok(!drawn('gf-another-rate', app).includes('<button'));
  const first = app.store.state.session;
  await first?.run({ until: 30 });
  const says = textOf(drawn('gf-another-rate', app));
  assert.match(says, /learning rate is 0\.01\..*same step, 30,/);
  assert.match(says, /÷ 10 ÷ 3 × 3 × 10$/);
  const buttons = templateOf('gf-another-rate', app);
  assert.deepEqual(propertiesOf(buttons, 'disabled'), [false, false, false, false]);
  listenersOf(app, buttons, 'click')[2]({});
  const { session, comparedRuns } = await stateOf(
    app,
    (state) => state.comparedRuns.length === 2 && state.session?.steps === 30,
  );
  assert.ok(session && session !== first);
  const { config } = session.info;
  assert.deepEqual([config.learning_rate, config.min_learning_rate], [0.03, 0.003]);
  assert.equal(config.n_embd, 16);
  assert.deepEqual(
    comparedRuns.map(({ settings }) => settings.learning_rate),
    [0.01, 0.03],
  );
  assert.ok(
    comparedRuns[0].history.valLoss.length >= 4,
    'its curve stays in the chart',
  );
  config.learning_rate = 4;
  const offered = templateOf('gf-another-rate', app);
  assert.deepEqual(propertiesOf(offered, 'disabled'), [false, false, true, true]);
});

test('a run that went on from trained weights cannot be repeated from random ones', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { session } = app.store.state;
  await session?.run({ until: 10 });
  assert.equal(canRepeat(app.store.state), true);
  const bytes = (await session?.save()) ?? assert.fail();
  await app.checkpoint.open([bytes], {}, { fineTune: true });
  await app.store.state.session?.run({ until: 10 });
  assert.equal(canRepeat(app.store.state), false);
  assert.equal(textOf(drawn('gf-another-rate', app)), '');
});

test('a run that was trained with a head off cannot be repeated, once the head is on again either', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.trainTo(10);
  await app.queries.toggleHead(0, 1);
  assert.equal(canRepeat(app.store.state), true, 'it was trained with all heads');
  await app.trainTo(12);
  await app.queries.toggleHead(0, 1);
  assert.equal(app.store.state.ablated.length, 0);
  assert.equal(canRepeat(app.store.state), false);
  assert.equal(textOf(drawn('gf-another-rate', app)), '');
  const run = (await serializeRun(app.store.state)) ?? assert.fail();
  await app.startAgain();
  assert.equal(app.store.state.trainedAblated, false, 'the next run is another');
  await restoreRun(app, run);
  assert.equal(canRepeat(app.store.state), false, 'a kept run remembers');
});

test('a second run does not begin after a pause, nor in the place of what was chosen meanwhile', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { store, comparedRuns } = app;
  const { settings, session: first } = store.state;
  await first?.run({ until: 20 });
  let twin = comparedRuns.runTwin();
  await app.pause();
  await twin;
  assert.notEqual(store.state.session, first);
  assert.equal(store.state.session?.steps, 0);

  await store.state.session.run({ until: 20 });
  twin = comparedRuns.runTwin();
  app.pendingConfig.choose({ preset: '', settings: { ...settings, seed: 5 } });
  await app.applySettings();
  await twin;
  const { session } = store.state;
  assert.deepEqual([session?.info.config.seed, session?.steps], [5, 0]);
});

test('another learning rate: all rates go together, and none the engine would refuse', () => {
  const row = (/** @type {string} */ key) =>
    /** @type {any} */ ({ key, max: 10, default: 0.02 });
  const schema = ['learning_rate', 'muon_learning_rate', 'eps'].map(row);
  assert.deepEqual(ratesTimes(schema, { learning_rate: 0.01 }, 1 / 3), {
    learning_rate: 0.00333,
    muon_learning_rate: 0.00667,
  });
  assert.equal(ratesTimes(schema, { learning_rate: 4 }, 3), null);
});

/** An app with a run of one step. @param {Parameters<typeof openApp>} how */
async function withRun(...how) {
  const app = await openApp(...how);
  await app.store.state.session?.run({ until: 1 });
  const { comparedRuns } = await stateOf(app, ({ comparedRuns: { length } }) => length);
  return { app, run: comparedRuns[0] };
}

test('texts of one name are told apart by what is in them', async (t) => {
  const { app, run } = await withRun(t, { link: SMALL });
  const differ = (/** @type {string[]} */ ...names) => {
    const others = names.map((name, n) => ({
      ...{ ...run, id: n + 2 },
      text: { ...run.text, text: `${n}`, name, characters: 1200 + n },
    }));
    app.store.set({ comparedRuns: others });
    return rowsOf(drawn('gf-compare', app), 'id=differ').slice(1);
  };
  assert.deepEqual(differ('one', 'other'), [['Text', 'one', 'other']]);
  const { distinct } = run.text;
  assert.deepEqual(differ('own', 'own'), [
    [
      'Text',
      ...['1,200', '1,201'].map((n) => `own: ${n} characters, ${distinct} distinct`),
    ],
  ]);
});

test('settings that differ have all their digits, as the language writes them', async (t) => {
  const { app, run } = await withRun(t, { link: SMALL, lang: 'es' });
  const other = { learning_rate: 0.01234, max_steps: 1024, tied_head: false };
  const settings = { ...run.settings, ...other };
  app.store.set({ comparedRuns: [run, { ...run, id: 2, settings }] });
  const rows = rowsOf(drawn('gf-compare', app), 'id=differ').slice(1);
  assert.deepEqual(
    rows.map(([, ...values]) => values),
    [
      ['true', 'false'],
      ['0,01', '0,01234'],
      ['100', '1024'],
    ],
  );
});

test('of more runs than are kept, the newest are', async (t) => {
  const app = await openApp(t, { link: SMALL });
  for (let n = 1; n <= 10; n++) {
    const { session } = app.store.state;
    await session?.run({ until: 1 });
    const seed = session?.info.config.seed;
    // A run is recorded a moment after its last step: its own, not the one before.
    await stateOf(app, ({ comparedRuns }) => {
      const last = comparedRuns.at(-1);
      return (
        last !== undefined && last.settings.seed === seed && last.points.length > 0
      );
    });
    if (n === 10) break;
    app.pendingConfig.set('seed', n + 100);
    await stateOf(app, ({ configPending }) => configPending);
    await app.applySettings();
  }
  const seeds = app.store.state.comparedRuns.map(({ settings }) => settings.seed);
  assert.deepEqual(seeds, [102, 103, 104, 105, 106, 107, 108, 109]);
});

test('samples of runs of different lengths: those of the latest step that all runs have', async (t) => {
  const app = await openApp(t, { link: SMALL });
  for (const [n, until] of [30, 25].entries()) {
    if (n > 0) {
      app.pendingConfig.set('seed', 100);
      await stateOf(app, ({ configPending }) => configPending);
      await app.applySettings();
    }
    await app.store.state.session?.run({ until });
    await stateOf(
      app,
      ({ comparedRuns }) => comparedRuns[n]?.points.at(-1)?.step === until,
    );
  }
  const { comparedRuns } = app.store.state;
  const shown = drawn('gf-compare', app);
  const textsAt = (/** @type {number} */ step) =>
    comparedRuns.map(
      ({ points, prompt }) =>
        prompt.trim() + points.find((point) => point.step === step)?.text,
    );
  for (const text of textsAt(25)) assert.ok(shown.includes(escaped(text)), text);
  assert.ok(!shown.includes(escaped(textsAt(30)[0])));
});
