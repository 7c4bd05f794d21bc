// SPDX-License-Identifier: MIT
// What an App does at its edges: failures are told, once; a hidden tab pauses training; a text is
// fetched and named; the selection goes where it is sent; an end ends all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newApp, openApp, stateOf, wordsOf } from '../support/app-in-node.js';
import { LANGS } from '../support/catalogues.js';
import { restoreRun, serializeRun } from '../../../web/run/serialization.js';
import { FIRST_PAGE_SETTINGS } from '../../../web/state/recipe.js';
import { initialState } from '../../../web/state/state.js';

/** @import { App } from '../../../web/app/app.js' */

const SMALL = '#n_layer=2&n_head=2&n_embd=16&block_size=16&batch_size=4&max_steps=20';

test('what keeps an App from beginning is told', async (t) => {
  const app = newApp(t, { link: /** @type {any} */ ({ length: 0 }) });
  await app.ready;
  assert.equal(app.store.state.phase, 'error');
  assert.equal(app.store.state.notice?.kind, 'problem');
});

test('the death of a worker is told once, other failures each time', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const error = (/** @type {string} */ code) =>
    Object.assign(new Error(code), { code });
  const told = (/** @type {string} */ code) => {
    const { notice } = app.store.state;
    app.report(error(code));
    return app.store.state.notice !== notice;
  };
  assert.equal(told('worker-died'), true);
  assert.equal(told('worker-died'), false);
  assert.equal(told('bad-text'), true, 'something else fails');
  assert.equal(told('bad-text'), true);
  assert.equal(told('worker-died'), true);
});

test('a limit that the page around sets while it trains is where this training ends', async (t) => {
  const app = await openApp(t, { link: `${SMALL}&max_steps=500000` });
  const { session } = app.store.state;
  const steps = () => Number(session?.steps);
  const setTo = async (/** @type {number} */ maxSteps) => {
    app.updateHost({ maxSteps });
    await app.keepToLimit();
  };
  await setTo(5);
  assert.equal(steps(), 0, 'nobody has asked for training');
  void app.train();
  await stateOf(app, ({ phase }) => phase === 'running');
  await setTo(9);
  assert.deepEqual([app.store.state.phase, steps()], ['done', 9]);
  // Past its limit it goes on as the reader asks, until there is another.
  void app.train();
  await stateOf(app, ({ progress }) => Number(progress?.step) > 12);
  await setTo(12);
  assert.equal(app.store.state.phase, 'paused');
});

test('training pauses in a hidden tab unless the reader wants it to go on', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { session } = app.store.state;
  assert.ok(session);
  /** @type {boolean[]} */ const suspended = [];
  t.mock.method(session, 'suspend', (/** @type {boolean} */ on) => suspended.push(on));
  t.after(() => Object.assign(globalThis.document, { hidden: false }));
  app.updateSuspension();
  Object.assign(globalThis.document, { hidden: true });
  app.updateSuspension();
  app.store.set({ background: true });
  Object.assign(globalThis.document, { hidden: false });
  app.updateSuspension();
  assert.deepEqual(suspended, [false, true, false, false]);
});

test('modular: all sums of two numbers, 40 % of them for training', async (t) => {
  const link =
    '#task=modular&task_modulus=13&val_fraction=0.6&n_layer=1&n_head=2&n_embd=16&block_size=5&batch_size=8&max_steps=4&eval_interval=2&eval_windows=200';
  const app = await openApp(t, { link });
  await app.train();
  const { session, notice } = await stateOf(app, ({ phase }) => phase === 'done');
  assert.equal(notice, null);
  const { nTrain, nVal, vocabulary, examples } = session?.info ?? assert.fail();
  assert.deepEqual([nTrain, nTrain + nVal], [67, 169]);
  assert.equal(vocabulary.filter((token) => /^\d+$/.test(token)).length, 13);
  for (const example of examples) {
    const [, a, b, sum] =
      example.match(/^(\d+) \+ (\d+)\t(\d+)$/) ?? assert.fail(example);
    assert.equal((Number(a) + Number(b)) % 13, Number(sum));
  }
  const { exactShare = -1 } = (await session?.evaluate({ split: 'val' })) ?? {};
  assert.ok(exactShare >= 0 && exactShare < 0.5);
  const labels = LANGS.map(
    (lang) => wordsOf(lang).strings.settings.labels.task_modulus,
  );
  assert.deepEqual(labels, ['Modulus', 'Módulo', 'Modul']);
});

test('a task is called by its example, or by itself', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const of = (/** @type {string} */ preset, /** @type {string} */ task) => {
    app.store.set({ preset, settings: { ...app.store.state.settings, task } });
    return app.texts.ofPreset();
  };
  assert.equal(of('', 'text'), null);
  assert.deepEqual(of('', 'modular'), { id: 'task', name: 'modular', text: '' });
  assert.deepEqual(of('', 'reverse')?.name, 'Backwards');
  assert.deepEqual(of('seq2seq-reverse', 'reverse')?.name, 'Backwards');
});

test('a text of the host page is fetched, and then nothing is being fetched', async (t) => {
  const src = `data:text/plain,${'the owl sang. '.repeat(60)}`;
  const app = await openApp(t, { link: SMALL, host: { src } });
  const { text, fetching, textProblem } = app.store.state;
  assert.deepEqual([text?.id, fetching, textProblem], ['own', null, null]);
});

test('a text of the host page is fetched once, whatever settings it is tried with', async (t) => {
  const text = 'the owl sang. '.repeat(60);
  const fetched = t.mock.method(globalThis, 'fetch', () => new Response(text));
  const link = `${SMALL}&arch=encoder`;
  const app = await openApp(t, { link, host: { src: 'owl.txt' } });
  const { state } = app.store;
  assert.equal(state.textProblem?.key, 'encoder_needs_labels');
  assert.equal(state.session?.info.config.arch, 'decoder');
  assert.deepEqual([state.text?.name, state.text?.text], ['owl.txt', text]);
  assert.equal(fetched.mock.callCount(), 1);
});

/** Ways to ask for a text that comes slowly. @type {Record<string, (app: App) => Promise<boolean>>} */
const SLOW = {
  'of the reader': (app) => app.texts.useSource('fierro'),
  'of the host page': (app) =>
    app.applyLink(SMALL, { src: 'https://example.org/a.txt' }),
};
const OWN = { id: 'own', name: 'Mine', text: 'the fox ran home. '.repeat(40) };
/** @type {Record<string, (app: App) => Promise<unknown>>} */
const MEANWHILE = {
  'a text': (app) => app.texts.useBuiltIn(),
  'the same text again': (app) => app.texts.use(OWN),
  'a task': (app) => app.usePreset('statquest'),
  'another run': (app) => app.restoreShelved(),
};

for (const [whose, ask] of Object.entries(SLOW))
  for (const [what, choose] of Object.entries(MEANWHILE))
    test(`a slow text ${whose} leaves what is chosen meanwhile: ${what}`, async (t) => {
      for (const status of [200, 404]) {
        const app = await openApp(t, { link: SMALL });
        await app.stepOnce();
        await app.texts.use(OWN);
        /** @type {(response: Response) => void} */ let answer = () => {};
        let isDropped = false;
        t.mock.method(
          globalThis,
          'fetch',
          (/** @type {string} */ _, /** @type {RequestInit} */ { signal }) =>
            new Promise((done, fail) => {
              answer = done;
              signal?.addEventListener('abort', () => {
                isDropped = true;
                fail(signal.reason);
              });
            }),
        );
        const asked = ask(app);
        await stateOf(app, ({ fetching }) => fetching);
        await choose(app);
        assert.equal(isDropped, what !== 'another run', 'fetched for nothing');
        const { session, text } = app.store.state;
        answer(new Response('a slow text. '.repeat(60), { status }));
        assert.equal(await asked, false);
        const { state } = app.store;
        assert.equal(state.session, session);
        assert.equal(state.text, text);
        assert.deepEqual([state.fetching, state.textProblem], [null, null]);
      }
    });

test('a text that comes with the page, or a file, leaves what is chosen meanwhile', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const file = new File(['another text of a file. '.repeat(40)], 'a.txt');
  for (const [ask, said] of /** @type {const} */ ([
    [() => app.texts.useBuiltIn(), null],
    [() => app.texts.useFile(file), false],
    [() => app.texts.read(file), null],
  ])) {
    const asked = ask();
    await app.texts.use(OWN);
    assert.equal(await asked, said);
    assert.equal(app.store.state.text?.text, OWN.text);
  }
});

test('nothing is written after an App has been closed', async (t) => {
  const app = await openApp(t, { link: SMALL });
  let closed = 0;
  t.mock.method(app.writing, 'close', () => closed++);
  await app.close();
  assert.equal(closed, 1);
});

test('a model that could not be filled is closed', async (t) => {
  const app = await openApp(t, { link: SMALL });
  const { text, settings, session } = app.store.state;
  /** @type {any} */ let other;
  const fill = async (/** @type {any} */ filled) => {
    other = filled;
    throw new Error('no');
  };
  await assert.rejects(app.prepare(/** @type {any} */ (text), settings, fill));
  assert.deepEqual([other.state, session?.state], ['closed', 'idle']);
});

test('another line follows the one before; a view opens its tab', async (t) => {
  const corpus = Array.from({ length: 100 }, (_, n) => `number ${100 + n}`).join('\n');
  const app = await openApp(t, { link: SMALL, host: { corpus } });
  const { selection, store } = app;
  const lines = [store.state.line];
  for (let n = 0; n < 3; n++) {
    selection.nextLine();
    lines.push(store.state.line);
  }
  assert.equal(new Set(lines).size, 4);
  selection.nextLine(-1);
  assert.equal(store.state.line, lines[2]);
  selection.openView('lens');
  assert.deepEqual([store.state.place, store.state.panel], ['stage', 'lens']);
  selection.openView('diagnostics');
  assert.deepEqual([store.state.place, store.state.panel], ['lab', 'diagnostics']);
  selection.openPlace('stage');
  selection.openView('setup');
  assert.deepEqual([store.state.place, store.state.panel], ['lab', 'setup']);
  selection.openPlace('learn');
  selection.openView('setup');
  assert.deepEqual([store.state.place, store.state.panel], ['learn', 'setup']);
  selection.select({ pin: { i: 2, j: 1 }, hover: { i: 1, j: 1 } });
  selection.showOnStage();
  assert.equal(store.state.stageMode, 'why');
  selection.unpin();
  assert.deepEqual([store.state.stageMode, store.state.pin?.j], ['attention', 1]);
  selection.select({ hover: { i: 1, j: 1 } });
  selection.unpin();
  assert.deepEqual([store.state.hover, store.state.pin], [null, { i: 2, j: 1 }]);
  selection.unpin();
  assert.deepEqual(store.state.pin, { i: 2, j: null });
  selection.unpin();
  assert.equal(store.state.pin, null);
});

test('a pretrained run that comes back keeps the counts of its own text', async (t) => {
  const app = await openApp(t, { link: SMALL });
  await app.stepOnce();
  app.store.set({ pretrained: 1 });
  const run = await serializeRun(app.store.state);
  assert.ok(run?.seen);
  const { nTrain } = run.seen;
  const seen = { ...run.seen, nTrain: nTrain + 1 };
  await restoreRun(/** @type {any} */ (app), { ...run, seen });
  assert.equal(app.store.state.session?.info.nTrain, nTrain + 1);
});

test('a pause cancels a training whose model is still being made', async (t) => {
  for (const begins of ['another text', 'a pretrained model']) {
    const app = await openApp(t, { link: SMALL });
    if (begins === 'another text') app.draft.edit('the owl met a fox. '.repeat(20));
    else app.store.set({ pretrained: 5 });
    const before = app.store.state.session;
    const trained = app.train();
    await new Promise(setImmediate);
    await app.pause();
    await trained;
    const { session, phase } = app.store.state;
    assert.notEqual(session, before, 'the model is made');
    assert.deepEqual([session?.steps, phase], [0, 'idle'], begins);
    await app.train();
    assert.equal(app.store.state.session?.steps, 20, 'and can be trained');
  }
});

test('two elements: one that begins to train pauses the other', async (t) => {
  const [one, other] = [
    await openApp(t, { link: `${SMALL}&max_steps=1000000` }),
    await openApp(t, { link: `${SMALL}&max_steps=1000000` }),
  ];
  const first = one.train();
  await stateOf(one, ({ phase }) => phase === 'running');
  const second = other.train();
  await stateOf(one, ({ phase }) => phase === 'paused');
  await other.pause();
  await Promise.all([first, second]);
});

test('what a page begins with is out of the way', () => {
  const state = initialState();
  const { printing, readonly, reducedMotion, visible, background } = state;
  const { historyLength, trainUntil, pretrained, showing, layer, head } = state;
  assert.deepEqual(
    { printing, readonly, reducedMotion, visible, background },
    {
      ...{ printing: false, readonly: false, reducedMotion: false },
      ...{ visible: true, background: false },
    },
  );
  assert.deepEqual([historyLength, trainUntil, pretrained], [0, 0, 0]);
  assert.deepEqual([layer, head, showing.race, showing.since], [0, 0, -1, 0]);
});

test('links of version 1 begin as the page did then', () => {
  assert.deepEqual(FIRST_PAGE_SETTINGS, {
    ...{ n_layer: 2, n_head: 4, n_embd: 64, block_size: 64, batch_size: 16 },
    ...{ learning_rate: 0.002, min_learning_rate: 0.0002, warmup_steps: 50 },
    ...{ max_steps: 2000, eval_interval: 50, init_std: 0.02 },
  });
});
