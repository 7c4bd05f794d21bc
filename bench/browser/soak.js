// SPDX-License-Identifier: MIT
// Does memory stay where it is? Trains with all views in sight and compares.
//
//   node bench/browser/soak.js [--fill X] [--minutes X] [--out FILE]     → results/soak.json
//
// The page is served isolated, because only then a browser tells what page and workers
// hold together (performance.measureUserAgentSpecificMemory). Each reading comes after
// garbage collection, and is the median of five. What is kept of a run grows up to its
// limits: copies of the weights, their pictures (64) and the ticks of the heads (480)
// within the first minutes, --fill of them; after those the minutes are counted. What still
// grows then: the loss of each step up to 16 384 of them, and one sample at each doubling
// of the steps.
//
//   page_heap_bytes  JavaScript of the page without its buffers
//   bytes            all: page and workers, engines included; workers; and what the page has:
//                    javascript (buffers included), dom, canvas, shared
//   nodes            all there are; attached: those in the document and its shadows
//   samples          kept for the ladder, each some 200 nodes
//   history          steps of which the loss is kept
//   ticks, pictures  kept of the heads: some 0.6 KB, and some 17 KB each

import { loadavg } from 'node:os';
import { machineFacts, optionsWith, stop, writeResults } from '../common.js';
import { openPage } from './open-page.js';

const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
/** High enough for every view. */
const ALL_IN_SIGHT = { width: 1200, height: 16000 };
/** Minutes between two readings. */
const EVERY = 5;
/** A reading is the median of so many, so far apart: answers come and go meanwhile. */
const LOOKS = 5;
const BETWEEN_S = 3;

const { fill, minutes, out, link } = optionsWith({
  ...{ fill: 10, minutes: 30, out: 'soak.json' },
  link: 'v=1&preset=fables&max_steps=1000000',
});
const machine = machineFacts();
const { site, page, sleep, app, openViews } = await openPage({
  link,
  viewport: ALL_IN_SIGHT,
  headers: ISOLATED,
});
await openViews();
/** Runs in the page. */
const untold = () =>
  /** @type {any} */ (performance).measureUserAgentSpecificMemory().then(
    () => '',
    (/** @type {Error} */ { message }) => message,
  );
const reason = await page.evaluate(untold);
if (reason)
  stop(`This Chromium does not tell the memory of page and workers: ${reason}`);
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.enable');

/** What the page holds on to, without what it is done with. */
async function memory() {
  for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const bytes = await page.evaluate(async () => {
    const measured = await /** @type {any} */ (
      performance
    ).measureUserAgentSpecificMemory();
    /** @type {Record<string, number>} */
    const kinds = { all: measured.bytes, workers: 0 };
    for (const { bytes, attribution, types } of measured.breakdown) {
      const isWorker = attribution.some((/** @type {{ scope: string }} */ { scope }) =>
        scope.includes('Worker'),
      );
      const kind = isWorker ? 'workers' : (types[0] ?? 'other').toLowerCase();
      kinds[kind] = (kinds[kind] ?? 0) + bytes;
    }
    return kinds;
  });
  return { metrics, bytes };
}

/** @param {number} minute */
async function reading(minute) {
  const looks = [];
  for (let n = 0; n < LOOKS; n++) {
    if (n > 0) await sleep(BETWEEN_S);
    looks.push(await memory());
  }
  looks.sort((a, b) => a.bytes.all - b.bytes.all);
  const { metrics, bytes } = looks[LOOKS >> 1];
  const of = (/** @type {string} */ name) =>
    metrics.find((metric) => metric.name === name)?.value ?? 0;
  const attached = await page.evaluate(() => {
    /** @param {Node} root @returns {number} */
    const count = (root) => {
      const walker = document.createTreeWalker(root);
      let nodes = 0;
      while (walker.nextNode()) {
        const { shadowRoot } = /** @type {Element} */ (walker.currentNode);
        nodes += 1 + (shadowRoot ? count(shadowRoot) : 0);
      }
      return nodes;
    };
    return count(document);
  });
  const kept = await app(({ store }) => ({
    samples: store.state.samples.length,
    history: store.state.session.history.step.length,
    ticks: store.state.headHistory.length,
    pictures: store.state.snapshots.filter(
      (/** @type {{ pattern: unknown }} */ { pattern }) => pattern,
    ).length,
  }));
  return {
    minute: Math.round(minute * 100) / 100,
    step: Number(await app(({ store }) => store.state.session.steps)),
    page_heap_bytes: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    attached,
    .../** @type {Record<'samples' | 'history' | 'ticks' | 'pictures', number>} */ (
      kept
    ),
    listeners: of('JSEventListeners'),
    bytes,
    least_bytes: looks[0].bytes.all,
    most_bytes: looks[LOOKS - 1].bytes.all,
    load_average: loadavg()[0],
  };
}

/** @param {Awaited<ReturnType<typeof reading>>} at */
const brief = ({ step, page_heap_bytes, bytes, nodes, attached }) => ({
  step,
  page_heap_bytes,
  all_bytes: bytes.all,
  workers_bytes: bytes.workers,
  nodes,
  attached,
});

const readings = [await reading(0)];
const start = Date.now();
await app((app) => void app.train());
for (let minute = 0; minute < fill + minutes;) {
  minute = Math.min(minute + EVERY, minute < fill ? fill : fill + minutes);
  while (Date.now() < start + minute * 60_000) await sleep(0.5);
  readings.push(await reading((Date.now() - start) / 60_000));
  console.log(JSON.stringify(readings.at(-1)));
}
await app((app) => app.pause());
page.assertQuiet();
const browser = site.browser.version();
await site.close();

const full = readings.find(({ minute }) => minute >= fill) ?? readings[0];
const last = readings[readings.length - 1];
if (last.step === 0) stop('No step was taken.');
await writeResults(`bench/results/${out}`, {
  ...machine,
  browser: `Chromium ${browser}`,
  link,
  fill,
  minutes,
  growth: last.bytes.all / full.bytes.all,
  before: brief(full),
  after: brief(last),
  readings,
});
