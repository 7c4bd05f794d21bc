// SPDX-License-Identifier: MIT
// What a host sets on <glass-former> and calls, at whatever moment: it is taken, answered
// as documented, and told of by no event.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELEMENT,
  READY,
  SMALL,
  heard,
  listen,
  openCourse,
  until,
  whereItStands,
  withElement,
} from '../support/course-page.js';

const course = await openCourse();

test('what is set before the model is there is taken', async () => {
  const page = await course.page(ELEMENT);
  await until(page, 'e?.prepare');
  const seen = await withElement(page, async (e) => {
    const ready = e.prepare();
    while (!e.app) await null;
    const early = !e.session;
    e.head = 2;
    e.text = 'the fox';
    await e.updateComplete;
    const given = [await ready, await e.prepare()];
    const { head, line } = e.viewState;
    return { early, head, line, given: given.map(String) };
  });
  // What it is made of is not for hosts.
  const given = ['undefined', 'undefined'];
  assert.deepEqual(seen, { early: true, head: 1, line: 'the fox', given });
});

test('properties as React writes them on a server, in lower case, are attributes', async () => {
  const page = await course.page(READY.replace('>', ' maxSteps="3" maxSeconds="60">'));
  await until(page, "e?.state === 'idle'");
  const seen = await withElement(page, async (e) => {
    await e.start();
    return [e.maxSteps, e.maxSeconds, e.getAttribute('max-steps')];
  });
  assert.deepEqual(seen, ['3', '60', '3']);
  await until(page, "e.state === 'done' || e.session?.steps > 3");
  assert.equal(await withElement(page, (e) => e.session?.steps), 3);
});

test('where training stops is told at once, also when it is changed', async () => {
  const page = await course.idle(READY.replace('>', ' max-steps="40">'));
  await page.getByRole('progressbar', { name: 'step 0 of 40' }).waitFor();
  await withElement(page, (e) => void (e.maxSteps = 60));
  await page.getByRole('progressbar', { name: 'step 0 of 60' }).waitFor();
});

test('arguments of other types are refused, or read as the words they are', async () => {
  const page = await course.idle();
  const codes = await withElement(page, async (e) => {
    const { length } = (await e.sample(null)).text;
    await e.offerText(5);
    const typed = e.app.store.state.draft;
    await e.offerText(null);
    const codes = [e.app.store.state.draft];
    for (const files of [[], [null], ['x'], [[null]], [[new Uint8Array(9)]]])
      codes.push(
        await e.load(...files).catch((/** @type {any} */ error) => error.code),
      );
    return [length, typed, ...codes];
  });
  assert.deepEqual(codes.splice(0, 3), [200, '5', '']);
  const refused = 'bad-argument';
  const damaged = 'bad-checkpoint';
  assert.deepEqual(codes, [refused, refused, damaged, refused, damaged]);
});

test('properties of any type are taken, and those that mean nothing are named', async () => {
  const page = await course.idle();
  const said = await withElement(page, async (e) => {
    /** @type {string[]} */ const said = [];
    e.addEventListener('gf-error', (/** @type {any} */ { detail }) =>
      said.push(detail.message),
    );
    for (const value of [Symbol('x'), () => 1, 3n]) {
      for (const name of ['maxSteps', 'view', 'label', 'lang']) e[name] = value;
      await e.updateComplete;
    }
    return said;
  });
  for (const [i, value] of ['Symbol(x)', '() => 1', '3'].entries())
    assert.ok(said[i].includes(`view="${value}"`), said[i]);
});

test('an element that was never in a page has no keys to show', async () => {
  const page = await course.page(ELEMENT);
  await until(page, 'e?.prepare');
  await page.evaluate(() =>
    /** @type {any} */ (document.createElement('glass-former')).showKeys(),
  );
});

test('autostart set late, of an element in sight, is done', async () => {
  for (const [autostart, state] of [
    ['none', 'idle'],
    ['visible', 'done'],
  ]) {
    const page = await course.page(ELEMENT.replace('>', ' max-steps="3">'));
    await until(page, "e?.shadowRoot.querySelector('.poster')");
    await withElement(
      page,
      async (e, autostart) => {
        // Who asks later is told later.
        await new Promise((done) => new IntersectionObserver(done).observe(e));
        e.setAttribute('autostart', autostart);
      },
      autostart,
    );
    await until(page, `e.state === '${state}'`);
  }
});

test('at rest it tells of its run, and takes what is set', async () => {
  const page = await course.idle();
  const { before, atRest, states, after } = await withElement(page, async (e) => {
    await e.step(3);
    const before = e.exportState();
    /** @type {string[]} */ const states = [];
    e.addEventListener('gf-state', (/** @type {any} */ { detail }) =>
      states.push(detail.state),
    );
    e.suspend();
    const atRest = e.exportState();
    e.head = 2;
    e.text = 'the fox';
    await e.updateComplete;
    await e.prepare();
    const { session } = e;
    const { head, line } = e.viewState;
    return { before, atRest, states, after: { head, line, steps: session.steps } };
  });
  assert.deepEqual([before.step, before.history.loss.length], [3, 3]);
  assert.deepEqual(states, ['none', 'preparing', 'paused']);
  assert.deepEqual(atRest, { ...before, state: 'none' });
  assert.deepEqual(after, { head: 1, line: 'the fox', steps: 3 });
  // Another model: the run so far is kept, and it is the new one that trains.
  const other = await withElement(page, async (e) => {
    e.suspend();
    e.seed = 7;
    await e.start();
    const { session } = e;
    const { shelved: kept, head } = e.viewState;
    return { seed: session.info.config.seed, kept: kept?.step, head, state: e.state };
  });
  assert.deepEqual(other, { seed: 7, kept: 3, head: 1, state: 'running' });
});

test('no event answers what a host sets, however long it takes', async () => {
  const page = await course.page(READY);
  await until(page, "e?.state === 'idle' && s.activations");
  await listen(page);
  await withElement(
    page,
    (e, config) => {
      e.config = config;
    },
    `${SMALL}&n_embd=32&head=2&line=the+fox+ran&pin=3.2&off=1.1`,
  );
  await until(
    page,
    'e.session.info.config.n_embd === 32 && s.pin && s.ablated.length === 1',
  );
  assert.deepEqual(await heard(page, 'gf-link'), []);
  assert.deepEqual(await heard(page, 'gf-select'), []);
  // What the reader does is told, once the host's is done.
  await until(page, 'e.app.applying === 0');
  await withElement(page, (e) => e.app.selection.nextHead(1));
  assert.equal((await heard(page, 'gf-link')).length, 1);
  assert.equal((await heard(page, 'gf-select')).length, 1);
});

test('start resolves when it trains, pause ends a start under way', async () => {
  const page = await course.page(ELEMENT);
  await until(page, 'e?.prepare');
  await withElement(page, async (e) => {
    const start = e.start();
    await e.pause();
    await start;
    await e.prepare();
  });
  assert.deepEqual(await withElement(page, whereItStands), ['idle', 0]);
  const states = await withElement(page, async (e) => {
    await e.start();
    const begun = e.state;
    await e.pause();
    return [begun, e.state];
  });
  assert.deepEqual(states, ['running', 'paused']);
});

test('what cannot be done rejects with code, key, parameters and sentence', async () => {
  const page = await course.page(
    `<glass-former corpus="aaaa" config="${SMALL}"></glass-former>`,
  );
  await until(page, 'e?.prepare');
  /** @param {string} name */
  const failing = (name) =>
    withElement(
      page,
      (e, name) =>
        e[name]().then(
          () => null,
          (/** @type {any} */ { code, key, params, message }) => ({
            code,
            key,
            params,
            message,
          }),
        ),
      name,
    );
  for (const name of ['prepare', 'start', 'reset']) {
    const { code, message } = await failing(name);
    assert.equal(code, 'bad-text', name);
    assert.match(message, /^This text repeats one single character/, name);
  }
  await withElement(page, async (e) => {
    e.corpus = '';
    await e.updateComplete;
    await e.step(2);
    e.app.pendingConfig.set('n_head', 5);
  });
  const { code, key, params } = await failing('reset');
  assert.deepEqual([code, key], ['bad-config', 'width_not_divisible']);
  assert.equal(params.n_head, 5);
  assert.equal(await withElement(page, (e) => e.session.steps), 2);
});

test('a saved run is offered where it was made, and not to those who may only read', async () => {
  const one = (/** @type {string} */ name) =>
    `<glass-former class="${name}" loading="eager" autostart="none" view="loss"
       config="${SMALL}"></glass-former>`;
  const page = await course.page(one('first') + one('second'));
  await until(page, "e?.state === 'idle'", '.second');
  await page.evaluate(async () => {
    const e = /** @type {any} */ (document.querySelector('.second'));
    await e.app.storedRuns.toggle(true);
    await e.step(5);
  });
  await until(page, 's.stored.last?.step === 5', '.second');
  await page.reload();
  for (const selector of ['glass-former', '.second'])
    await until(page, "e?.state === 'idle' && s.stored.list.length === 1", selector);
  const offers = () =>
    page.$$eval('glass-former', async (all) => {
      const offered = [];
      for (const e of /** @type {any[]} */ (all)) {
        await e.updateComplete;
        const bar = e.shadowRoot.querySelector('gf-run-notes');
        await bar.updateComplete;
        const offer = bar.shadowRoot.querySelector('#offer');
        offered.push([e.app.storedRuns.offer?.step ?? null, Boolean(offer)]);
      }
      return offered;
    });
  assert.deepEqual(await offers(), [
    [null, false],
    [5, true],
  ]);
  await page.$eval('.second', (e) => Object.assign(e, { readonly: true }));
  assert.deepEqual((await offers())[1], [null, false]);
});
