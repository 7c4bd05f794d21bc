// SPDX-License-Identifier: MIT
// Processor time of a page's main thread, from Chromium's own trace. Other programs make
// a task take longer, but not cost more.

const CATEGORIES = [
  'disabled-by-default-devtools.timeline',
  'devtools.timeline',
  'toplevel',
  'blink.user_timing',
];

/**
 * @typedef {object} Event of https://chromium.googlesource.com/catapult, trace event format
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts microseconds
 * @property {number} [dur]
 * @property {number} [tdur] of processor time
 * @property {{ name?: string }} args
 */

/** @param {{ browser: import('playwright-core').Browser }} site
 * @param {import('playwright-core').Page} page @param {() => Promise<void>} act what is traced */
export async function trace({ browser }, page, act) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const trace = await browser.stopTracing();
  const events = /** @type {Event[]} */ (JSON.parse(trace.toString()).traceEvents);
  const mains = new Set(
    events
      .filter(
        ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
      )
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const ofMain = events.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  /** @param {RegExp} name @returns {{ cpu: number, wall: number, start: number }[]} ms */
  const tasks = (name) =>
    ofMain
      .filter((event) => event.tdur !== undefined && name.test(event.name))
      .map(({ ts, dur = 0, tdur = 0 }) => ({
        cpu: tdur / 1000,
        wall: dur / 1000,
        start: ts / 1000,
      }));
  /** When something was marked in the page, ms. */
  const marks = (/** @type {string} */ name) =>
    ofMain.filter((event) => event.name === name).map(({ ts }) => ts / 1000);
  return { tasks, marks };
}
