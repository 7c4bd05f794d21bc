// SPDX-License-Identifier: MIT
// Tasks of a first visit, on a large screen and on a phone, by pointer: each with the clicks it
// takes and the pixels by which the page scrolls meanwhile. They are one visit, in this order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../support/harness.js';
import { inPage, openPlace, paste, until } from '../support/page-queries.js';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844, hasTouch: true },
];

/** Between the bar and the places at the foot of a phone. */
const FREE = [52, 795];

const OWN =
  'the cat sat on the mat and the dog sat on the log by the old mill.\n'.repeat(40);

/** A step that is looked back at by the curve, and how far it may be missed; one that is typed. */
const BACK = { step: 20, by: 3, typed: 60 };

const site = await openTestSite();
/** @type {import('../support/harness.js').Page} */
let page;
let size = SIZES[0];
let clicks = 0;

/** @param {(typeof SIZES)[number]} which */
async function visit(which) {
  size = which;
  const { hasTouch = false, ...viewport } = which;
  // What scrolls is where it goes at once, and counted.
  page = await site.newPage('index.html', {
    viewport,
    hasTouch,
    reducedMotion: 'reduce',
  });
  await page.evaluate(`
    addEventListener('scroll', () => (window.scrolled += Math.abs(scrollY - window.at), window.at = scrollY));
    Object.assign(window, { scrolled: 0, at: scrollY });`);
  await until(page, 'state.pretrained && state.activations && session.info');
}

/** @import { Locator } from 'playwright-core' */

/** Brings something into the free part of the window, by as little as a reader would scroll; heads
 * of a phone are swiped sideways.
 * @param {Locator} found */
async function reach(found) {
  await found.waitFor();
  const free = size.hasTouch ? FREE : [0, size.height];
  await found.evaluate((e, [top, bottom]) => {
    const counted = /** @type {any} */ (window);
    const row = e.closest('.chips');
    if (row) {
      const by = Math.max(0, e.getBoundingClientRect().right - innerWidth);
      row.scrollLeft += by;
      counted.scrolled += by;
    }
    if (e.matches('.foot *')) return;
    const box = e.getBoundingClientRect();
    scrollBy(
      0,
      Math.ceil(Math.max(0, box.bottom - bottom)) || Math.min(0, box.top - top),
    );
  }, free);
}

/** @param {string | Locator} what @param {{ x: number, y: number }} [position] */
async function click(what, position) {
  clicks++;
  const found = typeof what === 'string' ? page.locator(what) : what;
  if (!position) await reach(found);
  if (!size.hasTouch) return found.click({ position });
  // Playwright's own tap scrolls a page on its way to what sticks to the window.
  const box = await found.evaluate((e) => e.getBoundingClientRect().toJSON());
  const { x = box.width / 2, y = box.height / 2 } = position ?? {};
  assert.ok(box.x >= 0 && box.x + x < size.width, `${what} can be touched`);
  await page.touchscreen.tap(box.x + x, box.y + y);
}

/** Scroll events come with the next frame. */
const settle = () =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );

/** @typedef {{ clicks: number, pixels?: number }} Most */
/** @typedef {{ task: string, most: Most, onPhone: Most, work: () => Promise<void> }} Task */
/** @type {Task[]} */
const tasks = [];

/** @param {string} task @param {Most} most @param {Task['work']} work
 * @param {Most} [onPhone] where it takes more there */
const walk = (task, most, work, onPhone = most) =>
  void tasks.push({ task, most, onPhone, work });

/** @param {import('node:test').TestContext} t @param {Task} task
 * @param {{ task: string, clicks: number, pixels: number }[]} table */
function perform(t, { task, most, onPhone, work }, table) {
  const { clicks: mostClicks, pixels: mostPixels = 0 } = size.hasTouch ? onPhone : most;
  return t.test(
    `${task}: ${mostClicks} clicks, ${mostPixels} pixels scrolled at most`,
    async () => {
      const close = page.locator('gf-inspector #close');
      if (await close.isVisible()) await close.click();
      await page.evaluate('scrollTo(0, 0)');
      await settle();
      clicks = 0;
      await page.evaluate('window.scrolled = 0');
      await work();
      await settle();
      const pixels = Number(await page.evaluate('window.scrolled'));
      table.push({ task, clicks, pixels });
      assert.ok(clicks <= mostClicks, `${clicks} clicks`);
      assert.ok(pixels <= mostPixels, `${pixels} pixels`);
    },
  );
}

/** @param {string} name */
const place = (name) =>
  `nav.places${size.hasTouch ? '.foot' : ':not(.foot)'} [data-place=${name}]`;

const heads = 'gf-stage .card';
/** The cards of the heads that attend to the previous token, as their words have it. */
const oneBack = () =>
  page
    .locator(heads)
    .filter({ hasText: /\b1 back/ })
    .first();

walk(
  'find the head that looks one back',
  { clicks: 0 },
  async () => {
    const { layer, head } = await oneBack().evaluate((card) => card.dataset);
    const report = await inPage(page, ({ session }) => session.headReport());
    const { back } = report.heads.find(
      (/** @type {any} */ h) => `${h.layer}.${h.head}` === `${layer}.${head}`,
    );
    await reach(oneBack());
    const box = await oneBack().boundingBox();
    assert.ok(box && box.x + box.width <= size.width + 1, 'its card is in sight');
    assert.ok(back[0] > 0.5, `${back[0]}`);
  },
  { clicks: 0, pixels: 300 },
);

walk('see the guess after layer 1', { clicks: 0 }, async () => {
  const guess = page.locator('gf-stage .label').filter({ hasText: /guess/ });
  assert.ok((await guess.count()) > 0);
});

walk('which earlier character made it predict this', { clicks: 1 }, async () => {
  const why = page.locator('gf-stage').getByRole('button', { name: /^Why ‘/ });
  await click(why);
  await page
    .getByText(/raised/)
    .first()
    .waitFor();
  await until(page, 'state.stageMode === "why" && state.answers.why');
  await page.locator('gf-stage #mode-attention').click();
});

walk(
  'switch it off',
  { clicks: 1 },
  async () => {
    await click(oneBack().locator('.switch'));
    await until(page, 'state.ablated.length === 1');
  },
  { clicks: 1, pixels: 20 },
);

walk('see what breaks', { clicks: 0 }, async () => {
  await until(page, 'state.activations.compared');
  const said = await page.locator('gf-stage .more').textContent();
  const [, now, all] = /([\d.]+) bits .*?([\d.]+) with it/.exec(said ?? '') ?? [];
  assert.ok(Number(now) > Number(all), `${said}`);
  await inPage(page, ({ app }) => app.queries.allOn());
  await until(page, 'state.ablated.length === 0');
});

walk(
  'step through one character',
  { clicks: 2, pixels: 500 },
  async () => {
    const box = await page.locator('gf-stage .picture').boundingBox();
    assert.ok(box);
    await click('gf-stage .picture', { x: box.width / 2, y: box.height - 24 });
    await until(page, 'state.pin');
    await click('gf-inspector #tab-forward-pass');
    await page.locator('gf-inspector gf-forward-pass').waitFor();
    await until(page, 'state.panel === "forward-pass"');
  },
  { clicks: 2, pixels: 600 },
);

walk('write with temperature 1.2', { clicks: 3 }, async () => {
  await click(place('write'));
  clicks++;
  await reach(page.locator('gf-write #temperature'));
  await page.locator('gf-write #temperature').fill('1.2');
  await click('gf-write #write');
  await until(page, 'state.completion?.text.length > 0');
  assert.equal(await inPage(page, ({ state }) => state.sampler.temperature), 1.2);
  await openPlace(page, 'stage');
});

walk(
  'share',
  { clicks: 1 },
  async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await click('gf-run-notes #link');
    await page.waitForFunction(() => navigator.clipboard.readText());
    const link = await page.evaluate('navigator.clipboard.readText()');
    assert.match(String(link), /^http.*pin=/);
  },
  { clicks: 1, pixels: 250 },
);

walk(
  'paste',
  { clicks: 0 },
  async () => {
    if (size.hasTouch) return pasteInField();
    await paste(page, OWN);
    assert.equal(await page.locator('gf-text-choice #own-text').inputValue(), OWN);
  },
  { clicks: 1, pixels: 1400 },
);

/** Where there are no keys: into the field, which opens by a press. */
async function pasteInField() {
  // What is out of sight has not been drawn.
  await reach(page.locator('gf-text-choice'));
  await click('gf-text-choice #own');
  await page.locator('gf-text-choice #own-text').fill(OWN);
}

walk('train', { clicks: 1 }, async () => {
  await click('#train');
  await until(page, `state.text.id === "own" && session.steps > ${BACK.typed}`);
});

walk(
  `go back to step ${BACK.step}`,
  { clicks: 2 },
  async () => {
    await click('#train');
    await until(page, 'state.phase === "paused"');
    await lookBack();
    clicks++;
    await until(page, `Math.abs(state.viewedStep - ${BACK.step}) < ${BACK.by}`);
    assert.match(
      (await page.locator('gf-stage .main').innerText()).trim(),
      /^At step \d+/,
    );
    await inPage(page, ({ app }) => app.snapshots.go(null));
  },
  { clicks: 2, pixels: 800 },
);

/** By the curve: halfway between what lies before the step and what lies after it, as an eye finds
 * it. A mouse points and presses, a finger draws. */
async function lookBack() {
  const scrubber = page.locator('gf-loss gf-loss-scrubber');
  await reach(page.locator('gf-loss').first());
  const box = await scrubber.boundingBox();
  assert.ok(box && box.y + box.height <= size.height, 'the curve is in sight');
  const pointed = page.locator('gf-loss .cursor.pointed');
  for (let [left, right] = [0, box.width]; right - left > 1;) {
    const dx = (left + right) / 2;
    await page.mouse.move(box.x + dx, box.y + box.height / 2);
    if (size.hasTouch && left === 0) await page.mouse.down();
    await settle();
    const at = size.hasTouch
      ? await inPage(page, ({ state }) => state.viewedStep ?? 1e9)
      : Number((await pointed.textContent())?.replace(/\D/g, ''));
    if (Math.abs(at - BACK.step) < BACK.by) break;
    if (at < BACK.step) left = dx;
    else right = dx;
  }
  await page.mouse.down();
  await page.mouse.up();
}

walk(
  'compare two learning rates',
  { clicks: 4 },
  async () => {
    await click(place('lab'));
    await click('gf-inspector #tab-compare');
    await click('gf-another-rate [data-factor="3"]');
    await until(page, 'state.comparedRuns.length === 2 && session.steps > 10');
    const rates = await inPage(page, ({ state }) =>
      state.comparedRuns.map((/** @type {any} */ run) => run.settings.learning_rate),
    );
    assert.equal(new Set(rates).size, 2, `${rates}`);
    // Both curves, while the second trains.
    const chart = page.locator('gf-inspector gf-loss .chart');
    assert.ok(
      ((await chart.boundingBox())?.y ?? Infinity) < 600,
      'the chart is in sight',
    );
    await until(page, 'session.history.valStep.length > 0');
  },
  { clicks: 4, pixels: 650 },
);

walk(`go to step ${BACK.typed} of the run`, { clicks: 2 }, async () => {
  await click('gf-inspector #tab-loss');
  await until(page, `session.steps > ${BACK.typed}`);
  await click('gf-step-field #step');
  await page.keyboard.type(String(BACK.typed));
  await page.keyboard.press('Enter');
  await until(page, `state.viewedStep === ${BACK.typed}`);
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await page.getByText(/Enter a whole number from 0 to/).waitFor();
  await until(page, `state.viewedStep === ${BACK.typed}`);
});

for (const which of SIZES)
  test(`tasks of a first visit, ${which.width} × ${which.height}`, async (t) => {
    await visit(which);
    /** @type {Parameters<typeof perform>[2]} */
    const table = [];
    for (const task of tasks) await perform(t, task, table);
    assert.equal(table.length, tasks.length);
    t.diagnostic(JSON.stringify(table));
  });
