// SPDX-License-Identifier: MIT
// Steps shared among workers: the same bytes with any number of them, whatever happens to
// the gradient workers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { WorkerCountTuner } from '../../../wasm/worker/parallel/worker-count.js';
import { createSession } from '../../../wasm/index.js';
import { workerCount } from '../../../wasm/client/worker-pool.js';
import { MODULE, SMALL, TEXT, glassError, newEngine } from '../support.js';

/** @typedef {import('../../../wasm/client/session.js').Session} Session */

/** Eight shards of unequal size: 11 sequences. */
const CONFIG = { ...SMALL, batch_size: 11 };

/** @param {Partial<import('../../../wasm/client/types.js').SessionOptions>} options */
const open = (options) =>
  createSession({
    text: TEXT,
    config: CONFIG,
    wasm: MODULE,
    mode: 'worker',
    ...options,
  });

/** @param {Session} session @param {number} workers */
async function untilWorkers(session, workers) {
  while (session.workers !== workers) await new Promise((done) => setTimeout(done, 5));
}

/** @param {number[]} steps */
async function referenceHashes(steps) {
  const lab = (await newEngine()).newLab(TEXT, CONFIG);
  /** @type {Record<number, string>} */
  const hashes = {};
  for (let step = 1; step <= Math.max(...steps); step++) {
    lab.step();
    if (steps.includes(step)) hashes[step] = lab.hash();
  }
  return hashes;
}

const HASHES = await referenceHashes([4, 6, 12, 40]);

/**
 * What a gradient worker does when it has worked for a while.
 *
 * @param {string} statement
 */
const later = (statement) => `
  let asked = 0;
  port.on('message', ({ call }) => {
    if (call === 'gradient' && ++asked === 5) ${statement}
  });`;

/**
 * A worker file of which some instances go wrong. The training worker is instance 0,
 * gradient workers follow, replacements come last.
 *
 * @param {number[]} which instances
 * @param {string} fault statements
 */
async function faultyWorker(which, fault) {
  // Threads are numbered as they are made.
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
    });
    parentPort.postMessage({ hello: PROTOCOL_VERSION });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

test('the shards of workers are contiguous ranges of aligned subtrees', async () => {
  const lab = (await newEngine()).newLab(TEXT, CONFIG);
  assert.deepEqual(lab.shardRanges(8, 1, 0, 8), [[0, 8]]);
  assert.deepEqual(lab.shardRanges(8, 2, 0, 2), [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(lab.shardRanges(8, 3, 1, 8), [
    [2, 4],
    [4, 5],
  ]);
  assert.deepEqual(lab.shardRanges(2, 4, 0, 2), []);
});

test('a gradient computed in parts and elsewhere gives the same bytes', async () => {
  const engine = await newEngine();
  const whole = engine.newLab(TEXT, CONFIG);
  const expected = whole.step();
  const lab = engine.newLab(TEXT, CONFIG);
  const other = engine.newLab(TEXT, CONFIG);
  const gradient = new Float32Array(lab.gradientCount);
  for (let count = 1; count <= 8; count++) {
    lab.reset(1337);
    lab.beginGradient();
    for (let worker = 0; worker < count; worker++) {
      for (const range of lab.shardRanges(8, count, worker, 2)) {
        if (worker % 2)
          lab.addGradient(range, gradient, other.partialGradient(range, gradient));
        else lab.computeGradient(range);
      }
    }
    assert.deepEqual(lab.applyGradient(), expected);
    assert.equal(lab.hash(), whole.hash(), `${count} workers`);
  }
});

for (const workers of [1, 2, 3, 4, 8]) {
  test(`${workers} workers give the bytes of one`, async () => {
    const session = await open({ workers });
    await session.step(2);
    await untilWorkers(session, workers);
    await session.step(4);
    assert.equal(await session.hash(), HASHES[6]);
    const run = session.run({ until: 40 });
    await session.pause();
    await session.sample({ chars: 20 });
    await run;
    assert.equal(await session.run({ until: 40 }), 'done');
    assert.equal(await session.hash(), HASHES[40]);
    await session.close();
  });
}

test('reset, load and gates reach the gradient workers, and those that come later', async () => {
  const reference = (await newEngine()).newLab(TEXT, CONFIG);
  const session = await open({ workers: 3 });
  // While gradient workers are still on their way:
  await session.setGate({ layer: 0, head: 1, gate: 0 });
  await session.reset({ seed: 5 });
  reference.setGate(0, 1, 0);
  reference.reset(5);
  await untilWorkers(session, 3);
  for (const seed of [5, 6]) {
    await session.reset({ seed });
    reference.reset(seed);
    await session.step(3);
    for (let i = 0; i < 3; i++) reference.step();
    assert.equal(await session.hash(), reference.hash());
  }
  await session.setGate({ layer: 0, head: 1, gate: 1 });
  reference.setGate(0, 1, 1);
  const other = (await newEngine()).newLab(TEXT, { ...CONFIG, n_embd: 30, seed: 3 });
  other.step();
  await session.load(other.save());
  await session.step(4);
  for (let i = 0; i < 4; i++) other.step();
  assert.equal(await session.hash(), other.hash());
  await session.close();
});

/** Another seed draws other lines; of few lines, with another vocabulary. */
const TASKS = {
  names: { arch: 'encoder', tied_head: false, block_size: 30 },
  reverse: { arch: 'encoder_decoder', block_size: 13 },
};

for (const [task, shape] of Object.entries(TASKS)) {
  test(`a task that is reset to another seed is the one of that seed everywhere (${task})`, async () => {
    const config = { ...CONFIG, ...shape, task, task_lines: 70, seed: 1 };
    const engine = await newEngine();
    const fresh = engine.newLab('', { ...config, seed: 5 });
    const alone = engine.newLab('', config);
    alone.step();
    alone.reset(5);
    const session = await open({
      text: '',
      config,
      workers: 3,
      gradientWorkers: false,
    });
    session.setMaxWorkers(2);
    await untilWorkers(session, 2);
    await session.step(2);
    await session.reset({ seed: 5 });
    assert.deepEqual(session.info.examples, fresh.info().examples);
    assert.deepEqual(session.info.vocabulary, fresh.info().vocabulary);
    const both = async (/** @type {number} */ n) => {
      await session.step(n);
      for (let i = 0; i < n; i++) assert.deepEqual(alone.step(), fresh.step());
      assert.equal(await session.hash(), fresh.hash());
      assert.equal(alone.hash(), fresh.hash());
    };
    await both(3);
    // One that comes late, and the copies of the past.
    session.setMaxWorkers(3);
    await untilWorkers(session, 3);
    await both(3);
    const tick = (/** @type {import('../../../wasm/engine/lab.js').Lab} */ lab) =>
      lab.inspect({ what: 'head_report' }).heads;
    const { heads } = await session.at(5).headReport();
    const past = engine.newLab('', { ...config, seed: 5 });
    for (let i = 0; i < 5; i++) past.step();
    assert.deepEqual(heads, tick(past));

    // Through a file, reset and joined again: as if nothing had been.
    const file = await session.save();
    await session.load(file);
    await both(2);
    await session.load(file);
    await session.reset({ seed: 1 });
    session.setMaxWorkers(1);
    session.setMaxWorkers(3);
    await untilWorkers(session, 3);
    await session.step(4);
    const first = engine.newLab('', config);
    for (let i = 0; i < 4; i++) first.step();
    assert.equal(await session.hash(), first.hash());
    await session.close();
  });
}

test('gradient workers that come after a file was loaded get its model', async () => {
  const other = (await newEngine()).newLab(TEXT, { ...CONFIG, n_embd: 30, seed: 3 });
  other.step();
  const session = await open({ workers: 2 });
  await session.load(other.save());
  await untilWorkers(session, 2);
  await session.step(4);
  for (let i = 0; i < 4; i++) other.step();
  assert.equal(await session.hash(), other.hash());
  await session.close();
});

test('a gradient worker that dies is replaced, and no bit is lost', async () => {
  const workerUrl = await faultyWorker([1], later('process.exit(1);'));
  const session = await open({ workers: 3, workerUrl });
  /** @type {number[]} */
  const counts = [];
  session.on('workers', ({ workers }) => counts.push(workers));
  const before = (await newEngine()).newLab(TEXT, CONFIG);
  const run = session.run({ until: 1e6 });
  const oneLess = (/** @type {number} */ n, /** @type {number} */ i) =>
    n < counts[i - 1];
  while (!(counts.some(oneLess) && counts.at(-1) === 3)) {
    await new Promise((done) => setTimeout(done, 10));
  }
  await session.pause();
  await run;
  for (let i = 0; i < session.steps; i++) before.step();
  assert.equal(await session.hash(), before.hash(), `${session.steps} steps`);
  assert.equal(session.state, 'paused');
  await session.close();
});

test('a gradient worker that hangs is dropped after a while, and no bit is lost', async () => {
  const workerUrl = await faultyWorker([1], later('for (;;);'));
  const session = await open({ workers: 2, workerUrl });
  await untilWorkers(session, 2);
  const reference = (await newEngine()).newLab(TEXT, CONFIG);
  const run = session.run({ until: 1e6 });
  await untilWorkers(session, 1);
  await untilWorkers(session, 2);
  await session.pause();
  await run;
  for (let i = 0; i < session.steps; i++) reference.step();
  assert.equal(await session.hash(), reference.hash(), `${session.steps} steps`);
  await session.close();
});

test('gradient workers that cannot be had are done without', async () => {
  const workerUrl = await faultyWorker([1, 2, 3, 4, 5, 6], 'process.exit(1);');
  const session = await open({ workers: 2, workerUrl });
  await session.step(12);
  assert.equal(await session.hash(), HASHES[12]);
  await session.close();
});

test('more workers than shards, or none at all, are no use', async () => {
  await assert.rejects(open({ workers: 9 }), glassError('bad-argument', /"max":8/));
  await assert.rejects(open({ workers: 0 }), glassError('bad-argument', /workers/));
  const session = await open({ workers: 4, config: { ...CONFIG, batch_size: 2 } });
  const reference = (await newEngine()).newLab(TEXT, { ...CONFIG, batch_size: 2 });
  await untilWorkers(session, 4);
  await session.step(3);
  for (let i = 0; i < 3; i++) reference.step();
  assert.equal(await session.hash(), reference.hash());
  await session.close();
});

test('how many workers to start depends on cores and on memory', () => {
  assert.equal(workerCount(3, 1, 1), 3, 'what was asked for');
  assert.equal(workerCount('auto', 2, 1e7), 1);
  assert.equal(workerCount('auto', 4, 1e7), 3);
  assert.equal(workerCount('auto', 64, 1e7), 4);
  assert.equal(workerCount('auto', 64, 8e8), 2);
  assert.equal(workerCount('auto', 1, 4e9), 1);
});

test('the count is chosen by trying each and keeping the fastest', () => {
  /** @type {Record<number, number>} */
  const ms = { 1: 10, 2: 6, 3: 5, 4: 7, 8: 9 };
  const tuner = new WorkerCountTuner(8, 8, false);
  /** @type {number[]} */
  const tried = [];
  for (let i = 0; i < 40; i++) {
    tried.push(tuner.count);
    tuner.note(ms[tuner.count] + (i % 4 === 0 ? 100 : 0));
  }
  assert.deepEqual([...new Set(tried)], [1, 2, 3, 4, 8]);
  assert.equal(tuner.count, 3);
  assert.equal(new WorkerCountTuner(8, 8, true).count, 8);
  assert.equal(new WorkerCountTuner(5, 2, true).count, 2);
});

test('gradient workers come and go by setMaxWorkers(), and the bytes stay', async () => {
  const session = await open({ workers: 3, gradientWorkers: false });
  assert.equal(session.workersRequested, 3);
  await session.step(2);
  assert.equal(session.workers, 1);
  session.setMaxWorkers(2);
  await untilWorkers(session, 2);
  await session.step(2);
  assert.equal(await session.hash(), HASHES[4]);
  session.setMaxWorkers(8);
  await untilWorkers(session, 3);
  await session.step(2);
  session.setMaxWorkers(1);
  assert.equal(session.workers, 1);
  await session.step(6);
  assert.equal(await session.hash(), HASHES[12]);
  // Dismissed while they are still starting.
  session.setMaxWorkers(3);
  session.setMaxWorkers(1);
  await session.step(28);
  assert.equal(session.workers, 1);
  assert.equal(await session.hash(), HASHES[40]);
  assert.throws(() => session.setMaxWorkers(0), glassError('bad-argument', /workers/));
  await session.close();
});
