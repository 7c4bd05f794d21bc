// SPDX-License-Identifier: MIT
// The page for measuring it: what takes the main thread, when pictures appear, what moves.

import { openSite } from '../../tests/browser/support/harness.js';
import { VIEWS } from '../../web/views/registry.data.js';

/** A mark in a trace: the stage has drawn itself anew. */
export const DRAWN = 'bench-drawn';

/** Runs before the page: blocks of the main thread, ms, and layout shifts that no reader
 * caused. */
function watch() {
  const blocks = /** @type {number[]} */ ([]);
  const shifts = /** @type {number[]} */ ([]);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      if (!entry.hadRecentInput) shifts.push(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const seen = { blocks, shifts, isReady: false };
  Object.assign(globalThis, { seen });
  addEventListener('gf-ready', () => (seen.isReady = true));
}

/** Runs in the page: shows these views, one under the other; none: the screen.
 * @param {readonly string[]} names */
async function show(names) {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  element.setAttribute('view', names.join(' '));
  await element.updateComplete;
}

/** Runs in the page: marks when the stage has drawn itself anew. @param {string} mark */
function markDrawing(mark) {
  const root = document.querySelector('glass-former')?.shadowRoot;
  const stage = /** @type {any} */ (root?.querySelector('gf-stage'));
  const draw = stage.updated.bind(stage);
  stage.updated = (/** @type {unknown} */ changed) => {
    draw(changed);
    performance.mark(mark);
  };
}

/** Runs in the page: pins a character, as several views want, and opens every section of the
 * diagnostics. */
async function openSections() {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  element.app.selection.select({ pin: { i: 3, j: null } });
  const { shadowRoot: inside } = element.shadowRoot.querySelector('gf-diagnostics');
  const closed = () => [...inside.querySelectorAll('details:not([open])')];
  for (let sections = closed(); sections.length > 0; sections = closed()) {
    for (const section of sections) section.open = true;
    await new Promise(requestAnimationFrame);
    await element.updateComplete;
  }
}

/** @param {number} seconds */
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** @typedef {Awaited<ReturnType<typeof openPage>>} Opened */

/** @param {object} [options] @param {string} [options.link]
 * @param {{ width: number, height: number }} [options.viewport] */
export async function openPage({
  link = 'v=1&preset=nano&max_steps=1000000',
  viewport = { width: 1440, height: 900 },
} = {}) {
  const site = await openSite();
  const page = await site.newPage(null, { viewport });
  await page.addInitScript(watch);
  await page.goto(`index.html#${link}`);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).seen.isReady);
  /** @template T @param {(app: any) => T} read @returns {Promise<T>} */
  const app = (read) =>
    page.evaluate(`(${read})(document.querySelector('glass-former').app)`);
  /** @param {readonly string[]} names */
  async function showAll(names) {
    await page.evaluate(show, names);
    // Some come with code of their own.
    for (const name of names)
      await page.locator(`gf-${name}`).first().waitFor({ state: 'attached' });
  }
  return {
    ...{ site, page, sleep, app, show: showAll },
    markDrawing: () => page.evaluate(markDrawing, DRAWN),
    /** Every view there is, and every section of it. */
    openViews: async () => {
      await showAll(VIEWS.filter((name) => name !== 'stage'));
      await page.evaluate(openSections);
    },
    /** Begins training, and waits until it is under way. */
    train: async () => {
      await app((app) => void app.train());
      while (!(await app(({ store }) => store.state.session.steps > 20)))
        await sleep(0.2);
    },
    /** Closes the page, which must have reported no errors. */
    end: async () => {
      page.assertQuiet();
      await site.close();
    },
  };
}
