// SPDX-License-Identifier: MIT
// The page for measuring it: all views open and within sight of a very tall window, so that
// each of them asks and draws, which no reader's screen makes them do at once.

import { openSite } from '../../tests/browser/support/harness.js';
import { startTrace } from './trace.js';

/** High enough for every view of the page. */
const ALL = { width: 1200, height: 16000 };

/** Marks in a trace, see watch(). */
export const MARKS = { begun: 'bench-begun', ready: 'bench-ready' };

/** Runs before the page: what takes the main thread, and for how long.
 * @param {typeof MARKS} marks */
function watch(marks) {
  const blocks = /** @type {number[]} */ ([]);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const seen = { blocks, readyMs: 0 };
  Object.assign(globalThis, { seen });
  performance.mark(marks.begun);
  addEventListener('gf-ready', () => {
    if (seen.readyMs === 0) performance.mark(marks.ready);
    seen.readyMs ||= performance.now();
  });
}

/** Runs in the page: pins a character, as several views want, and opens what is closed. */
function openViews() {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  element.app.selection.select({ pin: { i: 3, j: null } });
  const hood = element.shadowRoot.querySelector('gf-diagnostics');
  const sections = [
    'updates', 'histograms', 'health', 'microscope', 'neurons', 'places', 'patching', 'times',
  ]; // prettier-ignore
  hood.open = new Set(['hood', ...sections]);
}

/** @param {number} seconds */
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** @param {object} [options] @param {string} [options.link]
 * @param {Record<string, string>} [options.headers] @param {boolean} [options.trace]
 * from the start; to be stopped with stopTrace() */
export async function openPage({
  link = 'v=1&preset=nano&max_steps=1000000',
  headers,
  trace = false,
} = {}) {
  const site = await openSite({ headers, flags: ['--enable-precise-memory-info'] });
  const page = await site.newPage(null, { viewport: ALL });
  await page.addInitScript(watch, MARKS);
  if (trace) await startTrace(site, page);
  await page.goto(`index.html#${link}`);
  // The page's policy forbids waitForFunction's eval.
  const readyMs = () =>
    page.evaluate(() => /** @type {any} */ (globalThis).seen.readyMs);
  while (!(await readyMs())) await sleep(0.05);
  return {
    site,
    page,
    sleep,
    readyMs: Number(await readyMs()),
    openViews: () => page.evaluate(openViews),
    /** @template T @param {(app: any) => T} read */
    app: (read) =>
      page.evaluate(`(${read})(document.querySelector('glass-former').app)`),
  };
}
