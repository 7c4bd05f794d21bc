// SPDX-License-Identifier: MIT
// What views cost while a model trains in a page.
//
//   longest_block_ms of the main thread. Only blocks of 50 ms and more are told by the
//                    browser, so 0 means under the bar
//   layout_shift     sum of all shifts that no key or pointer caused
//   task_ms          tasks of the main thread: processor time, and time on the clock
//   draw_ms          frames in which views draw; if drawing is marked, the marked ones
//   cost_of_views    share of the steps a second that the views take. Median of stretches
//                    of 10 s, each against those before and after it, in which nothing is
//                    shown: a run gets faster and slower by a sixth by itself
//   asked_share      of the training thread's time, spent on answers: 3 % are meant for
//                    all together (web/queries/budget.js). Without views it is what a run
//                    keeps of itself, seen or not: the course of its heads, samples at
//                    doublings
//
// Other programs make everything take longer on the clock; processor time stays.

import { stop } from '../common.js';
import { median, quantile } from '../steps.js';
import { DRAWN } from './open-page.js';

/** @import { Opened } from './open-page.js' */

/** Views that come into sight ask all at once first, then as the budget allows. */
const SETTLE_S = 8;
export const STRETCH_S = 10;
/** Recording begins and ends with tasks of its own; they are no part of the page. */
const EDGE_MS = 200;
const DRAWN_MS = 0.05;
/** Stretches once more under a trace, for the tasks. */
const TRACED = 3;
const CATEGORIES = [
  'disabled-by-default-devtools.timeline',
  'devtools.timeline',
  'toplevel',
  'blink.user_timing',
];

/** What is done for one stretch, and goes on with the next where it was.
 * @typedef {() => Promise<void>} Act */
/** @typedef {{ name: string, start: number, cpu: number, wall: number }} Task times in ms */

/** @param {number[]} numbers */
const spread = (numbers) => ({
  median: median(numbers),
  p95: quantile(numbers, 0.95),
  longest: Math.max(...numbers),
});

/** @param {Task[]} tasks */
const both = (tasks) => ({
  count: tasks.length,
  cpu: spread(tasks.map(({ cpu }) => cpu)),
  wall: spread(tasks.map(({ wall }) => wall)),
});

/** Steps a second and share of answers while something is done.
 * @param {Opened} opened @param {Act} act */
async function pace({ app }, act) {
  const read = () =>
    app(({ store }) => {
      const { steps, analysisMs } = store.state.session;
      return { steps, asked: analysisMs };
    });
  const [begin, before] = [performance.now(), await read()];
  await act();
  const [ms, after] = [performance.now() - begin, await read()];
  return {
    steps: (1000 * (after.steps - before.steps)) / ms,
    asked: (after.asked - before.asked) / ms,
  };
}

/** @param {Opened} opened @param {Act} act
 * @returns {Promise<{ blocks: number[], shifts: number[] }>} ms and shares meanwhile */
async function seenDuring({ page, sleep }, act) {
  await page.evaluate(() => {
    const { seen } = /** @type {any} */ (globalThis);
    seen.blocks.length = seen.shifts.length = 0;
  });
  await act();
  await sleep(0.5);
  return page.evaluate(() => /** @type {any} */ (globalThis).seen);
}

/** Chromium's own trace of the main thread: other programs make a task take longer, but not
 * cost more. https://chromium.googlesource.com/catapult, trace event format: µs, tdur of processor
 * time. @param {Opened} opened @param {Act} act @returns {Promise<Task[]>} */
async function mainThread({ site, page }, act) {
  await site.browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const trace = await site.browser.stopTracing();
  /** @type {any[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const threadOf = (/** @type {any} */ { pid, tid }) => `${pid} ${tid}`;
  const isMain = (/** @type {any} */ { name, args }) =>
    name === 'thread_name' && args.name === 'CrRendererMain';
  const mains = new Set(events.filter(isMain).map(threadOf));
  return events
    .filter((event) => mains.has(threadOf(event)))
    .map(({ name, ts, dur = 0, tdur = NaN }) => ({
      ...{ name, start: ts / 1000, cpu: tdur / 1000, wall: dur / 1000 },
    }));
}

/** What the main thread does meanwhile. @param {Opened} opened @param {Act} act */
export async function traced(opened, act) {
  const events = await mainThread(opened, act);
  const named = (/** @type {string} */ wanted) =>
    events.filter(({ name }) => name === wanted);
  const timed = (/** @type {string} */ wanted) =>
    named(wanted).filter(({ cpu }) => cpu >= 0);
  const all = timed('RunTask');
  const [first, last] = [all[0]?.start ?? 0, all[all.length - 1]?.start ?? 0];
  const inside = all.filter(
    ({ start }) => start > first + EDGE_MS && start < last - EDGE_MS,
  );
  const drawn = named(DRAWN).map(({ start }) => start);
  const frames = timed('FireAnimationFrame').filter(({ cpu, wall, start }) =>
    drawn.length > 0
      ? drawn.some((at) => at >= start && at <= start + wall)
      : cpu > DRAWN_MS,
  );
  if (frames.length === 0) stop('No frame was drawn while it was measured.');
  return { task_ms: both(inside), draw_ms: both(frames) };
}

/** @param {Opened} opened a page in which a model trains
 * @param {number} stretches @param {Act} [act] default: nothing */
export async function measureCost(opened, stretches, act) {
  const { page, sleep } = opened;
  const during = act ?? (() => sleep(STRETCH_S));
  /** @param {boolean} isShown @param {number} seconds until it has settled */
  const show = async (isShown, seconds) => {
    await page.evaluate((isShown) => {
      const element = /** @type {any} */ (document.querySelector('glass-former'));
      element.style.display = isShown ? '' : 'none';
    }, isShown);
    await sleep(seconds);
  };
  /** @type {number[]} */ const blocks = [];
  /** @type {number[]} */ const shifts = [];
  const watched = async () => {
    const seen = await seenDuring(opened, during);
    blocks.push(...seen.blocks);
    shifts.push(...seen.shifts);
  };
  const hidden = () => pace(opened, () => sleep(STRETCH_S));
  await show(false, 0);
  const without = [await hidden()];
  const shown = [];
  for (let n = 0; n < stretches; n++) {
    await show(true, SETTLE_S);
    shown.push(await pace(opened, watched));
    await show(false, 1);
    without.push(await hidden());
  }
  await show(true, SETTLE_S);
  const tasks = await traced(opened, async () => {
    for (let n = 0; n < TRACED; n++) await during();
  });
  if (without.some(({ steps }) => !(steps > 0))) stop('No step was taken meanwhile.');
  const steps = shown.map((each, n) => ({
    with_views: each.steps,
    without: (without[n].steps + without[n + 1].steps) / 2,
  }));
  return {
    blocks_over_50_ms: blocks.length,
    longest_block_ms: Math.max(0, ...blocks),
    layout_shift: shifts.reduce((sum, each) => sum + each, 0),
    ...tasks,
    steps_a_second: steps,
    cost_of_views: median(steps.map((each) => 1 - each.with_views / each.without)),
    asked_share: {
      with_views: median(shown.map(({ asked }) => asked)),
      without: median(without.map(({ asked }) => asked)),
    },
  };
}
