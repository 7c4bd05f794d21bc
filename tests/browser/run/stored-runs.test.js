// SPDX-License-Identifier: MIT
// Runs kept in the browser, in a real Chromium: to the byte, for several tabs, and where
// browser or engine refuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEEP_WORKERS, inPage, until } from '../support/page-queries.js';
import {
  SMALL,
  goto,
  hashOf,
  openRuns,
  outAndIn,
  trainTo,
} from '../support/small-runs.js';

/** @typedef {import('../support/small-runs.js').Page} Page */

const site = await openRuns();

/** @param {Page} page */
const store = (page) => page.getByRole('checkbox', { name: 'Store in this browser' });

/** Trains, until it is saved at that step. @param {Page} page @param {number} step */
async function saveAt(page, step) {
  await trainTo(page, step);
  await until(page, `state.stored.last?.step === ${step}`);
}

/** A page whose run is stored at step 10. */
async function openStored() {
  const page = await site.openPage();
  await store(page).press('Space');
  await until(page, 'state.stored.on');
  await saveAt(page, 10);
  return page;
}

/** Of the same browser. @param {Page} page */
const secondTab = async (page) =>
  /** @type {Page} */ (/** @type {unknown} */ (await page.context().newPage()));

test('saving: the page asks before it ends a run that is stored nowhere', async () => {
  const page = await site.newPage(null);
  await page.goto(`index.html#v=2&${SMALL}`);
  await until(page, "state.phase === 'idle'");
  // Browsers ask only whom they have seen at work.
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await until(page, 'session.steps > 0');
  await inPage(page, ({ element }) => element.pause());
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
  const steps = await inPage(page, ({ session }) => session.steps);
  assert.ok(steps > 0, 'the run is still there');

  await inPage(page, ({ app }) => app.storedRuns.toggle(true));
  await until(page, 'state.stored.last');
  page.on('dialog', () => assert.fail('a stored run does not end'));
  await page.reload();
  await until(page, "state.phase === 'idle'");
  await inPage(page, ({ app }) => app.storedRuns.removeAll());
});

test('saving: a closed tab costs nothing, to the byte', async () => {
  const page = await site.openPage();
  await inPage(page, ({ app }) => app.pendingConfig.set('learning_rate', 0.003));
  await until(
    page,
    '!state.configPending && session.info.config.learning_rate === 0.003',
  );
  await store(page).press('Space');
  await until(page, 'state.stored.on');
  await trainTo(page, 30);
  await inPage(page, ({ app }) => app.queries.toggleHead(1, 0));
  await saveAt(page, 47);
  const before = await inPage(page, ({ session, state }) => ({
    history: session.history,
    line: state.line,
  }));
  await inPage(page, ({ session }) => session.run({ until: 70 }));
  const straight = await hashOf(page);
  // The browser forgets what came after: the save of step 47 is the last.
  const other = await secondTab(page);
  await page.close();
  await other.goto(new URL('views.html', site.url).href);
  await other.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('glass-former'))?.viewState?.stored
        .list.length > 0,
  );
  const saved = await inPage(other, ({ state }) => state.stored.list[0]);
  assert.equal(saved.name, 'Fables and verse');
  assert.match(saved.title, /^Glassformer/);
  const step = saved.step;
  assert.ok([47, 70].includes(step), `step ${step}`);
  await other
    .getByRole('button', { name: `Continue from step ${step}`, exact: true })
    .press('Enter');
  await until(other, `session.steps === ${step}`);
  const after = await inPage(other, ({ session, state }) => ({
    history: session.history,
    line: state.line,
    off: state.ablated,
    rate: session.info.config.learning_rate,
  }));
  assert.deepEqual(after.off, [{ layer: 1, head: 0 }]);
  assert.equal(after.line, before.line);
  assert.equal(after.rate, 0.003);
  assert.deepEqual(after.history.step.slice(0, 47), before.history.step);
  assert.deepEqual(after.history.loss.slice(0, 47), before.history.loss);
  await saveAt(other, 70);
  assert.equal(await hashOf(other), straight);
  assert.equal(await inPage(other, ({ state }) => state.stored.list.length), 1);
  // And gone when the reader says so.
  await inPage(other, ({ deep }) => deep('gf-stored-runs').scrollIntoView());
  await other.locator('gf-stored-runs summary').press('Enter');
  await other
    .getByRole('button', { name: 'Delete all and stop storing' })
    .press('Enter');
  await until(other, 'state.stored.list.length === 0 && !state.stored.on');
});

test('saving: a run that another tab deleted is saved whole again while it goes on', async () => {
  const page = await openStored();
  const hash = await hashOf(page);
  const id = await inPage(page, ({ state }) => state.stored.last.id);
  const other = await secondTab(page);
  await goto(other, SMALL);
  await until(other, 'state.stored.list.length === 1');
  // What a list needs is not the runs themselves, which may be hundreds of MB.
  const read = await inPage(other, async ({ app }) => {
    /** @type {any[]} */ const read = [];
    const { prototype } = IDBObjectStore;
    for (const name of /** @type {const} */ (['get', 'getAll'])) {
      const ask = /** @type {any} */ (prototype[name]);
      /** @type {any} */ (prototype)[name] = function (/** @type {any[]} */ ...rest) {
        const request = ask.apply(this, rest);
        request.addEventListener('success', () =>
          read.push(...[request.result].flat()),
        );
        return request;
      };
    }
    await app.storedRuns.remove(['none']);
    return read.map((each) => Object.keys(each).sort());
  });
  assert.deepEqual(read, [['bytes', 'date', 'id', 'name', 'page', 'step', 'title']]);
  await inPage(other, ({ app }, id) => app.storedRuns.open(id), id);
  assert.equal(await hashOf(other), hash);
  await inPage(other, ({ app }) => app.startAgain());

  await inPage(other, ({ app }, id) => app.storedRuns.remove([id]), id);
  await until(other, 'state.stored.list.length === 0');
  await saveAt(page, 20);
  await inPage(other, ({ app }, id) => app.storedRuns.open(id), id);
  assert.equal(await hashOf(other), await hashOf(page));

  // Where it is gone for good, a sentence says so, and the list as well.
  await inPage(other, ({ app }, id) => app.storedRuns.remove([id]), id);
  await inPage(page, ({ app }, id) => app.storedRuns.open(id), id);
  assert.deepEqual(
    await inPage(page, ({ session, state }) => [
      state.notice.text,
      state.stored.list.length,
      session.steps,
    ]),
    ['That run no longer exists.', 0, 20],
  );
});

test('saving: a run that two tabs go on with becomes two, and the later one is told', async () => {
  const page = await openStored();
  const other = await secondTab(page);
  await goto(other, SMALL);
  await until(other, 'state.stored.list.length === 1');
  await inPage(other, ({ app, state }) => app.storedRuns.open(state.stored.list[0].id));
  await saveAt(page, 30);
  await inPage(other, async ({ app, session }) => {
    await session.step(1);
    await app.storedRuns.save();
  });
  await until(other, 'state.stored.list.length === 2 && state.stored.last.step === 11');
  const [steps, said] = await inPage(other, ({ state }) => [
    state.stored.list.map((/** @type {any} */ run) => run.step),
    state.notice.text,
  ]);
  assert.deepEqual(steps, [11, 30]);
  assert.match(said, /^Another tab has continued this run and stored it at step 30\. /);
  // From here each has a record of its own, without another word.
  await inPage(other, ({ app }) => app.dismiss());
  await saveAt(other, 12);
  await saveAt(page, 40);
  const both = await inPage(page, ({ state }) => [
    state.stored.list.map((/** @type {any} */ run) => run.step),
    state.notice,
  ]);
  assert.deepEqual(both, [[40, 12], null]);
  assert.equal(await inPage(other, ({ state }) => state.notice), null);
});

test('saving: out of the page and in again a run is saved in its own place', async () => {
  const page = await openStored();
  await inPage(page, ({ app }) => app.startAgain());
  await saveAt(page, 5);
  await outAndIn(page);
  await saveAt(page, 7);
  // The one that waited beside it as well.
  await inPage(page, ({ app }) => app.restoreShelved());
  await saveAt(page, 12);
  assert.deepEqual(
    await inPage(page, ({ state }) =>
      state.stored.list.map((/** @type {any} */ each) => each.step).sort(),
    ),
    [12, 7],
  );
});

test('saving: a run that pauses while an earlier step is being written is written again', async () => {
  const page = await openStored();
  // Another tab writes for a while: the save of step 11 waits for it.
  await inPage(page, async ({ app, session }) => {
    const { result: database } = await new Promise((done) => {
      const request = indexedDB.open('glassformer');
      request.onsuccess = () => done(request);
    });
    const records = database.transaction('runs', 'readwrite').objectStore('runs');
    let held = true;
    const hold = () => held && (records.get('none').onsuccess = hold);
    hold();
    Object.assign(globalThis, { database, letGo: () => (held = false) });
    await session.step();
    void app.storedRuns.save();
  });
  await trainTo(page, 12);
  await inPage(page, () => /** @type {any} */ (globalThis).letGo());
  await until(page, 'state.stored.last?.step === 12');
  // A record that is none hides no other.
  await inPage(page, async ({ app }) => {
    const { database } = /** @type {any} */ (globalThis);
    const records = database.transaction('runs', 'readwrite').objectStore('runs');
    for (const record of [null, 7, { id: 7, date: 'once' }])
      records.put(record, `about ${typeof record}`);
    await app.storedRuns.toggle(true);
  });
  const stored = (/** @type {Page} */ tab) =>
    inPage(tab, ({ state: { stored } }) => ({
      steps: stored.list.map((/** @type {any} */ each) => each.step),
      damaged: stored.damaged.length,
      problem: stored.problem,
    }));
  // Of the three two are of one type and have one key.
  assert.deepEqual(await stored(page), { steps: [12], damaged: 2, problem: '' });
  await inPage(page, ({ show }) => show('gf-stored-runs'));
  await page.locator('gf-stored-runs #remove-damaged').press('Enter');
  await until(page, 'state.stored.damaged.length === 0');
  // The browser may lose the switch, and with it no run.
  const other = await secondTab(page);
  await other.addInitScript(() => localStorage.removeItem('glassformer-saving'));
  await goto(other, SMALL);
  await until(other, 'state.stored.list.length === 1');
  assert.deepEqual(await stored(other), { steps: [12], damaged: 0, problem: '' });
});

test('a worker that died is no matter of the browser’s store, and takes nothing else along', async () => {
  const page = await site.newPage(null);
  await page.addInitScript(KEEP_WORKERS);
  await goto(page, SMALL);
  await trainTo(page, 10);
  const hash = await hashOf(page);
  // Of those that come now the first has the model, the others help it.
  const next = await page.evaluate(
    () => /** @type {any} */ (globalThis).workers.length,
  );
  await inPage(page, ({ app }) => app.startAgain());
  await trainTo(page, 5);
  await page.evaluate((next) => {
    const worker = /** @type {any} */ (globalThis).workers[next];
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  }, next);
  await until(page, 'state.phase === "error"');
  await inPage(page, ({ app }) => app.dismiss());
  await store(page).press('Space');
  await until(page, 'state.stored.on && state.notice?.code === "worker-died"');
  assert.equal(await inPage(page, ({ state }) => state.stored.problem), '');
  // Out of the page and in again: the reader hears of it, and the other run is there.
  await outAndIn(page);
  await until(
    page,
    'state.notice?.code === "worker-died" && state.shelved?.step === 10',
  );
  assert.deepEqual(
    await inPage(page, ({ session, state }) => [
      session.steps,
      state.comparedRuns.map((/** @type {any} */ run) => run.history.step.length),
    ]),
    [0, [10, 5]],
  );
  await inPage(page, ({ app }) => app.restoreShelved());
  assert.equal(await hashOf(page), hash);
});

test('saving: where the browser forbids it, one sentence, and training goes on', async () => {
  const page = await site.newPage(null);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'indexedDB', { get: refuse });
    Object.defineProperty(globalThis, 'localStorage', { get: refuse });
  });
  await goto(page, SMALL);
  await store(page).press('Space');
  await until(page, 'state.stored.problem === "forbidden"');
  assert.match(
    await page.locator('gf-stored-runs #refused').innerText(),
    /does not allow storage/,
  );
  assert.ok(!(await store(page).isChecked()));
  await trainTo(page, 5);
  assert.equal(await inPage(page, ({ session }) => session.steps), 5);
});

test('saving: nothing is stored before the reader asks', async () => {
  const page = await site.openPage();
  await trainTo(page, 5);
  const stored = await page.evaluate(async () => (await indexedDB.databases()).length);
  assert.equal(stored, 0);
});
