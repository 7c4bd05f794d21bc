// SPDX-License-Identifier: MIT
// Tasks of a first visit at 1440 × 900, by pointer: each with the clicks it takes and the
// pixels by which the page scrolls meanwhile. They are one visit, in this order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../support/harness.js';
import { inPage, until } from '../support/page-queries.js';

const OWN =
  'the cat sat on the mat and the dog sat on the log by the old mill.\n'.repeat(40);

/** A step that is looked back at, and how far it may be missed. */
const BACK = { step: 20, by: 3 };

const site = await openTestSite();
const page = await site.newPage('index.html', {
  viewport: { width: 1440, height: 900 },
  // What scrolls is where it goes at once, and counted.
  reducedMotion: 'reduce',
});
await page.evaluate(`
  addEventListener('scroll', () => (window.scrolled += Math.abs(scrollY - window.at), window.at = scrollY));
  Object.assign(window, { scrolled: 0, at: scrollY });`);
await until(page, 'state.pretrained && state.activations && session.info');

let clicks = 0;
/** @param {string} path @param {{ x: number, y: number }} [position] */
async function click(path, position) {
  clicks++;
  await page.locator(path).click({ position });
}

/** Scroll events come with the next frame. */
const settle = () =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );

/** @type {{ task: string, clicks: number, pixels: number }[]} */
const table = [];

/** @typedef {{ task: string, most: { clicks: number, pixels?: number }, work: () => Promise<void> }} Task */
/** @type {Task[]} */
const tasks = [];

/** @param {string} task @param {Task['most']} most @param {Task['work']} work */
const walk = (task, most, work) => void tasks.push({ task, most, work });

/** @param {import('node:test').TestContext} t @param {Task} task */
function perform(t, { task, most, work }) {
  const { clicks: mostClicks, pixels: mostPixels = 0 } = most;
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

const place = (/** @type {string} */ name) =>
  `nav.places:not(.foot) [data-place=${name}]`;

const heads = 'gf-stage .card';
/** The cards of the heads that attend to the previous token, as their words have it. */
const oneBack = page
  .locator(heads)
  .filter({ hasText: /\b1 back/ })
  .first();

walk('find the head that looks one back', { clicks: 0 }, async () => {
  const { layer, head } = await oneBack.evaluate((card) => card.dataset);
  const report = await inPage(page, ({ session }) => session.headReport());
  const { back } = report.heads.find(
    (/** @type {any} */ h) => `${h.layer}.${h.head}` === `${layer}.${head}`,
  );
  assert.ok(back[0] > 0.5 && (await oneBack.isVisible()), `${back[0]}`);
});

walk('switch it off', { clicks: 1 }, async () => {
  clicks++;
  await oneBack.locator('.switch').click();
  await until(page, 'state.ablated.length === 1');
});

walk('see what breaks', { clicks: 0 }, async () => {
  await until(page, 'state.activations.compared');
  const said = await page.locator('gf-stage .more').textContent();
  const [, now, all] = /([\d.]+) bits .*?([\d.]+) with it/.exec(said ?? '') ?? [];
  assert.ok(Number(now) > Number(all), `${said}`);
  await page.locator(heads).locator('.switch[aria-checked=false]').click();
  await until(page, 'state.ablated.length === 0');
});

walk('step through one character', { clicks: 2, pixels: 500 }, async () => {
  const box = await page.locator('gf-stage .picture').boundingBox();
  assert.ok(box);
  await click('gf-stage .picture', { x: box.width / 2, y: box.height - 24 });
  await until(page, 'state.pin');
  await click('gf-inspector #tab-forward-pass');
  await page.locator('gf-inspector gf-forward-pass').waitFor();
  await until(page, 'state.panel === "forward-pass"');
});

walk('write with temperature 1.2', { clicks: 3 }, async () => {
  await click(place('write'));
  clicks++;
  await page.locator('gf-write #temperature').fill('1.2');
  await click('gf-write #write');
  await until(page, 'state.completion?.text.length > 0');
  assert.equal(await inPage(page, ({ state }) => state.sampler.temperature), 1.2);
  await page.locator(place('stage')).click();
});

walk('share', { clicks: 1 }, async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await click('gf-run-notes #link');
  await page.waitForFunction(() => navigator.clipboard.readText());
  const link = await page.evaluate('navigator.clipboard.readText()');
  assert.match(String(link), /^http.*pin=/);
});

walk('paste', { clicks: 0 }, async () => {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, OWN);
  assert.equal(await page.locator('gf-text-choice #own-text').inputValue(), OWN);
});

walk('train', { clicks: 1 }, async () => {
  await click('#train');
  await until(page, 'state.text.id === "own" && session.steps > 30');
});

walk(`go back to step ${BACK.step}`, { clicks: 2 }, async () => {
  await click('#train');
  await until(page, 'state.phase === "paused"');
  const box = await page.locator('gf-loss gf-loss-scrubber').boundingBox();
  assert.ok(box);
  const pointed = page.locator('gf-loss .cursor.pointed');
  // Halfway between what lies before the step and what lies after it, as an eye finds it.
  for (let [left, right] = [0, box.width]; right - left > 1;) {
    const dx = (left + right) / 2;
    await page.mouse.move(box.x + dx, box.y + box.height / 2);
    await settle();
    const at = Number((await pointed.textContent())?.replace(/\D/g, ''));
    if (Math.abs(at - BACK.step) < BACK.by) break;
    if (at < BACK.step) left = dx;
    else right = dx;
  }
  clicks++;
  await page.mouse.down();
  await page.mouse.up();
  await until(page, `Math.abs(state.viewedStep - ${BACK.step}) < ${BACK.by}`);
  assert.match(
    (await page.locator('gf-stage .main').innerText()).trim(),
    /^At step \d+/,
  );
  await page.locator('gf-stage #now').click();
});

walk('compare two learning rates', { clicks: 4 }, async () => {
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
});

walk('go to a step of the run', { clicks: 2 }, async () => {
  await click('gf-inspector #tab-loss');
  await click('gf-step-field #step');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await until(page, 'state.viewedStep !== null && state.viewedStep < 10');
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await page.getByText(/Enter a whole number from 0 to/).waitFor();
  await until(page, 'state.viewedStep !== null && state.viewedStep < 10');
});

test('tasks of a first visit', async (t) => {
  for (const task of tasks) await perform(t, task);
  assert.equal(table.length, 11);
  t.diagnostic(JSON.stringify(table));
});
