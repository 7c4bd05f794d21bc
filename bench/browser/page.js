// SPDX-License-Identifier: MIT
// What the page costs while a model trains in it, every section of it open.
//
//   node bench/browser/page.js [--stretches N] [--out FILE]   → results/page.json
//
//   ready_ms         until the first model can be trained, fresh browsers; bar: 1 s on
//                    localhost. ready_cpu_ms: of it, processor time of the main thread
//   read             a reader's window goes through the page, 2 s at each windowful
//   used             in the same window somebody presses a key a second: characters, heads,
//                    pins, a head off and on, back in time
//   all_at_once      a window so tall that every view is in sight, which is no reader's;
//                    without a graphics card its 16 000 lines are put together by the
//                    processor, and that is most of what it costs
//
// Of each of the three:
//   longest_block_ms of the main thread; bar: 50 ms. Only blocks of 50 ms and more are
//                    told by the browser, so 0 means under the bar
//   task_ms          tasks of the main thread: processor time, and time on the clock
//   main_thread_cpu_share
//   draw_ms          frames in which views draw; bar: median 4 ms
//   cost_of_views    share of the steps a second that the views take; bar: 5 %. Median of
//                    --stretches of 10 s, each against those before and after it, in which
//                    the page is hidden: a run gets faster and slower by a sixth by itself
//   asked_share      of the training thread's time, spent on answers: 3 % are meant for
//                    all together (web/queries/budget.js). Without views it is what a run keeps of
//                    itself, seen or not: the course of its heads, samples at doublings
//
// Other programs make everything take longer on the clock; processor time stays. How busy
// the machine was stands in load_average, before and after, as a number of programs.

import { loadavg } from 'node:os';
import { machineFacts, optionsWith, writeResults } from '../common.js';
import { MARKS, openPage } from './open-page.js';
import { startTrace, stopTrace } from './trace.js';

const STARTS = 3;
const READER = { width: 1200, height: 900 };
const ALL = { width: 1200, height: 16000 };
/** Views that come into sight ask all at once first, then as the budget allows. */
const SETTLE_S = 8;
const STRETCH_S = 10;

/** What somebody does, one key after the other, focus on the text. */
const KEYS = [
  'ArrowRight', 'ArrowRight', 'Enter', 'h', 'h', 'x', 'x', 'PageDown', '[', '[', ']',
  'ArrowDown', 'Enter', 'Escape', 'Escape',
]; // prettier-ignore

const { stretches, out } = optionsWith({ stretches: 9, out: 'page.json' });

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;
const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
const median = (/** @type {number[]} */ all) => round(quantile(all, 0.5));

/** @param {number[]} numbers */
const spread = (numbers) => ({
  median: median(numbers),
  p95: round(quantile(numbers, 0.95)),
  longest: round(quantile(numbers, 1)),
});

/** @param {{ cpu: number, wall: number }[]} tasks */
const both = (tasks) => ({
  count: tasks.length,
  cpu: spread(tasks.map(({ cpu }) => cpu)),
  wall: spread(tasks.map(({ wall }) => wall)),
});

/** Recording begins and ends with tasks of its own; they are no part of the page. */
const EDGE_MS = 200;

const DRAWN_MS = 0.05;
/** Stretches once more under a trace, for the tasks. */
const TRACED = 3;

async function start() {
  const { site, readyMs } = await openPage();
  await site.close();
  return readyMs;
}

/** Processor time of the main thread from the page's first line on, ms. */
async function startTraced() {
  const { site, sleep } = await openPage({ trace: true });
  await sleep(0.2);
  const { tasks, mark } = await stopTrace(site);
  await site.close();
  const [begun, ready] = [mark(MARKS.begun), mark(MARKS.ready)];
  const within = tasks(/^RunTask$/).filter(
    (task) => task.start + task.wall >= begun && task.start <= ready,
  );
  return sum(within.map(({ cpu }) => cpu));
}

const machine = machineFacts();
const starts = [];
for (let n = 0; n < STARTS; n++) starts.push(await start());
const readyCpuMs = await startTraced();

const { site, page, sleep, app, openViews } = await openPage();
await openViews();
await app((app) => void app.train());
while (!(await app(({ store }) => store.state.session.steps > 20))) await sleep(0.2);

/** @param {boolean} shown */
const show = (shown) =>
  page.evaluate((shown) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    element.style.display = shown ? '' : 'none';
  }, shown);

/** @param {number} y */
const scroll = (y) => page.evaluate((y) => scrollTo(0, y), y);

/** Steps a second and share of answers while something is done.
 * @param {() => Promise<void>} act */
async function pace(act) {
  const read = async () => ({
    ms: performance.now(),
    .../** @type {{ steps: number, asked: number }} */ (
      await app(({ store }) => {
        const { steps, analysisMs } = store.state.session;
        return { steps, asked: analysisMs };
      })
    ),
  });
  const before = await read();
  await act();
  const after = await read();
  const ms = after.ms - before.ms;
  return {
    steps: (1000 * (after.steps - before.steps)) / ms,
    asked: (after.asked - before.asked) / ms,
  };
}

/** @param {() => Promise<void>} act @returns {Promise<number[]>} blocks meanwhile, ms */
async function blocksOf(act) {
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).seen.blocks.length = 0;
  });
  await act();
  await sleep(0.5);
  return page.evaluate(() => /** @type {any} */ (globalThis).seen.blocks);
}

/** @param {() => Promise<void>} act what the main thread does meanwhile */
async function traced(act) {
  await startTrace(site, page);
  await act();
  const { tasks } = await stopTrace(site);
  const all = tasks(/^RunTask$/);
  const [first, last] = [all[0]?.start ?? 0, all[all.length - 1]?.start ?? 0];
  const inside = all.filter(
    ({ start }) => start > first + EDGE_MS && start < last - EDGE_MS,
  );
  const frames = tasks(/^FireAnimationFrame$/).filter(({ cpu }) => cpu > DRAWN_MS);
  return {
    task_ms: both(inside),
    main_thread_cpu_share: round(
      sum(inside.map(({ cpu }) => cpu)) / (last - first - 2 * EDGE_MS),
    ),
    draw_ms: both(frames),
  };
}

/**
 * What is done for one stretch, and goes on with the next where it was.
 * @typedef {() => Promise<void>} Act
 */

/** @param {Act} act */
async function measure(act) {
  /** @type {number[]} */
  const blocks = [];
  const hidden = () => pace(() => sleep(STRETCH_S));
  await show(false);
  const without = [await hidden()];
  const shown = [];
  for (let n = 0; n < stretches; n++) {
    await show(true);
    await sleep(SETTLE_S);
    shown.push(await pace(async () => void blocks.push(...(await blocksOf(act)))));
    await show(false);
    await sleep(1);
    without.push(await hidden());
  }
  await show(true);
  await sleep(SETTLE_S);
  const tasks = await traced(async () => {
    for (let n = 0; n < TRACED; n++) await act();
  });
  const beside = shown.map((_, n) => (without[n].steps + without[n + 1].steps) / 2);
  return {
    blocks_over_50_ms: blocks.length,
    longest_block_ms: round(Math.max(0, ...blocks)),
    ...tasks,
    steps_a_second: shown.map(({ steps }, n) => ({
      with_views: round(steps),
      without: round(beside[n]),
    })),
    cost_of_views: round(
      1 -
        quantile(
          shown.map(({ steps }, n) => steps / beside[n]),
          0.5,
        ),
    ),
    asked_share: {
      with_views: median(shown.map(({ asked }) => asked)),
      without: median(without.map(({ asked }) => asked)),
    },
  };
}

/** @param {number} count of moves in a stretch
 * @param {(n: number) => Promise<void>} move @param {Act} begin before the moves of
 * each stretch @returns {Act} */
function moves(count, move, begin = async () => {}) {
  let n = 0;
  return async () => {
    await begin();
    for (let made = 0; made < count; made++, n++) {
      await move(n);
      await sleep(STRETCH_S / count);
    }
  };
}

const readThrough = moves(5, async (n) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await scroll((n % Math.ceil(height / READER.height)) * READER.height);
});

const useKeys = moves(
  10,
  (n) => page.keyboard.press(KEYS[n % KEYS.length]),
  // What was hidden has lost the focus.
  async () => {
    await scroll(0);
    await page.locator('gf-text [tabindex="0"]').first().focus();
  },
);

await page.setViewportSize(READER);
const read = await measure(readThrough);
const used = await measure(useKeys);
await page.setViewportSize(ALL);
const allAtOnce = await measure(() => sleep(STRETCH_S));
page.assertQuiet();
const browser = site.browser.version();
await site.close();

const results = {
  ...machine,
  load_average: { before: machine.machine.load_average, after: loadavg()[0] },
  browser: `Chromium ${browser}`,
  preset: 'nano',
  ready_ms: spread(starts),
  ready_cpu_ms: round(readyCpuMs),
  read,
  used,
  all_at_once: allAtOnce,
};
console.log(JSON.stringify(results, null, 2));
await writeResults(`bench/results/${out}`, results);
