// SPDX-License-Identifier: MIT
// What the page costs while a model trains in it, all views in sight.
//
//   node bench/browser/page.js [--seconds X] [--rounds N] [--out FILE]   → results/page.json
//
//   ready_ms         until the first model can be trained, fresh browsers; bar: 1 s on
//                    localhost. ready_cpu_ms: of it, processor time of the main thread
//   longest_block_ms  of the main thread while training; bar: 50 ms. Only blocks of 50 ms
//                    and more are told by the browser, so 0 means under the bar
//   task_ms          tasks of the main thread: processor time, and time on the clock
//   main_thread_cpu_share  of a second, all views drawing
//   draw_ms          frames in which views draw; bar: median 4 ms
//   cost_of_views    share of the steps a second that the views take; bar: 5 %
//   asked_share      of the training thread's time, spent on answers: 4 % are meant for
//                    all together (web/cost.js). Without views it is what a run keeps of
//                    itself, seen or not: the course of its heads, samples at doublings
//
// Other programs make everything take longer on the clock; processor time stays. How busy
// the machine was stands in load_average, before and after, as a number of programs.

import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machineFacts } from '../machine.js';
import { writeResults } from '../write-results.js';
import { MARKS, openPage } from './open-page.js';
import { startTrace, stopTrace } from './trace.js';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const STARTS = 3;
/** Views that come into sight ask all at once first, then as the budget allows. */
const SETTLE_S = 15;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'page.json' },
  },
});
const seconds = Number(values.seconds);

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;
const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);

/** @param {number[]} numbers */
const spread = (numbers) => ({
  median: round(quantile(numbers, 0.5)),
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

/** With the views asking and drawing, or with none of them. @param {boolean} views */
async function pace(views) {
  await page.evaluate((views) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    element.style.display = views ? '' : 'none';
  }, views);
  await sleep(SETTLE_S);
  const read = async () => ({
    ms: performance.now(),
    .../** @type {{ steps: number, asked: number }} */ (
      await app(({ store }) => {
        const { steps, askedMs } = store.state.session;
        return { steps, asked: askedMs };
      })
    ),
  });
  const before = await read();
  await sleep(seconds);
  const after = await read();
  const ms = after.ms - before.ms;
  return {
    steps: (1000 * (after.steps - before.steps)) / ms,
    asked: (after.asked - before.asked) / ms,
  };
}

await page.evaluate(() => {
  /** @type {any} */ (globalThis).seen.blocks.length = 0;
});
/** @typedef {Awaited<ReturnType<typeof pace>>} Pace */
/** @type {{ with_views: Pace, without: Pace }[]} */
const rounds = [];
// In turns, so that a machine that gets busy slows both.
for (let n = 0; n < Number(values.rounds); n++) {
  rounds.push({ with_views: await pace(true), without: await pace(false) });
}
const { blocks } = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
await page.evaluate(() => {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  element.style.display = '';
});
await sleep(SETTLE_S);
await startTrace(site, page);
await sleep(seconds);
const { tasks } = await stopTrace(site);
const all = tasks(/^RunTask$/);
const [first, last] = [all[0]?.start ?? 0, all[all.length - 1]?.start ?? 0];
const inside = all.filter(
  ({ start }) => start > first + EDGE_MS && start < last - EDGE_MS,
);
const frames = tasks(/^FireAnimationFrame$/).filter(({ cpu }) => cpu > DRAWN_MS);
const browser = site.browser.version();
await site.close();

const results = {
  ...machine,
  load_average: { before: machine.machine.load_average, after: loadavg()[0] },
  browser: `Chromium ${browser}`,
  preset: 'nano',
  ready_ms: spread(starts),
  ready_cpu_ms: round(readyCpuMs),
  blocks_over_50_ms: blocks.length,
  longest_block_ms: round(Math.max(0, ...blocks)),
  task_ms: both(inside),
  main_thread_cpu_share: round(
    sum(inside.map(({ cpu }) => cpu)) / (last - first - 2 * EDGE_MS),
  ),
  draw_ms: both(frames),
  steps_a_second: rounds.map(({ with_views, without }) => ({
    with_views: round(with_views.steps),
    without: round(without.steps),
  })),
  cost_of_views: round(
    1 -
      quantile(
        rounds.map((r) => r.with_views.steps / r.without.steps),
        0.5,
      ),
  ),
  asked_share: {
    with_views: round(
      quantile(
        rounds.map((r) => r.with_views.asked),
        0.5,
      ),
    ),
    without: round(
      quantile(
        rounds.map((r) => r.without.asked),
        0.5,
      ),
    ),
  },
};
console.log(JSON.stringify(results, null, 2));
await writeResults(`${RESULTS}${values.out}`, results);
