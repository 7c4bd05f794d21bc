// SPDX-License-Identifier: MIT
// How long a <glass-former> lives and what it costs meanwhile: several on a page, out of
// the page and in again, out of sight, in a hidden tab, up to its limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEEP_WORKERS, inPage } from '../support/page-queries.js';
import {
  READY,
  SMALL,
  heard,
  listen,
  openCourse,
  until,
  untilWorkers,
  whereItStands,
  withElement,
} from '../support/course-page.js';

const course = await openCourse();

/** Elements g0, g1 … before they have begun. @param {number} n */
async function openSeveral(n) {
  const one = (/** @type {unknown} */ _, /** @type {number} */ i) =>
    `<glass-former id="g${i}" config="${SMALL}" workers="4" view="loss"></glass-former>`;
  const page = await course.page(Array.from({ length: n }, one).join(''));
  await until(page, 'e?.shadowRoot?.querySelector("button")');
  return page;
}

test('ten on one page: no worker until asked, a limit for all, one trains at a time', async () => {
  const page = await openSeveral(10);
  assert.equal(page.workers().length, 0);
  const start = (/** @type {number} */ i) =>
    page.$eval(`#g${i}`, (e) => /** @type {any} */ (e).start());
  await start(0);
  await until(page, 'e?.session?.steps >= 3', '#g0');
  await untilWorkers(page, 4);
  await start(1);
  await until(page, "e?.session?.steps >= 3 && e.state === 'running'", '#g1');
  await until(page, "e.state === 'paused'", '#g0');
  await untilWorkers(page, 5);
  for (let i = 2; i < 10; i++) {
    await start(i);
    await until(page, "e?.session?.steps >= 2 && e.state === 'running'", `#g${i}`);
    // More for a moment, here and below: one begins while the one before is being put away.
    await untilWorkers(page, Math.min(4 + i, 8));
  }
  await until(
    page,
    "[...document.querySelectorAll('glass-former')]" +
      ".filter(({ state }) => state === 'running').length === 1",
  );
  const states = await page.$$eval('glass-former', (all) =>
    all.map((e) => /** @type {any} */ (e).state),
  );
  await untilWorkers(page, 8);
  // The first was put to rest for the others; it goes on where it stood.
  assert.deepEqual([states[0], states[9]], ['none', 'running']);
  await page
    .locator('#g0')
    .getByRole('button', { name: 'Continue', exact: true })
    .click();
  await until(page, "e.state === 'running' && e.session.steps > 3", '#g0');
  // However far it came meanwhile: of a long run a history keeps every other step.
  const first = await page.$eval('#g0', (e) =>
    Number(/** @type {any} */ (e).session.history.step[0]),
  );
  assert.equal(first, 1, 'with its history');
});

test('runs that wait to be brought back count among the workers of a page', async () => {
  const page = await openSeveral(6);
  for (const [i, workers] of [5, 7, 8, 8, 8, 8].entries()) {
    await page.$eval(`#g${i}`, async (e) => {
      const element = /** @type {any} */ (e);
      await element.step(2);
      await element.reset();
      await element.step(1);
    });
    await untilWorkers(page, workers);
  }
  const states = () =>
    page.$$eval('glass-former', (all) => all.map((e) => /** @type {any} */ (e).state));
  assert.deepEqual(await states(), ['none', 'none', ...Array(4).fill('paused')]);
  // Whoever trains has what is left, also when others begin meanwhile.
  await page.$eval('#g2', (e) => /** @type {any} */ (e).suspend());
  await page.$eval('#g3', (e) => /** @type {any} */ (e).suspend());
  await untilWorkers(page, 4);
  await page.$eval('#g5', (e) => /** @type {any} */ (e).start());
  await untilWorkers(page, 7);
  await page.$eval('#g3', (e) => /** @type {any} */ (e).prepare());
  await untilWorkers(page, 8);
  // At rest both runs are there.
  await page.$eval('#g0', (e) => /** @type {any} */ (e).prepare());
  await until(page, 'e.session.steps === 1 && s.shelved?.step === 2', '#g0');
});

test('a page that has no memory for one more model puts others to rest, or says so', async () => {
  const page = await course.page(READY.replace('>', ' id="g0">') + READY + READY);
  await until(page, "e?.state === 'idle'", '#g0');
  const states = await withElement(page, async () => {
    const all = /** @type {any[]} */ ([...document.querySelectorAll('glass-former')]);
    for (const element of all) element.suspend();
    await all[0].prepare();
    // Half of it: room for one of these models and a quarter.
    const deviceMemory = (2.5 * all[0].session.info.memoryBytes) / 2 ** 30;
    Object.defineProperty(navigator, 'deviceMemory', { value: deviceMemory });
    await all[0].step(2);
    await all[1].prepare();
    const first = all.map(({ state }) => state);
    await all[1].start();
    const { code, message } = await all[2].prepare().catch((/** @type {any} */ e) => e);
    await all[1].pause();
    await all[0].prepare();
    const last = all.map(({ state }) => state);
    return { first, code, message, last, steps: all[0].session.steps };
  });
  assert.deepEqual(states.first, ['none', 'idle', 'none']);
  assert.equal(states.code, 'out-of-memory');
  assert.match(states.message, /^All models of this page together would need \d+ MB/);
  assert.deepEqual([states.last.slice(0, 2), states.steps], [['paused', 'none'], 2]);
});

test('a site of one page that makes it anew shows the run its reader left there', async () => {
  const one = (/** @type {string} */ more) =>
    `<glass-former config="${SMALL}" view="loss" ${more}></glass-former>`;
  const page = await course.page(`<main>${one('')}</main>`);
  const go = (/** @type {string} */ path, /** @type {string} */ body) =>
    page.evaluate(
      ([path, body]) => {
        history.pushState(null, '', path);
        const main = /** @type {HTMLElement} */ (document.querySelector('main'));
        main.innerHTML = body;
      },
      [path, body],
    );
  await withElement(page, (e) => e.step(4));
  const before = await withElement(page, (e) => e.session.hash());
  // Another page of the site begins with its own.
  await go('other.html', one(''));
  const button = (/** @type {string} */ name) =>
    page.getByRole('button', { name, exact: true });
  await button('Train on this text').waitFor();
  await untilWorkers(page, 0);
  await go('page.html', one('seed="7"'));
  await button('Train on this text').waitFor();
  assert.equal(await withElement(page, (e) => e.state), 'none', 'another model');
  await go('page.html', one(''));
  await until(page, "e.state === 'paused'");
  const now = await withElement(page, async (e) => {
    const { session } = e;
    return {
      hash: await session.hash(),
      steps: session.steps,
      exported: e.exportState().step,
    };
  });
  assert.deepEqual(now, { hash: before, steps: 4, exported: 4 });
  // A second one in the same place does not get it too.
  await page.evaluate(
    (body) => document.body.insertAdjacentHTML('beforeend', body),
    one(''),
  );
  await button('Train on this text').waitFor();
});

test('in shadow roots, too, every element has a place of its own', async () => {
  const page = await course.page('<main></main>');
  const fill = () =>
    page.evaluate((one) => {
      const hosts = [1, 2].map(() => {
        const host = document.createElement('div');
        host.attachShadow({ mode: 'open' }).innerHTML = one;
        return host;
      });
      document.querySelector('main')?.replaceChildren(...hosts);
    }, `<glass-former config="${SMALL}" view="loss"></glass-former>`);
  const states = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main > div')].map(
        ({ shadowRoot }) =>
          /** @type {any} */ (shadowRoot)?.querySelector('glass-former').state,
      ),
    );
  await fill();
  await page.evaluate(() => {
    const last = /** @type {any} */ (document.querySelector('main > :last-child'));
    return last.shadowRoot.querySelector('glass-former').step(3);
  });
  assert.deepEqual(await states(), ['none', 'paused']);
  await fill();
  await page
    .getByRole('button', { name: 'Train on this text', exact: true })
    .first()
    .waitFor();
  while (!(await states()).includes('paused')) await untilWorkers(page, 1);
  assert.deepEqual(await states(), ['none', 'paused'], 'the second has its run again');
});

/** Its workers end. @param {import('playwright-core').Page} page */
async function takeOut(page) {
  await withElement(page, (e) => {
    /** @type {any} */ (globalThis).kept = e;
    e.remove();
  });
  await untilWorkers(page, 0);
}

/** @param {import('playwright-core').Page} page */
const putBack = (page) =>
  page.evaluate(() => document.body.append(/** @type {any} */ (globalThis).kept));

test('taken out its workers end, put back it goes on with the same bytes', async () => {
  const page = await course.idle();
  await withElement(page, (e) => e.step(4));
  const before = await withElement(page, (e) => e.session.hash());
  await takeOut(page);
  await putBack(page);
  await until(page, "e.state === 'paused'");
  const now = await withElement(page, async (e) => {
    const { session } = e;
    const { length } = session.history.step;
    return { hash: await session.hash(), steps: session.steps, length };
  });
  assert.deepEqual([now.hash, now.steps, now.length], [before, 4, 4]);
  // Out and in again at once, as frameworks do: nothing happens to it.
  const same = await withElement(page, async (e) => {
    const { session } = e;
    const place = document.createElement('div');
    document.body.append(place);
    place.append(e);
    // What is out of the page is put to rest in a microtask; this one comes after it.
    await null;
    await session.step();
    const { state, steps, workersRequested } = session;
    return e.session === session && { state, steps, workersRequested };
  });
  assert.deepEqual(
    { ...same, workersRequested: 0 },
    { state: 'paused', steps: 5, workersRequested: 0 },
  );
  const most = same.workersRequested;
  assert.ok(
    page.workers().length <= most,
    `${page.workers().length} workers, not ${most}`,
  );
});

test('taken out while it resets, loads or begins: that rejects, and the run is as it was', async () => {
  const page = await course.idle();
  await withElement(page, (e) => e.step(3));
  const before = await withElement(page, (e) => e.session.hash());
  for (const name of ['reset', 'load', 'start']) {
    const code = await withElement(
      page,
      async (e, name) => {
        const file = await e.save();
        const work = e[name](file);
        // Of a start that nobody waits for nothing is left unhandled: the page hears of no error.
        if (name === 'start') void e.start();
        e.remove();
        /** @type {any} */ (globalThis).kept = e;
        return work.then(
          () => 'done',
          (/** @type {any} */ error) => error.code,
        );
      },
      name,
    );
    assert.equal(code, 'closed', name);
    await untilWorkers(page, 0);
    await putBack(page);
    await until(page, "e.state === 'paused'");
    assert.equal(await withElement(page, (e) => e.session.hash()), before, name);
  }
});

test('the run that waits to be brought back, and those compared, come along', async () => {
  const page = await course.idle();
  const before = await withElement(page, async (e) => {
    await e.step(6);
    const first = e.session;
    const hash = await first.hash();
    await e.reset();
    await e.step(3);
    const { session } = e;
    const { shelved: kept } = e.viewState;
    return { hash, second: await session.hash(), kept, history: first.history.loss };
  });
  assert.equal(before.kept.step, 6);
  await until(
    page,
    's.comparedRuns.length === 2 && s.comparedRuns[1].points.some((p) => p.step === 3)',
  );
  const runs = () => withElement(page, (e) => e.viewState.comparedRuns);
  const compared = await runs();
  await takeOut(page);
  await putBack(page);
  await until(page, "e.state === 'paused' && s.shelved");
  assert.deepEqual(await runs(), compared);
  const now = await withElement(page, async (e) => {
    const { shelved: kept } = e.viewState;
    const second = await e.session.hash();
    await e.app.restoreShelved();
    const { session } = e;
    const hash = await session.hash();
    return { hash, second, kept, history: session.history.loss };
  });
  assert.deepEqual(now, before);
  // Each run goes on under its own name, and the newer one waits in its turn.
  await withElement(page, (e) => e.step(4));
  await until(
    page,
    's.shelved.step === 3 && s.comparedRuns[0].points.some((p) => p.step === 10)',
  );
  assert.equal((await runs()).length, 2);
});

test('moveBefore moves it while it trains', async () => {
  const page = await course.idle(`${READY}<div id="place"></div>`);
  const moved = await withElement(page, async (e) => {
    await e.start();
    const { session } = e;
    /** @type {any} */ (document.querySelector('#place')).moveBefore(e, null);
    await null;
    return e.session === session && session.state;
  });
  assert.equal(moved, 'running');
  await until(page, 'e.session.steps >= 5');
});

/** Silence is counted in beats of ten seconds (wasm/client/heartbeat.js); here they are short,
 * once the worker has ended. */
const FAST_BEATS = `<script>
  const wait = setInterval;
  globalThis.setInterval = (work, ms) =>
    ms === 10_000 ? wait(() => globalThis.hasEnded && work(), 20) : wait(work, ms);
</script>`;

test('a worker that ends without an error event: nothing waits for it, and one event tells', async () => {
  const scripts = `<script>${KEEP_WORKERS}</script>${FAST_BEATS}`;
  const page = await course.page(READY, scripts + course.script);
  await until(page, "e?.state === 'idle' && s.activations");
  await listen(page);
  const ends = await withElement(page, async (e) => {
    await e.start();
    const { session } = e;
    const page = /** @type {any} */ (globalThis);
    page.workers[0].terminate();
    page.hasEnded = true;
    // It is being trained; a worker on its way out would still answer what was asked before.
    const asked = [e.step(), e.save(), session.reset(), session.hash(), e.sample()];
    const all = await Promise.allSettled([...asked, e.pause(), session.evaluate()]);
    return all.map((each) => (each.status === 'rejected' ? each.reason.code : 'ended'));
  });
  assert.deepEqual(ends, [...Array(5).fill('worker-died'), 'ended', 'worker-died']);
  const errors = await heard(page, 'gf-error');
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['worker-died'],
  );
});

test('limits: a run stops where the host says, and the reader can go on', async () => {
  const page = await course.page(
    `<glass-former autostart="visible" max-steps="20" config="${SMALL}"></glass-former>`,
  );
  await until(page, "e?.state === 'done'");
  assert.equal(await withElement(page, (e) => e.session.steps), 20);
  await withElement(page, (e) => {
    e.maxSeconds = 0.3;
    return e.start();
  });
  await until(page, "e.state === 'paused' && s.notice");
  assert.ok((await withElement(page, (e) => e.session.steps)) > 20);
});

/** Headless tabs are never hidden; the element sees what a hidden one would tell it. */
const SET_HIDDEN = `globalThis.setHidden = (value) => {
  Object.defineProperty(document, 'hidden', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};`;
const HIDABLE = `<script>${SET_HIDDEN}</script>${course.script}`;

/** @param {import('playwright-core').Page} page @param {boolean[]} states one after another */
const hide = (page, ...states) =>
  page.evaluate(`for (const value of [${states}]) setHidden(value)`);

test('in a hidden tab nothing begins to train', async () => {
  const page = await course.page(
    `<glass-former autostart="visible" loading="eager" config="${SMALL}"></glass-former>`,
    `<script>${SET_HIDDEN} setHidden(true)</script>${course.script}`,
  );
  await until(page, "e?.state !== 'none' && e?.session");
  assert.deepEqual(await withElement(page, whereItStands), ['idle', 0]);
  // Nor is it told to be training.
  await withElement(page, (e) => {
    e.told = '';
    void e.start().then(() => (e.told = e.state));
  });
  assert.deepEqual(await withElement(page, whereItStands), ['idle', 0]);
  assert.equal(await withElement(page, (e) => e.told), '');
  await hide(page, false);
  await until(page, "e.session.steps > 2 && e.told === 'running'");
});

test('seen again it goes on to where it was to go, and no further', async () => {
  const page = await course.idle(READY, HIDABLE);
  /** Hides the page at its third step or soon after, from within: it waits for nobody. Where the
   * run was there before the page was hidden, one four times as long is tried.
   * @param {'step' | 'run'} how @param {number} [length] steps */
  const interrupted = async (how, length = 500) => {
    const end = (await withElement(page, (e) => e.session.steps)) + length;
    await withElement(
      page,
      (e, [how, end]) => {
        const from = e.session.steps;
        e.ended = null;
        const leave = e.session.on(
          'progress',
          (/** @type {{ step: number }} */ { step }) => {
            if (step <= from + 2) return;
            leave();
            /** @type {any} */ (globalThis).setHidden(true);
          },
        );
        const ended =
          how === 'step' ? e.step(end - from) : e.session.run({ until: end });
        void ended.then((/** @type {string} */ ended) => (e.ended = ended));
      },
      [how, end],
    );
    await until(page, "document.hidden && e.state !== 'running'");
    const [state, steps] = await withElement(page, (e) => [e.state, e.session.steps]);
    if (steps === end) {
      await hide(page, false);
      return interrupted(how, 4 * length);
    }
    assert.ok(state === 'paused' && steps < end, `${state} at step ${steps}`);
    assert.equal(await withElement(page, (e) => e.ended), null);
    await hide(page, false);
    await until(page, 'e.ended');
    assert.equal(await withElement(page, (e) => e.session.steps), end);
  };
  await interrupted('step');
  await interrupted('run');
  assert.equal(await withElement(page, (e) => e.ended), 'done');
  // Paused while it is hidden it stays so.
  await withElement(page, (e) => e.start());
  await hide(page, true);
  await withElement(page, (e) => e.pause());
  await hide(page, false);
  const [state, at] = await withElement(page, whereItStands);
  assert.equal(state, 'paused');
  assert.deepEqual(await withElement(page, whereItStands), ['paused', at]);
});

test('a hidden tab pauses and goes on when it is seen, unless told otherwise', async () => {
  const page = await course.idle(READY, HIDABLE);
  await withElement(page, (e) => e.start());
  await until(page, 'e.session.steps >= 2');
  await hide(page, true);
  await until(page, "e.state === 'paused'");
  await hide(page, false);
  await until(page, "e.state === 'running'");
  // Seen again before it has stopped.
  await hide(page, true, false);
  const before = await withElement(page, (e) => e.session.steps);
  await until(page, `e.state === 'running' && e.session.steps > ${before + 20}`);
  await page.getByRole('button', { name: 'All settings' }).click();
  await page
    .getByRole('checkbox', { name: 'Continue while this tab is hidden' })
    .check();
  await hide(page, true);
  const steps = await withElement(page, (e) => e.session.steps);
  await until(page, `e.state === 'running' && e.session.steps > ${steps + 3}`);
});

const COUNT_DRAWS = `
  globalThis.draws = 0;
  const { prototype } = CanvasRenderingContext2D;
  for (const name of ['putImageData', 'fillRect', 'stroke']) {
    const draw = prototype[name];
    prototype[name] = function (...rest) {
      globalThis.draws++;
      return draw.apply(this, rest);
    };
  }`;

test('out of sight it trains and draws nothing', async () => {
  const page = await course.page(
    `${READY}<div style="block-size: 9000px"></div>`,
    `<script>${COUNT_DRAWS}</script>${course.script}`,
    { viewport: { width: 900, height: 700 } },
  );
  await until(page, "e?.state === 'idle'");
  await withElement(page, (e) => e.start());
  const count = () => page.evaluate(() => /** @type {any} */ (globalThis).draws);
  const steps = () => withElement(page, (e) => e.session.steps);
  await until(page, 's.activations?.step > 0');
  await until(page, `draws > ${await count()} && s.phase === 'running'`);
  await page.evaluate(() => scrollTo(0, 1e6));
  // Views hear it from observers of their own, and what was in turn is drawn.
  await inPage(page, ({ settled }) => settled());
  await until(page, `e.session.steps > ${(await steps()) + 20}`);
  const before = [await count(), await steps()];
  // So many reports, a tenth of a second apart, that any view would have drawn again.
  const reports = await withElement(page, (e) => {
    let n = 0;
    return new Promise((done) => {
      const off = e.session.on('progress', () => {
        if (++n < 12) return;
        off();
        done(n);
      });
    });
  });
  assert.equal(reports, 12);
  await until(page, `e.session.steps > ${before[1] + 20} && s.phase === 'running'`);
  assert.equal(await count(), before[0]);
});

test('what reaches below the height that a page has set is seen', async () => {
  const page = await course.page(
    `<glass-former autostart="none" config="${SMALL}" style="block-size: 200px"></glass-former>`,
  );
  await page.setViewportSize({ width: 390, height: 500 });
  await until(page, "e?.state === 'idle' && s.activations");
  const bottom = await withElement(page, async (e) => {
    scrollTo(0, e.getBoundingClientRect().bottom + 20);
    for (let frame = 0; frame < 3; frame++)
      await new Promise((done) => requestAnimationFrame(done));
    await e.step();
    return e.getBoundingClientRect().bottom;
  });
  assert.ok(bottom < 0, 'its box is above the window');
  await until(page, 's.activations.step === 1');
});
