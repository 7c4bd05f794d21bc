// SPDX-License-Identifier: MIT
// Going back in time, comparing runs and keeping them in the browser, in a real Chromium:
// what is drawn is the engine's tensor at that step, and training does not notice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { level, pixelTable } from '../../web/draw/palette.js';
import { openSite } from './harness.js';

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

/** @type {Site} */ let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Not equal in any two dimensions; training takes long enough to be looked at. */
const SMALL =
  'n_layer=2&n_head=3&n_embd=48&block_size=40&batch_size=16&max_steps=200&eval_interval=20';

/** @param {string} [fragment] @param {import('playwright-core').BrowserContextOptions} [context] */
async function openPage(fragment = SMALL, context = {}) {
  const page = await site.newPage(null, {
    viewport: { width: 1200, height: 1000 },
    ...context,
  });
  await goto(page, fragment);
  return page;
}

/** @param {Page} page @param {string} fragment */
async function goto(page, fragment) {
  await page.goto(`index.html#v=1&${fragment}`);
  await page.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('glass-former'))?.app?.store.state
        .session,
  );
  await inPage(page, ({ app }) => app.ready);
}

/**
 * Runs in the page, with the element, its app, the session and `view(name)`, the root of
 * a view. Passed as text: the page's policy forbids eval, the debugger's does not.
 * @param {Page} page
 * @template T
 * @param {(x: { app: any, session: any, state: any, view(name: string): any }, argument: any) => T} work
 * @param {unknown} [argument]
 * @returns {Promise<Awaited<T>>}
 */
const inPage = (page, work, argument) =>
  page.evaluate(`(${work})((() => {
    const element = document.querySelector('glass-former');
    const { app } = element;
    return {
      app, state: app.store.state, session: app.store.state.session,
      view: (name) => element.shadowRoot.querySelector(name).shadowRoot,
    };
  })(), ${JSON.stringify(argument ?? null)})`);

/** @param {Page} page @param {string} condition of `state` */
async function until(page, condition, timeout = 60_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await page.evaluate(
      `(() => { const { state } = document.querySelector('glass-former').app.store;` +
        ` return Boolean(${condition}); })()`,
    );
    if (answer) return;
    assert.ok(Date.now() < end, `still not: ${condition}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** @param {Page} page @param {number} steps */
const trainTo = (page, steps) =>
  inPage(page, ({ session }, until) => session.run({ until }), steps);

const hashOf = (/** @type {Page} */ page) =>
  inPage(page, ({ session }) => session.hash());

/** Hash of an undisturbed run of the same settings. @param {number} steps */
async function undisturbed(steps, fragment = SMALL) {
  const page = await openPage(fragment);
  await trainTo(page, steps);
  const hash = await hashOf(page);
  await page.context().close();
  return hash;
}

test('time: the heads drawn are the tensor of that step, and training does not notice', async () => {
  const page = await openPage();
  await inPage(page, ({ app }) => void app.train());
  await until(page, 'state.session.steps > 60');
  const slider = page.getByRole('slider', { name: 'Step looked at' });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await until(page, 'state.past && state.look?.step === state.past.step');
  const step = await inPage(page, ({ state }) => state.past.step);
  assert.ok(step > 0 && step < 60, `step ${step}`);
  assert.match(
    await page.locator('gf-scrubber #said').innerText(),
    /You look at step \d+; training goes on\./,
  );
  // A laboratory beside the page would say the same: ask the engine itself again.
  const seen = await inPage(page, async ({ state, session, view }) => {
    const { look, layer, head, past } = state;
    const own = await session.at(past.step).inspect({ text: look.text });
    const tile = view('gf-heads').querySelector('.tile canvas');
    const { data } = tile.getContext('2d').getImageData(0, 0, tile.width, tile.height);
    return {
      T: look.T,
      own: Array.from(own.attention.subarray(0, look.T ** 2)),
      drawn: Array.from(look.attention.subarray(0, look.T ** 2)),
      pixels: Array.from(data),
      width: tile.width,
      at: [layer, head],
    };
  });
  assert.deepEqual(seen.drawn, seen.own);
  const table = pixelTable('attention', 'light');
  const cell = seen.width / seen.T;
  for (let i = 0; i < seen.T; i += 3) {
    for (let j = 0; j <= i; j += 2) {
      const at =
        4 * (Math.floor((i + 0.5) * cell) * seen.width + Math.floor((j + 0.5) * cell));
      const [r, g, b] = seen.pixels.slice(at, at + 3);
      const pixel = table[level(seen.own[i * seen.T + j])];
      assert.deepEqual(
        [r, g, b],
        [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255],
        `row ${i}, column ${j}`,
      );
    }
  }
  // Scores and answers are of the same model.
  await inPage(page, ({ app }) => app.select({ pin: { i: 5, j: null } }));
  await inPage(page, ({ view }) => view('gf-lens').host.scrollIntoView());
  await until(page, `state.answers.lens?.step === ${step} && state.pastTick`);
  const answers = await inPage(page, async ({ state, session, view }) => {
    const lens = await session.at(state.past.step).lens({ text: state.line });
    const tick = await session.at(state.past.step).inspectHeads();
    return {
      same: JSON.stringify(lens) === JSON.stringify(state.answers.lens.value),
      scores: tick.heads.map((/** @type {any} */ h) => h.claim.score),
      shown: [...view('gf-heads').querySelectorAll('#scores tbody tr')].map((row) =>
        Number(row.children[2].textContent),
      ),
      steps: session.steps,
    };
  });
  assert.ok(answers.same, 'the lens is that of the step looked at');
  assert.ok(answers.steps > step);
  answers.scores.forEach((/** @type {number} */ score, /** @type {number} */ n) => {
    assert.ok(
      Math.abs(score - answers.shown[n]) <= 0.0051,
      `${score}, ${answers.shown[n]}`,
    );
  });
  await page.getByRole('button', { name: 'Return to now' }).press('Enter');
  await until(page, '!state.past && state.look?.step > 60');
  await page.keyboard.press('[');
  await until(page, 'state.past !== null');
  await page.keyboard.press(']');
  await until(page, 'state.past === null');
  await until(page, 'state.phase === "done"');
  assert.equal(await hashOf(page), await undisturbed(200));
  page.assertQuiet();
  await page.context().close();
});

test('time: while dragging, thumbnails are the stored 8-bit patterns; release shows all', async () => {
  const page = await openPage();
  await trainTo(page, 30);
  await until(page, 'state.snapshots.every((s) => s.pattern)');
  const drag = (/** @type {number} */ at) =>
    inPage(
      page,
      async ({ app, view }, at) => {
        const slider = view('gf-scrubber').querySelector('#time');
        slider.value = String(at);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => setTimeout(done, 100));
        const { scrub, past, look, snapshots } = app.store.state;
        return {
          step: scrub.step,
          past,
          look: look.step,
          drawn: scrub.look && Array.from(scrub.look.attention),
          stored: scrub.look && Array.from(snapshots[at].pattern.attention),
        };
      },
      at,
    );
  const seen = await drag(2);
  assert.deepEqual([seen.step, seen.past, seen.look], [10, null, 30]);
  const exact = await inPage(page, async ({ state, session }) =>
    Array.from((await session.at(10).inspect({ text: state.look.text })).attention),
  );
  exact.forEach((/** @type {number} */ value, /** @type {number} */ n) => {
    assert.equal(seen.stored[n], Math.round(255 * value));
    assert.ok(Math.abs(seen.drawn[n] - value) <= 0.5 / 255 + 1e-7);
  });
  await inPage(page, ({ view }) =>
    view('gf-scrubber').querySelector('#time').dispatchEvent(new Event('change')),
  );
  await until(
    page,
    'state.past?.step === 10 && !state.scrub && state.look.step === 10',
  );
  // A head switched off is off at every step, and on again in both.
  await inPage(page, ({ app }) => app.inside.toggleHead(1, 2));
  const off = await inPage(page, async ({ state, session }) => {
    const logits = async () =>
      Array.from((await session.at(10).inspect({ text: state.line })).logits);
    const without = await logits();
    return { without, shown: Array.from(state.look.logits), off: state.off };
  });
  assert.equal(off.off.length, 1);
  await until(page, `Math.abs(state.look.logits[9] - ${off.without[9]}) < 1e-12`);
  page.assertQuiet();
  await page.context().close();
});
