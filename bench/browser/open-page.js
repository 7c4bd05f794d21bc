// SPDX-License-Identifier: MIT
// The page for measuring it: all views within sight of a very tall window, so that each
// of them asks and draws, which no reader's screen makes them do at once.

import { openSite } from '../../tests/browser/harness.js';

/** High enough for every view of the page. */
const ALL = { width: 1200, height: 9000 };

/** Runs before the page: what takes the main thread, and for how long. */
function watch() {
  const blocks = /** @type {number[]} */ ([]);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const seen = { blocks, readyMs: 0, frames: /** @type {number[]} */ ([]) };
  Object.assign(globalThis, { seen });
  addEventListener('gf-ready', () => (seen.readyMs ||= performance.now()));
}

/** Runs in the page: adds up, frame by frame, what the views spend on drawing. */
function timeFrames() {
  const { seen } = /** @type {any} */ (globalThis);
  const element = document.querySelector('glass-former');
  const view = element?.shadowRoot?.querySelector('gf-head')?.constructor;
  const prototype = Object.getPrototypeOf(view).prototype;
  const update = prototype.performUpdate;
  let spent = 0;
  prototype.performUpdate = function (/** @type {any[]} */ ...rest) {
    const start = performance.now();
    try {
      return update.apply(this, rest);
    } finally {
      spent += performance.now() - start;
    }
  };
  const frame = () => {
    if (spent > 0) seen.frames.push(spent);
    spent = 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** @param {number} seconds */
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/**
 * @param {object} [options]
 * @param {string} [options.link]
 * @param {Record<string, string>} [options.headers]
 */
export async function openPage({
  link = 'v=1&preset=nano&max_steps=1000000',
  headers,
} = {}) {
  const site = await openSite({ headers, flags: ['--enable-precise-memory-info'] });
  const page = await site.newPage(null, { viewport: ALL });
  await page.addInitScript(watch);
  await page.goto(`index.html#${link}`);
  // The page's policy forbids waitForFunction's eval.
  while (!(await page.evaluate(() => /** @type {any} */ (globalThis).seen.readyMs))) {
    await sleep(0.05);
  }
  await page.evaluate(timeFrames);
  return {
    site,
    page,
    sleep,
    /** @template T @param {(app: any) => T} read */
    app: (read) =>
      page.evaluate(`(${read})(document.querySelector('glass-former').app)`),
  };
}
