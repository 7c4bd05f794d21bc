// SPDX-License-Identifier: MIT
// Opening a published model by its name, with a real App: what is said before, what is open then, the
// way back, and what stays as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerPublished } from '../../../../web/run/offers.js';
import { keep, keptFiles } from '../../../../web/run/published/kept.js';
import { serializeRun } from '../../../../web/run/serialization.js';
import { isUntrained } from '../../../../web/state/selectors.js';
import { folderOf } from '../../../hugging-face.js';
import { changed, newApp, openApp, stateOf } from '../../support/app-in-node.js';
import { SHA, filesOf, openCaches, openHub, repository } from '../../support/hub.js';
import { said } from '../../support/said.js';

offerPublished({ keep, keptFiles });
const { libraryOf } = await import('../../../../web/views/export/model-library.js');
await import('../../../../web/views/export/published.js');

const NAME = 'tests/gpt2';
const ID = `${NAME}@${SHA}`;
const files = filesOf('gpt2');
const GPT2 = repository(NAME, files);

/** What the view says. @param {Awaited<ReturnType<typeof openApp>>} app */
const words = async (app) => (await said('gf-published', app)).join(' ');

test('a model by its name: licence and size first; named, linked and kept; the own run waits', async (t) => {
  const asked = await openHub(t, [GPT2]);
  openCaches(t);
  const app = await openApp(t, { link: '#v=1&n_layer=1&n_embd=16&block_size=16' });
  await app.stepOnce();
  const own = app.store.state.session;
  const library = libraryOf(app);
  await library.lookUp(NAME);
  assert.equal(asked.splice(0).length, 1);
  assert.match(
    await words(app),
    /tests\/gpt2 .*3 files, \d+ KB, from huggingface\.co\. Licence: mit\. Commit 0123456\./s,
  );
  assert.match(await words(app), /Download and open tests\/gpt2 \(\d+ KB\)/);
  assert.ok(library.found);
  await library.open(library.found);
  assert.equal(asked.length, 3);
  const { session, published, opened, shelved } = app.store.state;
  assert.deepEqual([published, opened, shelved?.step], [ID, NAME, 1]);
  const { link } = app;
  assert.equal(new URLSearchParams(link).get('model'), ID);
  assert.equal(
    (await app.checkpoint.save())?.name,
    'glassformer-tests-gpt2-step-0.safetensors',
  );
  await changed(library, () => library.isKept(ID));
  assert.match(
    await words(app),
    /Kept in this browser\. In use\.[^]*Kept in this browser\s/,
  );
  assert.equal(isUntrained(app.store.state, 0), false);
  const hash = await session?.hash();
  await app.restoreShelved();
  assert.equal(app.store.state.session, own);
  assert.deepEqual([app.store.state.published, app.store.state.opened], ['', '']);

  // By a link, from what is kept: nothing is asked for.
  asked.splice(0);
  const other = await openApp(t, { link: `#${link}` });
  assert.equal(other.store.state.offered?.view?.model, ID);
  const kept = libraryOf(other);
  await changed(kept, () => kept.isKept(ID));
  assert.match(await words(other), /made with tests\/gpt2, which must be opened/);
  // What overtakes it while it opens is no fault of its files.
  const { checkpoint } = other;
  const opening = t.mock.method(
    checkpoint,
    'open',
    (/** @type {Parameters<typeof checkpoint.open>} */ ...how) => {
      opening.mock.restore();
      return Promise.all([checkpoint.open(...how), other.usePreset('bigram')]).then(
        ([problem]) => problem,
      );
    },
  );
  await kept.open(kept.kept[0]);
  assert.equal(other.store.state.preset, 'bigram');
  await kept.open(kept.kept[0]);
  assert.equal(await other.store.state.session?.hash(), hash);
  assert.equal(other.store.state.published, ID);
  assert.deepEqual(asked, []);
  await kept.forget(ID);
  assert.deepEqual(kept.kept, []);
});

test('opening that takes a while says how far it is, and can be stopped', async (t) => {
  const app = await openApp(t, { link: '#v=1&n_layer=1&n_embd=16&block_size=16' });
  const { session } = app.store.state;
  const { files: parts } = folderOf('gpt2');
  const folder = parts.map((part) => new Blob([new Uint8Array(part)]));
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 1000));
  /** @type {string[]} */
  const heard = [];
  let stops = true;
  app.store.subscribe(() => {
    const { notice } = app.store.state;
    if (!notice || notice.text === heard.at(-1)) return;
    heard.push(notice.text);
    if (stops && notice.offer?.words === 'Stop') notice.offer.act();
  });
  const failed = await app.checkpoint.open(folder, { name: 'Tiny' });
  assert.match(heard[0], /^Opening Tiny: \d+% read\.$/);
  assert.equal(failed?.text, 'Opening was stopped; nothing has changed.');
  assert.equal(heard.at(-1), failed?.text);
  assert.equal(app.store.state.session, session);
  stops = false;
  assert.equal(await app.checkpoint.open(folder, { name: 'Tiny' }), undefined);
  assert.ok(heard.filter((text) => text.startsWith('Opening Tiny')).length > 2);
  assert.equal(app.store.state.opened, 'Tiny');
  // With its own vocabulary, not that of the text.
  await app.pendingConfig.describe();
  const { estimate, session: opened } = app.store.state;
  assert.equal(estimate?.nParam, opened?.info.nParam);
});

test('a link to a model that is not here asks for nothing by itself', async (t) => {
  const asked = await openHub(t, [GPT2]);
  openCaches(t);
  const says = async (/** @type {string} */ model) => {
    const link = `#${new URLSearchParams({ v: '2', model })}`;
    return words(await openApp(t, { link }));
  };
  assert.match(await says(ID), /made with tests\/gpt2, which must be looked up and/);
  assert.match(await says('a/../secret'), /a model that is not known here/);
  assert.match(
    await says('stories260K'),
    /made with stories260K, which must be opened/,
  );
  assert.match(await says('stories9G'), /a model that is not known here/);
  assert.deepEqual(asked, []);
});

test('a model that was put aside and taken up again has its name, and is no untrained one', async (t) => {
  await openHub(t, [GPT2]);
  openCaches(t);
  const app = await openApp(t);
  const library = libraryOf(app);
  await library.lookUp(NAME);
  assert.ok(library.found);
  await library.open(library.found);
  const other = newApp(t, { serialized: serializeRun(app.store.state) });
  await other.ready;
  const { state } = other.store;
  assert.deepEqual([state.published, state.opened], [ID, NAME]);
  assert.equal(isUntrained(state, 0), false);
});

test('what cannot be opened leaves the model in use, and nothing is kept', async (t) => {
  const [weights] = folderOf('llama').files;
  const wrong = repository('tests/wrong', { ...files, 'model.safetensors': weights });
  let breaks = false;
  await openHub(t, [GPT2, wrong], (_, response) => {
    if (breaks) response.destroy();
    return breaks;
  });
  const all = openCaches(t);
  const app = await openApp(t);
  const { session, opened } = app.store.state;
  const library = libraryOf(app);
  await library.lookUp('tests/none');
  assert.match(await words(app), /Hugging Face has no public repository tests\/none\./);
  await library.lookUp('tests/wrong');
  assert.ok(library.found);
  await library.open(library.found);
  await stateOf(app, ({ notice }) => notice?.kind === 'problem');
  assert.deepEqual([all.size, library.failed], [0, '']);
  await library.lookUp(NAME);
  breaks = true;
  assert.ok(library.found);
  await library.open(library.found);
  assert.deepEqual([all.size, library.failed], [0, ID]);
  assert.match(await words(app), /The model could not be downloaded\./);
  assert.deepEqual(
    [app.store.state.session, app.store.state.opened, app.store.state.shelved],
    [session, opened, null],
  );
});

test('a later question counts; a download that was stopped says nothing', async (t) => {
  /** @type {(() => void)[]} */ const later = [];
  await openHub(t, [GPT2], (url, response) => {
    const isHeld = url.includes('tests/slow') || url.endsWith('model.safetensors');
    if (isHeld) later.push(() => response.destroy());
    return isHeld;
  });
  const all = openCaches(t);
  const app = await openApp(t);
  const { session } = app.store.state;
  const library = libraryOf(app);
  const slow = library.lookUp('tests/slow');
  await library.lookUp(NAME);
  later.forEach((answer) => answer());
  await slow;
  assert.ok(library.found);
  assert.deepEqual(
    [library.found.id, library.problem, library.isLooking],
    [ID, null, false],
  );
  const opening = library.open(library.found);
  await changed(library, () => (library.download?.received ?? 0) > 0);
  assert.match(await words(app), /Downloading tests\/gpt2: \d+ KB of \d+ KB/);
  library.stop();
  await opening;
  assert.deepEqual([library.download, library.failed, all.size], [null, '', 0]);
  assert.equal(app.store.state.session, session);
});
