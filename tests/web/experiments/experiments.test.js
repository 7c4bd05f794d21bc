// SPDX-License-Identifier: MIT
// The experiments of a page with a real App and real runs: carried out, stopped and gone on with,
// kept by the browser, named by links, opened from files, and a setting taken over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, openApp, stateOf } from '../support/app-in-node.js';
import { pageStorage } from '../support/storage.js';

/** @import { Experiments } from '../../../web/experiments/experiments.js' */

const { EXPERIMENTS } = await import('../../../web/experiments/built-in.js');
const { experimentsOf } = await import('../../../web/experiments/experiments.js');
const { problemWords } = await import('../../../web/views/experiments/sentences.js');
const { experimentWords } = await import('../../../web/i18n/experiments.js');
const { loadLanguage } = await import('../../../web/i18n/languages.js');
await loadLanguage('es');

const STEPS = 12;
const OWN = {
  ...{ glassformer: 'experiment', version: 1, id: 'own', title: 'Rates' },
  question: 'Which rate?',
  text: 'the cat sat on the mat and the rat ran to the hat. '.repeat(20),
  settings: {
    ...{ n_layer: 1, n_head: 2, n_embd: 8, block_size: 8, batch_size: 2 },
    ...{ max_steps: STEPS, eval_interval: 6, eval_windows: 4 },
  },
  vary: { label: 'rate', setting: 'learning_rate', values: [0.001, 0.01] },
  seeds: [1, 2],
};
const FILE = JSON.stringify(OWN, null, 2);
const SMALL = 'v=2&n_layer=1&n_head=2&n_embd=8&block_size=8&batch_size=2&max_steps=50';

const storage = pageStorage();

/** @param {Parameters<typeof openApp>} how */
async function opened(...how) {
  const app = await openApp(...how);
  const all = experimentsOf(app);
  await all.ready;
  return { app, all };
}

const outcomes = (/** @type {Experiments} */ { chosen: { runner } }) =>
  runner.runs.map((run) => {
    /** @type {Partial<import('../../../web/experiments/experiment.js').Result>} */
    const rest = { ...runner.results.get(run) };
    delete rest.run;
    return rest;
  });

test('experiments: stopped, gone on with and closed, every result is kept', async (t) => {
  const { app, all } = await opened(t, { link: SMALL });
  assert.ok(await all.open(FILE));
  const { runner } = all.chosen;
  const first = all.start();
  assert.ok(runner.isRunning);
  await changed(all, () => runner.results.size > 0);
  all.stop();
  await first;
  const early = new Map(runner.results);
  assert.ok(early.size < 4, String(early.size));
  assert.equal(runner.failures.size, 0, 'stopped is not failed');

  const again = await opened(t, { link: SMALL });
  assert.equal(again.all.chosen.experiment.id, 'own', 'the one looked at last');
  assert.deepEqual(
    outcomes(again.all).filter(({ hash }) => hash),
    [...early.values()].map(({ run: _, ...rest }) => rest),
    'in the next visit',
  );
  await again.all.start();
  assert.ok(again.all.chosen.runner.isDone);
  assert.equal(again.all.share, 1);
  const whole = outcomes(again.all);
  for (const [run, { hash }] of early)
    assert.equal(whole[runner.runs.indexOf(run)].hash, hash);
  assert.equal(new Set(whole.map(({ hash }) => hash)).size, 4);
  for (const { steps, trainLoss = NaN, seconds = NaN, curve } of whole) {
    assert.equal(steps, STEPS);
    assert.deepEqual([curve?.step, curve?.train?.length], [[0, 6, 12], 3]);
    assert.ok(trainLoss > 0 && seconds > 0);
    assert.notEqual(trainLoss, curve?.loss.at(-1), 'the text of training is another');
  }
  const third = await opened(t);
  assert.deepEqual(outcomes(third.all), whole);
  assert.equal(third.all.chosen.isKept, true);

  const kept = `glassformer.experiments.${third.all.chosen.key}`;
  for (const how of /** @type {const} */ (['discard', 'remove'])) {
    const undo = third.all[how](third.all.chosen);
    assert.equal(JSON.parse(storage.getItem(kept) ?? '[]').length, 0, how);
    assert.equal(outcomes(third.all).filter(({ hash }) => hash).length, 0, how);
    undo();
    assert.deepEqual(outcomes(third.all), whole, `${how}, undone`);
    assert.deepEqual(
      outcomes((await opened(t)).all),
      whole,
      `${how}, in the next visit`,
    );
  }
  third.all.discard(third.all.chosen);
  assert.equal(third.all.chosen.runner.results.size, 0);
  assert.ok(storage.getItem(kept) && storage.getItem(`${kept}.file`));
  third.all.remove(third.all.chosen);
  assert.ok(third.all.list.every(({ isOwn }) => !isOwn));
  for (const name of [kept, `${kept}.file`]) assert.equal(storage.getItem(name), null);
  const last = await opened(t);
  assert.equal(last.all.chosen.experiment.id, 'rates');
  assert.equal(app.store.state.notice, null);
});

test('experiments: what another tab has carried out stays', async (t) => {
  const [here, there] = [await opened(t), await opened(t)];
  for (const { all } of [here, there]) assert.ok(await all.open(FILE));
  await there.all.start();
  const { runner } = here.all.chosen;
  const work = here.all.start();
  await changed(here.all, () => runner.results.size > 0);
  here.all.stop();
  await work;
  const { all } = await opened(t);
  for (const each of [here.all, all])
    assert.deepEqual(
      outcomes(each).map(({ hash }) => hash),
      outcomes(there.all).map(({ hash }) => hash),
    );
});

test('experiments: the reader’s own run pauses for it and keeps its steps', async (t) => {
  const { app, all } = await opened(t, { link: SMALL.replace('=50', '=100000') });
  assert.ok(await all.open(FILE));
  void app.train();
  const { session } = await stateOf(app, ({ session: own }) => Number(own?.steps) > 2);
  const work = all.start();
  await stateOf(app, ({ phase }) => phase === 'paused');
  await work;
  assert.equal(app.store.state.session, session);
  assert.equal(all.pausedAt, session?.steps);
  assert.ok(all.chosen.runner.isDone);
  assert.equal(app.store.state.phase, 'paused', 'it stays as it is');
});

test('experiments: links name one of the page, and hold one of the reader’s own', async (t) => {
  const { app, all } = await opened(t, { link: 'v=2&place=lab&panel=experiments' });
  const batch = all.list.find(({ experiment }) => experiment.id === 'batch');
  all.choose(batch?.key ?? '');
  assert.match(app.link, /place=lab&experiment=batch&panel=experiments/);
  assert.ok(await all.open(FILE));
  const { link } = app;
  app.selection.openPanel('loss');
  assert.doesNotMatch(app.link, /experiment=/, 'only where it is looked at');

  storage.clear();
  const other = await opened(t, { link });
  const { chosen } = other.all;
  assert.deepEqual(chosen.experiment, OWN);
  assert.equal(other.app.store.state.notice, null);
  // Its name alone is enough.
  await other.app.applyLink('v=2&experiment=parts');
  assert.equal(other.app.store.state.panel, 'experiments');
  await changed(other.all, () => other.all.chosen.experiment.id === 'parts');
  assert.ok(other.all.list.includes(chosen), 'the other stays');

  await other.app.applyLink('v=2&place=lab&panel=experiments&experiment=no-such-one');
  await stateOf(other.app, ({ experiment }) => experiment === 'parts');
  const { t: strings, format } = other.app;
  const speech = { w: experimentWords.in('es'), format, lang: 'es', t: strings };
  assert.equal(problemWords(other.all.problem, speech), 'No se pudo leer.');
  assert.equal(other.all.chosen.experiment.id, 'parts');
});

test('experiments: a mistake in a file is told by its line, and changes nothing', async (t) => {
  const { app, all } = await opened(t, { link: SMALL });
  const { t: strings, format } = app;
  /** @type {[string | RegExp, string, RegExp, RegExp][]} */
  const mistakes = [
    ['"seeds"', '"seed"', /^Line 26: there is no field seed\.$/, /^Línea 26: no existe el campo seed\.$/],
    [/^\{/, '', /^The file is not JSON: line 2, column 16\.$/, /^El archivo no es JSON: línea 2, columna 16\.$/],
    ['"version": 1', '"version": 9', /^Version 9 /, /^Aquí no se conoce la versión 9 /],
    ['"id"', '"preset": "none-such",\n"id"', /^There is no example named none-such\.$/, /none-such/],
    ['0.001', '-7', /^rate = −7: .*learning_rate|^rate = −7: /, /^rate = −7: /],
    ['"n_embd"', '"n_embed"', /^rate = 0\.001: .*n_embed/, /n_embed/],
  ]; // oxfmt-ignore
  const before = [...all.list];
  for (const [from, to, english, spanish] of mistakes) {
    const file = FILE.replace(from, to);
    assert.notEqual(file, FILE);
    assert.equal(await all.open(file), false, to);
    const say = (/** @type {string} */ lang) =>
      problemWords(all.problem, {
        ...{ w: experimentWords.in(lang), format, lang, t: strings },
      });
    assert.match(say('en'), english);
    assert.match(say('es'), spanish);
    assert.deepEqual(all.list, before);
    assert.equal(all.chosen, before[0]);
  }
  assert.ok(await all.open(FILE));
  assert.equal(all.problem, null);
});

test('experiments: a run that diverges is a result, and the others go on', async (t) => {
  const { all } = await opened(t, { link: SMALL });
  const vary = {
    ...{ label: 'rate', setting: 'learning_rate', values: [0.001, 10] },
    times: { min_learning_rate: 1 },
  };
  const settings = {
    ...OWN.settings,
    ...{ n_layer: 3, max_steps: 200, warmup_steps: 0, grad_clip: 0 },
    ...{ schedule: 'constant', init_std: 1, norm_place: 'none' },
  };
  assert.ok(await all.open(JSON.stringify({ ...OWN, settings, vary, seeds: [1] })));
  await all.start();
  const [calm, wild] = outcomes(all);
  assert.deepEqual([calm.isDiverged, calm.steps], [false, 200]);
  assert.equal(wild.isDiverged, true);
  assert.ok(Number(wild.steps) < 200 && Number.isNaN(wild.value));
  assert.ok(all.chosen.runner.isDone);
  const again = await opened(t);
  assert.deepEqual(outcomes(again.all), outcomes(all));
});

test('experiments: a setting becomes the reader’s model, and can be undone', async (t) => {
  const { app, all } = await opened(t, { link: SMALL });
  await app.stepOnce();
  const { session, text } = app.store.state;
  assert.ok(await all.open(FILE));
  const undo = await all.use(all.chosen.runner.runs[1]);
  const { session: fresh, text: own, shelved } = app.store.state;
  assert.equal(fresh?.info.config.learning_rate, 0.01);
  assert.deepEqual([own?.text, fresh?.steps, shelved?.step], [OWN.text, 0, 1]);
  await undo?.();
  assert.equal(app.store.state.session, session);
  assert.equal(app.store.state.text, text);

  // An untrained model has nothing to shelve; its text and settings come back.
  await app.startAgain();
  await app.discardShelved();
  const config = app.store.state.session?.info.config;
  const back = await all.use(all.chosen.runner.runs[1]);
  await back?.();
  assert.deepEqual(app.store.state.session?.info.config, config);
  assert.equal(app.store.state.text?.text, text?.text);
});

test('experiments: what others wrote into the browser’s storage is passed over; a full one is told', async (t) => {
  const key = 'glassformer.experiments';
  storage.setItem(key, '{"last":7,"own":[1,"gone","odd"]}');
  storage.setItem(`${key}.odd.file`, '{');
  const { all } = await opened(t, { link: SMALL });
  const { list, chosen } = all;
  assert.equal(list.length, EXPERIMENTS.length);
  storage.setItem(
    `${key}.${chosen.key}`,
    '[null,{"x":0,"line":0,"seed":1,"steps":"many"}]',
  );
  const again = await opened(t, { link: SMALL });
  assert.equal(again.all.chosen.runner.results.size, 0);

  storage.isFull = true;
  assert.ok(await again.all.open(FILE));
  assert.equal(again.all.chosen.isKept, false);
  await again.all.start();
  assert.deepEqual(
    [again.all.chosen.runner.isDone, again.all.chosen.isKept],
    [true, false],
  );
  storage.isFull = false;
});
