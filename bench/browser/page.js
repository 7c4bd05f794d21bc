// SPDX-License-Identifier: MIT
// What the page costs while a model trains in it, all views in sight.
//
//   node bench/browser/page.js [--seconds X] [--out FILE]     → results/page.json
//
//   ready_ms          until the first model can be trained; bar: 1 s on localhost
//   longest_block_ms  of the main thread while training; bar: 50 ms. Only blocks of 50 ms
//                     and more are told by the browser, so 0 means under the bar
//   longest_task_cpu_ms  the same in processor time, which other programs do not change
//   main_thread_cpu_share  of a second, all views drawing
//   draw_ms           a frame in which something was drawn; bar: median 4 ms
//   cost_of_views     share of the steps a second that the views take; bar: 5 %

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machineFacts } from '../machine.js';
import { writeResults } from '../write-results.js';
import { openPage } from './open-page.js';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

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
/**
 * Processor time of the tasks of the page's main thread, ms.
 * @param {Buffer} trace
 * @returns {number[]}
 */
function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const mains = new Set(
    traceEvents
      .filter(
        (/** @type {any} */ { name, args }) =>
          name === 'thread_name' && args.name === 'CrRendererMain',
      )
      .map((/** @type {any} */ { pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(
      (/** @type {any} */ { name, pid, tid, tdur }) =>
        tdur !== undefined && /RunTask$/.test(name) && mains.has(`${pid} ${tid}`),
    )
    .map((/** @type {any} */ { tdur }) => tdur / 1000);
}

const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;

const machine = machineFacts();
const { site, page, sleep, app } = await openPage();
const readyMs = await page.evaluate(() => /** @type {any} */ (globalThis).seen.readyMs);
await app((app) => void app.train());
while (!(await app(({ store }) => store.state.session.steps > 20))) await sleep(0.2);

/** Steps a second, with the views asking and drawing, or with none of them.
 * @param {boolean} views */
async function pace(views) {
  await page.evaluate((views) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    element.style.display = views ? '' : 'none';
  }, views);
  await sleep(2);
  const count = () => app(({ store }) => store.state.session.steps);
  const [before, start] = [await count(), performance.now()];
  await sleep(seconds);
  return (
    (1000 * (Number(await count()) - Number(before))) / (performance.now() - start)
  );
}

await page.evaluate(() => {
  const { seen } = /** @type {any} */ (globalThis);
  seen.blocks.length = seen.frames.length = 0;
});
/** @type {{ with_views: number, without: number }[]} */
const rounds = [];
// In turns, so that a machine that gets busy slows both.
for (let n = 0; n < Number(values.rounds); n++) {
  rounds.push({ with_views: await pace(true), without: await pace(false) });
}
// On a busy machine a task is interrupted by others; its processor time tells what it took
// by itself.
await page.evaluate(() => {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  element.style.display = '';
});
await sleep(1);
await site.browser.startTracing(page, {
  categories: [
    'disabled-by-default-devtools.timeline',
    'devtools.timeline',
    'toplevel',
  ],
});
await sleep(seconds);
const tasks = mainThreadTasks(await site.browser.stopTracing());
const { blocks, frames } = await page.evaluate(
  () => /** @type {any} */ (globalThis).seen,
);
const browser = site.browser.version();
await site.close();

const results = {
  ...machine,
  browser: `Chromium ${browser}`,
  preset: 'nano',
  ready_ms: round(readyMs),
  blocks_over_50_ms: blocks.length,
  longest_block_ms: round(Math.max(0, ...blocks)),
  longest_task_cpu_ms: round(tasks.reduce((a, b) => Math.max(a, b), 0)),
  main_thread_cpu_share: round(tasks.reduce((a, b) => a + b, 0) / (1000 * seconds)),
  draw_ms: {
    frames: frames.length,
    median: round(quantile(frames, 0.5)),
    p95: round(quantile(frames, 0.95)),
    longest: round(Math.max(0, ...frames)),
  },
  steps_a_second: rounds.map(({ with_views, without }) => ({
    with_views: round(with_views),
    without: round(without),
  })),
  cost_of_views: round(
    1 -
      quantile(
        rounds.map((r) => r.with_views / r.without),
        0.5,
      ),
  ),
};
console.log(JSON.stringify(results, null, 2));
await writeResults(`${RESULTS}${values.out}`, results);
