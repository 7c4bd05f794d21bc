// SPDX-License-Identifier: MIT
// Workers that die or hang: the one that holds the model ends the session, a gradient worker
// is replaced without a change of results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { LossLimit } from '../../../wasm/client/worker-failure.js';
import {
  TEXT,
  glassError,
  newEngine,
  openSession,
  referenceHashes,
  untilStep,
  wait,
} from '../support.js';
import { CONFIG, open, untilWorkers, workerUrl } from './workers.js';

const HASHES = await referenceHashes([12], CONFIG);

const REAL_WORKER = new URL('../../../wasm/worker/entry.js', import.meta.url).href;

/** The worker ends when it hears anything on this channel. */
const END = 'tests: end of an idle worker';
const MORTAL = workerUrl(
  `import ${JSON.stringify(REAL_WORKER)};
   import { BroadcastChannel } from 'node:worker_threads';
   new BroadcastChannel(${JSON.stringify(END)}).onmessage = () => process.exit(3);`,
);

test('the death of an idle worker is reported', async () => {
  const session = await openSession({ workerUrl: MORTAL });
  const told = new Promise((done) => session.on('error', done));
  const channel = new BroadcastChannel(END);
  channel.postMessage('');
  const error = await told;
  channel.close();
  assert.equal(error.code, 'worker-died');
  assert.equal(session.state, 'error');
  await session.close();
});

/** A fault at the fifth gradient. @param {string} statement */
const later = (statement) => `
  let asked = 0;
  port.on('message', ({ call }) => {
    if (call === 'gradient' && ++asked === 5) ${statement}
  });`;

/** A worker script with a fault in some instances. The worker that trains is instance
 * 0, gradient workers follow, replacements come last. @param {number[]} which instances
 * @param {string} fault statements @param {string} [trains] statements of instance 0 */
async function faultyWorker(which, fault, trains = '') {
  // Threads are numbered in the order of creation.
  const probe = new Worker('', { eval: true });
  const first = probe.threadId + 1;
  await probe.terminate();
  const at = (/** @type {string} */ name) =>
    JSON.stringify(new URL(`../../../wasm/${name}`, import.meta.url));
  const source = `
    import { parentPort, threadId } from 'node:worker_threads';
    import { PROTOCOL_VERSION } from ${at('shared/protocol.js')};
    import { WorkerHost } from ${at('worker/host.js')};
    parentPort.on('message', ({ port, module }) => {
      new WorkerHost(port, module);
      if (${JSON.stringify(which)}.includes(threadId - ${first})) { ${fault} }
      if (threadId === ${first}) { ${trains} }
    });
    parentPort.postMessage({ hello: PROTOCOL_VERSION });`;
  return workerUrl(source);
}

test('the death of the worker ends the run with an error, an event and a hint', async () => {
  const url = await faultyWorker(
    [0],
    `port.on('message', ({ call }) => call === 'tensorNames' && process.exit(3));`,
  );
  const session = await openSession({
    workerUrl: url,
    mode: 'worker',
    gradientWorkers: false,
  });
  /** @type {string[]} */
  const codes = [];
  session.on('error', ({ code, hint }) => codes.push(hint ? code : 'no hint'));
  const run = session.run({ until: 1e6 });
  await untilStep(session, 1);
  session.tensorNames().catch(() => {});
  await assert.rejects(run, glassError('worker-died', /3/));
  assert.equal(session.state, 'error');
  assert.deepEqual(codes, ['worker-died']);
  assert.ok(session.history.step.length > 0, 'the history is kept');
  await assert.rejects(session.hash(), glassError('worker-died', /./));
  await session.close();
});

test('a gradient worker that dies is replaced, and the weights are the same', async () => {
  const url = await faultyWorker([1], later('process.exit(1);'));
  const session = await open({ workers: 3, workerUrl: url });
  /** @type {number[]} */
  const counts = [];
  session.on('workers', ({ workers }) => counts.push(workers));
  const before = (await newEngine()).newSession(TEXT, CONFIG);
  const run = session.run({ until: 1e6 });
  const oneLess = (/** @type {number} */ n, /** @type {number} */ i) =>
    n < counts[i - 1];
  while (!(counts.some(oneLess) && counts.at(-1) === 3)) {
    await wait(10);
  }
  await session.pause();
  await run;
  for (let i = 0; i < session.steps; i++) before.step();
  assert.equal(await session.hash(), before.hash(), `${session.steps} steps`);
  assert.equal(session.state, 'paused');
  await session.close();
});

/** It says so itself, as no worker does that really hangs. */
const HANGS = later(`{ new BroadcastChannel('hangs').postMessage(1); for (;;); }`);

/** What waits for seconds has waited long enough once a gradient worker hangs. */
const UNTIL_IT_HANGS = `
  const { setTimeout: wait, clearTimeout: end } = globalThis;
  const due = new Map();
  globalThis.setTimeout = (work, ms) => {
    const timer = wait(work, ms);
    if (ms >= 5000) due.set(timer, work);
    return timer;
  };
  globalThis.clearTimeout = (timer) => end(timer, due.delete(timer));
  const channel = new BroadcastChannel('hangs');
  channel.onmessage = () => due.forEach((work) => work());
  channel.unref();`;

test('a gradient worker that hangs is replaced, and the weights are the same', async () => {
  const url = await faultyWorker([1], HANGS, UNTIL_IT_HANGS);
  const session = await open({ workers: 2, workerUrl: url });
  await untilWorkers(session, 2);
  const reference = (await newEngine()).newSession(TEXT, CONFIG);
  const run = session.run({ until: 1e6 });
  await untilWorkers(session, 1);
  await untilWorkers(session, 2);
  await session.pause();
  await run;
  for (let i = 0; i < session.steps; i++) reference.step();
  assert.equal(await session.hash(), reference.hash(), `${session.steps} steps`);
  await session.close();
});

test('training goes on if gradient workers cannot start', async () => {
  const url = await faultyWorker([1, 2, 3, 4, 5, 6], 'process.exit(1);');
  const session = await open({ workers: 2, workerUrl: url });
  await session.step(12);
  assert.equal(await session.hash(), HASHES[12]);
  await session.close();
});

test('the fourth gradient worker lost within a minute is not replaced', () => {
  const limit = new LossLimit();
  const replaced = [1, 2, 3, 4].map(() => limit.allowsReplacement());
  assert.deepEqual(replaced, [true, true, true, false]);
});
