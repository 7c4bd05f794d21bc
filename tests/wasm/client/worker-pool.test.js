// SPDX-License-Identifier: MIT
// Steps shared among workers give the same bytes with any number of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workerCount } from '../../../wasm/client/worker-pool.js';
import { TEXT, glassError, newEngine, referenceHashes, wait } from '../support.js';
import { CONFIG, MUON, open, untilWorkers } from './workers.js';

const HASHES = await referenceHashes([4, 6, 12, 40], CONFIG);

for (const [optimizer, config, hashes] of /** @type {const} */ ([
  ['AdamW', CONFIG, HASHES],
  ['Muon', MUON, await referenceHashes([6, 40], MUON)],
]))
  for (const workers of [1, 2, 3, 8]) {
    test(`${workers} workers give the weights of one (${optimizer})`, async () => {
      const session = await open({ workers, config });
      await session.step(2);
      await untilWorkers(session, workers);
      await session.step(4);
      assert.equal(await session.hash(), hashes[6]);
      const run = session.run({ until: 40 });
      await session.pause();
      await session.sample({ chars: 20 });
      await run;
      assert.equal(await session.run({ until: 40 }), 'done');
      assert.equal(await session.hash(), hashes[40]);
      await session.close();
    });
  }

test('all sessions of a page together have eight gradient workers at most', async () => {
  const sessions = [];
  for (let n = 0; n < 3; n++) sessions.push(await open({ workers: 8 }));
  const [first, second, third] = sessions;
  await untilWorkers(first, 8);
  await untilWorkers(second, 2);
  assert.equal(third.workers, 1);
  for (const session of sessions) {
    await session.step(6);
    assert.equal(await session.hash(), HASHES[6]);
    await session.close();
  }
  const next = await open({ workers: 8 });
  await untilWorkers(next, 8);
  await next.close();
});

test('reset, load and gates reach gradient workers, also those that join later', async () => {
  const reference = (await newEngine()).newSession(TEXT, CONFIG);
  const session = await open({ workers: 3 });
  // While gradient workers are still starting:
  await session.setHeadMask({ layer: 0, head: 1, mask: 0 });
  await session.reset({ seed: 5 });
  reference.setHeadMask(0, 1, 0);
  reference.reset(5);
  await untilWorkers(session, 3);
  for (const seed of [5, 6]) {
    await session.reset({ seed });
    reference.reset(seed);
    await session.step(3);
    for (let i = 0; i < 3; i++) reference.step();
    assert.equal(await session.hash(), reference.hash());
  }
  await session.setHeadMask({ layer: 0, head: 1, mask: 1 });
  reference.setHeadMask(0, 1, 1);
  const other = (await newEngine()).newSession(TEXT, {
    ...CONFIG,
    n_embd: 30,
    seed: 3,
  });
  other.step();
  await session.load(other.save());
  await session.step(4);
  for (let i = 0; i < 4; i++) other.step();
  assert.equal(await session.hash(), other.hash());
  await session.close();
});

test('a loaded model that differs in its seed alone gives its bytes from the first step on', async () => {
  const reference = (await newEngine()).newSession(TEXT, { ...CONFIG, seed: 3 });
  reference.step();
  const file = reference.save();
  reference.setHeadMask(0, 1, 0);
  reference.step();
  for (const isWaited of [false, true]) {
    const session = await open({ workers: 3 });
    await untilWorkers(session, 3);
    await session.load(file.slice());
    await session.setHeadMask({ layer: 0, head: 1, mask: 0 });
    await session.step();
    assert.equal(await session.hash(), reference.hash());
    if (isWaited) {
      // The others have it by now.
      await untilWorkers(session, 3);
      await wait(50);
      const alone = (await newEngine()).openSession(await session.save(), TEXT);
      alone.setHeadMask(0, 1, 0);
      for (let i = 0; i < 6; i++) alone.step();
      await session.step(6);
      assert.equal(await session.hash(), alone.hash());
    }
    await session.close();
  }
});

/** Another seed draws other lines; of few lines, with another vocabulary. */
const TASKS = {
  names: { arch: 'encoder', tied_head: false, block_size: 30 },
  reverse: { arch: 'encoder_decoder', block_size: 13 },
};

for (const [task, shape] of Object.entries(TASKS)) {
  test(`a task reset to another seed is the same in all workers (${task})`, async () => {
    const config = { ...CONFIG, ...shape, task, task_lines: 70, seed: 1 };
    const engine = await newEngine();
    const fresh = engine.newSession('', { ...config, seed: 5 });
    const alone = engine.newSession('', config);
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
    // A gradient worker that joins late, and snapshots.
    session.setMaxWorkers(3);
    await untilWorkers(session, 3);
    await both(3);
    const tick = (
      /** @type {import('../../../wasm/engine/session.js').EngineSession} */ engineSession,
    ) => engineSession.inspect({ what: 'head_report' }).heads;
    const { heads } = await session.at(5).headReport();
    const past = engine.newSession('', { ...config, seed: 5 });
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
    const first = engine.newSession('', config);
    for (let i = 0; i < 4; i++) first.step();
    assert.equal(await session.hash(), first.hash());
    await session.close();
  });
}

test('gradient workers that join after load get the loaded model', async () => {
  const other = (await newEngine()).newSession(TEXT, {
    ...CONFIG,
    n_embd: 30,
    seed: 3,
  });
  other.step();
  const session = await open({ workers: 2 });
  await session.load(other.save());
  await untilWorkers(session, 2);
  await session.step(4);
  for (let i = 0; i < 4; i++) other.step();
  assert.equal(await session.hash(), other.hash());
  await session.close();
});

test('zero or more than eight workers and unknown modes are rejected; more than shards are harmless', async () => {
  await assert.rejects(open({ workers: 9 }), glassError('bad-argument', /"max":8/));
  await assert.rejects(open({ workers: 0 }), glassError('bad-argument', /workers/));
  const mode = /** @type {any} */ ('workers');
  await assert.rejects(
    open({ mode }),
    glassError('bad-argument', /auto, worker, main/),
  );
  const session = await open({ workers: 4, config: { ...CONFIG, batch_size: 2 } });
  const reference = (await newEngine()).newSession(TEXT, { ...CONFIG, batch_size: 2 });
  await untilWorkers(session, 4);
  await session.step(3);
  for (let i = 0; i < 3; i++) reference.step();
  assert.equal(await session.hash(), reference.hash());
  await session.close();
});

test('the default number of workers depends on cores and memory', () => {
  assert.equal(workerCount(3, 1, 1), 3, 'the number requested');
  assert.equal(workerCount('auto', 2, 1e7), 2);
  assert.equal(workerCount('auto', 4, 1e7), 4);
  assert.equal(workerCount('auto', 64, 1e7), 8);
  assert.equal(workerCount('auto', 64, 8e8), 2);
  assert.equal(workerCount('auto', 1, 4e9), 1);
});

test('setMaxWorkers starts and ends gradient workers, and the weights are the same', async () => {
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
  // Ended while they are still starting.
  session.setMaxWorkers(3);
  session.setMaxWorkers(1);
  await session.step(28);
  assert.equal(session.workers, 1);
  assert.equal(await session.hash(), HASHES[40]);
  assert.throws(() => session.setMaxWorkers(0), glassError('bad-argument', /workers/));
  await session.close();
});
