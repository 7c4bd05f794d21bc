// SPDX-License-Identifier: MIT
// Runs stored in the browser, without one: a full disk, and saving that is switched off while a
// run is being stored. In a browser: tests/browser/run/stored-runs.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, stateOf } from '../support/app-in-node.js';
import { drawn } from '../support/render.js';
import { openDatabase, pageStorage } from '../support/storage.js';

await import('../../../web/views/export/stored-runs.js');

const storage = pageStorage();

const SMALL = '#n_layer=1&n_head=1&n_embd=8&block_size=8&batch_size=2&max_steps=20';

test('where there is no room for a run it is said, and the next one is stored', async (t) => {
  const database = openDatabase(t);
  const app = await openApp(t, { link: SMALL });
  await app.stepOnce();
  database.isFull = true;
  await app.storedRuns.toggle(true);
  assert.equal(app.store.state.stored.problem, 'full');
  assert.match(drawn('gf-stored-runs', app), /The browser’s storage is full/);
  database.isFull = false;
  await app.stepOnce();
  const { stored } = await stateOf(app, ({ stored: { list } }) => list.length > 0);
  assert.deepEqual([stored.list[0].step, stored.problem], [2, '']);
});

for (const off of ['removeAll', 'toggle'])
  test(`a run that is being packed when saving ends is not stored: ${off}`, async (t) => {
    const { records } = openDatabase(t);
    const app = await openApp(t, { link: SMALL });
    const { store, storedRuns } = app;
    await app.stepOnce();
    const session = store.state.session ?? assert.fail();
    const pack = session.save.bind(session);
    let end = Promise.resolve();
    t.mock.method(session, 'save', async () => {
      end = storedRuns[/** @type {'removeAll' | 'toggle'} */ (off)](false);
      return pack();
    });
    await storedRuns.toggle(true);
    await end;
    assert.deepEqual([...records.keys()], []);
    assert.deepEqual([store.state.stored.list, store.state.stored.on], [[], false]);
  });

test('saving that is switched off at once stays off, also in the next visit', async (t) => {
  openDatabase(t);
  const app = await openApp(t, { link: SMALL });
  const on = app.storedRuns.toggle(true);
  await app.storedRuns.toggle(false);
  await on;
  assert.equal(app.store.state.stored.on, false);
  assert.equal(storage.getItem('glassformer-saving'), 'off');
});

test('a stored run that was deleted is had back by Undo, unless it was stored again', async (t) => {
  const database = openDatabase(t);
  const { records } = database;
  const app = await openApp(t, { link: SMALL });
  const { storedRuns, store } = app;
  const list = () => store.state.stored.list;
  await app.stepOnce();
  await storedRuns.toggle(true);
  const before = new Map(records);
  const [{ id }] = list();
  database.keepsAll = true;
  await storedRuns.removeOne(id);
  assert.deepEqual([records, store.state.notice], [before, null], 'it cannot be');
  database.keepsAll = false;
  await storedRuns.removeOne(id);
  assert.deepEqual([records.size, list().length], [0, 0]);
  const { text, offer } = store.state.notice ?? assert.fail();
  assert.deepEqual([text, offer?.words], ['Stored run deleted.', 'Undo']);
  offer?.act();
  await stateOf(app, ({ stored }) => stored.list.length === 1);
  assert.deepEqual(records, before);

  await storedRuns.removeOne(id);
  await app.stepOnce();
  await stateOf(app, ({ stored }) => stored.list[0]?.step === 2);
  const now = new Map(records);
  store.state.notice?.offer?.act();
  await storedRuns.remove(['none']);
  assert.deepEqual(records, now);
});
