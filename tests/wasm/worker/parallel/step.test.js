// SPDX-License-Identifier: MIT
// A step in parts and shared with gradient workers gives the same bytes; how large the parts
// are, and how many workers share a step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChunkSizer } from '../../../../wasm/worker/parallel/chunk-sizer.js';
import { PartialStep } from '../../../../wasm/worker/parallel/partial-step.js';
import { WorkerCountTuner } from '../../../../wasm/worker/parallel/worker-count.js';
import { CONFIG, MUON } from '../../client/workers.js';
import { SMALL, TEXT, newEngine, runWithCache, train } from '../../support.js';

/** @import { Range } from '../../../../wasm/shared/types.js' */

const ALONE = { workers: [], step: 0, timeoutMs: 0, drop: () => {} };

/** Chunks that do not depend on the speed of the machine. @param {number} nShard @param {number} widest */
const fixedChunks = (nShard, widest) =>
  new (class extends ChunkSizer {
    get widest() {
      return widest;
    }
  })(nShard, 1, 1);

for (const batch_size of [7, 16]) {
  test(`a step in parts gives the same weights (batch of ${batch_size})`, async () => {
    const engine = await newEngine();
    const config = { ...SMALL, batch_size };
    const whole = engine.newSession(TEXT, config);
    const results = [whole.step(), whole.step(), whole.step()];
    const nShard = whole.info().n_shard;
    for (let nPart = 1; nPart <= nShard; nPart *= 2) {
      const session = engine.newSession(TEXT, config);
      for (const expected of results) {
        const step = new PartialStep(
          session,
          fixedChunks(nShard, nShard / nPart),
          ALONE,
        );
        for (let i = 0; i < nPart; i++) {
          assert.equal(step.complete, false);
          await step.advance();
        }
        assert.equal(step.complete, true);
        assert.deepEqual(step.apply(), expected);
      }
      assert.equal(session.hash(), whole.hash(), `${nPart} parts`);
      session.free();
    }
  });
}

test('analyses, evaluation and sampling between parts of a step change no weight', async () => {
  const engine = await newEngine();
  const [quiet, busy] = [
    engine.newSession(TEXT, SMALL),
    engine.newSession(TEXT, SMALL),
  ];
  const expected = train(quiet, 3);
  const { n_shard: nShard } = busy.info();
  let result = null;
  for (let i = 0; i < 3; i++) {
    const step = new PartialStep(busy, fixedChunks(nShard, 1), ALONE);
    busy.prompt('the ');
    while (!step.complete) {
      await step.advance();
      runWithCache(busy, 'the hen', { backward: true });
      busy.evaluate('train', 3);
      busy.sampleNext();
    }
    result = step.apply();
  }
  assert.deepEqual(result, expected);
  assert.equal(busy.hash(), quiet.hash());
});

test('the shards of workers are contiguous ranges of aligned subtrees', async () => {
  const session = (await newEngine()).newSession(TEXT, CONFIG);
  assert.deepEqual(session.shardRanges(8, 1, 0, 8), [[0, 8]]);
  assert.deepEqual(session.shardRanges(8, 2, 0, 2), [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(session.shardRanges(8, 3, 1, 8), [
    [2, 4],
    [4, 5],
  ]);
  assert.deepEqual(session.shardRanges(2, 4, 0, 2), []);
});

/** A step shared with one worker, up to the update.
 * @param {import('../../../../wasm/engine/session.js').EngineSession} session
 * @param {any} worker */
async function gradientShared(session, worker) {
  const drop = () => (worker.dropped = true);
  const sharing = { workers: [worker], step: 0, timeoutMs: 1e6, drop };
  const step = new PartialStep(session, fixedChunks(8, 8), sharing);
  while (!step.complete) await step.advance();
  return step;
}

test('a shared update changes nothing until it is applied, and may be discarded', async () => {
  const engine = await newEngine();
  const whole = engine.newSession(TEXT, MUON);
  const session = engine.newSession(TEXT, MUON);
  const other = engine.newSession(TEXT, MUON);
  const started = session.save();
  let asked = 0;
  const worker = {
    compute: async (
      /** @type {unknown} */ _,
      /** @type {unknown} */ __,
      /** @type {Range[]} */ ranges,
    ) => {
      const gradients = [new Float32Array(other.gradientCount)];
      const lossSums = ranges.map((range) =>
        other.partialGradient(range, gradients[0]),
      );
      return { gradients, lossSums };
    },
    recycle: () => {},
    orthogonalize: () => {
      asked++;
      return Promise.reject(new Error('lost'));
    },
  };
  const discarded = await gradientShared(session, worker);
  assert.equal(discarded.beginUpdate(), true);
  await discarded.advance();
  assert.deepEqual(session.save(), started);

  const step = await gradientShared(session, worker);
  assert.equal(step.beginUpdate(), true);
  while (!step.complete) await step.advance();
  assert.equal(step.beginUpdate(), false);
  assert.deepEqual(session.save(), started);
  assert.deepEqual(step.apply(), whole.step());
  assert.equal(session.hash(), whole.hash());
  assert.deepEqual([asked, /** @type {any} */ (worker).dropped], [2, true]);
});

test('an update that takes less time than a message is not shared', async () => {
  const engine = await newEngine();
  for (const config of [CONFIG, { ...CONFIG, optimizer: 'muon' }]) {
    const [first, last] = engine.newSession(TEXT, config).updateShare(2, 1);
    assert.equal(first, last);
  }
});

test('a step is divided so that parts stay short, at most into its shards', () => {
  const widest = (/** @type {number} */ nShard, /** @type {number} */ msPerStep) =>
    new ChunkSizer(nShard, 8, msPerStep).widest;
  assert.equal(widest(8, 5), 8);
  assert.equal(widest(8, 9), 4);
  assert.equal(widest(8, 40), 1);
  assert.equal(widest(4, 4000), 1);
});

test('parts get narrower when they are slow, and wide again', () => {
  const chunks = new ChunkSizer(8, 8, 5);
  const spend = (/** @type {number} */ ms) => {
    const start = performance.now();
    while (performance.now() - start < ms);
    return 'done';
  };
  assert.equal(
    chunks.timed(1, () => spend(20)),
    'done',
  );
  assert.equal(chunks.widest, 1);
  let chunkCount = 0;
  for (; chunks.widest < 8 && chunkCount < 1000; chunkCount++)
    chunks.timed(8, () => {});
  assert.equal(chunks.widest, 8);
});

test('the number of workers is found by timing each and keeping the fastest', () => {
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
