// SPDX-License-Identifier: MIT
// Does memory stay where it is? Trains with all views in sight and compares.
//
//   node bench/browser/soak.js [--fill X] [--minutes X] [--out FILE]     → results/soak.json
//
// Each reading comes after garbage collection, and is the median of five. What is kept of a run
// grows up to its limits: copies of the weights, their pictures (64) and the ticks of the heads
// (480) within the first minutes, --fill of them; after those the minutes are counted. What still
// grows then: the loss of each step up to 16 384 of them, and one sample at each doubling
// of the steps.
//
//   page, workers    bytes: objects of JavaScript, what the browser holds for them, and buffers
//                    (Runtime.getHeapUsage of the DevTools protocol)
//   all              both, and what the engine says it holds
//   nodes            all there are
//   samples          kept for the ladder, each some 200 nodes
//   history          steps of which the loss is kept
//   ticks, pictures  kept of the heads: some 0.6 KB, and some 17 KB each

import { begin, stop } from '../common.js';
import { openPage } from './open-page.js';

/** High enough for every view. */
const ALL_IN_SIGHT = { width: 1200, height: 16000 };
/** Minutes between two readings. */
const EVERY = 5;
/** A reading is the median of so many, so far apart. */
const LOOKS = 5;
const BETWEEN_S = 3;

const LINK = 'v=1&preset=fables&max_steps=1000000';
const { fill, minutes, link, write } = begin({ fill: 10, minutes: 30, link: LINK });
const opened = await openPage({ link, viewport: ALL_IN_SIGHT });
const { site, page, sleep, app } = opened;
await opened.openViews();
const devtools = await page.context().newCDPSession(page);
const inWorkers = await sendToWorkers();

/** Opens a way to the workers of the page. @returns {Promise<(method: string) => Promise<any[]>>}
 * the answers of all of them */
async function sendToWorkers() {
  /** @type {Set<string>} */ const workers = new Set();
  /** By number. @type {Map<number, (answer: any) => void>} */ const waiting =
    new Map();
  let n = 0;
  devtools.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  devtools.on('Target.detachedFromTarget', ({ sessionId }) =>
    workers.delete(sessionId),
  );
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await devtools.send('Target.setAutoAttach', {
    ...{ autoAttach: true, waitForDebuggerOnStart: false, flatten: false },
  });
  return (method) =>
    Promise.all(
      [...workers].map(async (sessionId) => {
        const id = ++n;
        const answer = new Promise((resolve) => waiting.set(id, resolve));
        const message = JSON.stringify({ id, method });
        await devtools.send('Target.sendMessageToTarget', { sessionId, message });
        return answer;
      }),
    );
}

/** @param {{ usedSize: number, embedderHeapUsedSize: number, backingStorageSize: number }} heap */
const bytesOf = ({ usedSize, embedderHeapUsedSize, backingStorageSize }) =>
  usedSize + embedderHeapUsedSize + backingStorageSize;

/** What page and workers hold on to, without what they are done with. */
async function memory() {
  for (let i = 0; i < 2; i++) {
    await devtools.send('HeapProfiler.collectGarbage');
    await inWorkers('HeapProfiler.collectGarbage');
  }
  const pageBytes = bytesOf(
    /** @type {any} */ (await devtools.send('Runtime.getHeapUsage')),
  );
  const heaps = await inWorkers('Runtime.getHeapUsage');
  const workers = heaps.map(bytesOf).reduce((sum, each) => sum + each, 0);
  const engine = Number(await app(({ store }) => store.state.session.info.memoryBytes));
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  const all = pageBytes + workers + engine;
  return { all, page: pageBytes, workers, n_workers: heaps.length, engine, nodes };
}

/** @param {number} minute */
async function reading(minute) {
  const looks = [];
  for (let n = 0; n < LOOKS; n++) {
    if (n > 0) await sleep(BETWEEN_S);
    looks.push(await memory());
  }
  looks.sort((a, b) => a.all - b.all);
  const kept = await app(({ store: { state } }) => ({
    step: state.session.steps,
    samples: state.samples.length,
    history: state.session.history.step.length,
    ticks: state.headHistory.length,
    pictures: state.snapshots.filter((/** @type {any} */ { pattern }) => pattern)
      .length,
  }));
  const [least, most] = [looks[0].all, looks[LOOKS - 1].all];
  return { minute, ...kept, ...looks[LOOKS >> 1], least, most };
}

const readings = [await reading(0)];
if (readings[0].n_workers === 0) stop('The workers of the page do not answer.');
const start = Date.now();
await app((app) => void app.train());
for (let minute = 0; minute < fill + minutes;) {
  minute = Math.min(minute + EVERY, minute < fill ? fill : fill + minutes);
  while (Date.now() < start + minute * 60_000) await sleep(0.5);
  readings.push(await reading(minute));
  console.log(JSON.stringify(readings.at(-1)));
}
await app((app) => app.pause());
const browser = `Chromium ${site.browser.version()}`;
await opened.end();

const before = readings.find(({ minute }) => minute >= fill) ?? readings[0];
const after = readings[readings.length - 1];
if (after.step === 0) stop('No step was taken.');
const growth = after.all / before.all;
await write('soak', { browser, link, fill, minutes, growth, readings });
