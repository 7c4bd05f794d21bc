// SPDX-License-Identifier: MIT
// An evaluation shared with gradient workers gives the same bytes, whichever of them fails.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { GradientWorker } from '../../../../wasm/worker/parallel/gradient-worker.js';
import { PartialEvaluation } from '../../../../wasm/worker/evaluation.js';
import { WorkerHost } from '../../../../wasm/worker/host.js';
import { MODULE, SMALL, TEXT, newEngine, train } from '../../support.js';

const STEPS = 3;
const session = (await newEngine()).newSession(TEXT, SMALL);
train(session, STEPS);

/** @type {(() => void)[]} */ const ends = [];
after(() => {
  for (const end of ends) end();
});

/** A worker of this thread. @param {number} id @param {boolean} [works] it has the model */
async function gradientWorker(id, works = true) {
  const { port1, port2 } = new MessageChannel();
  const host = new WorkerHost(port2, MODULE);
  const worker = new GradientWorker(id, port1);
  ends.push(() => {
    worker.end();
    host.close();
    port1.close();
  });
  const timeLimits = { sliceMs: 1, pieceMs: 1 };
  if (works)
    await worker.call('open', {
      text: TEXT,
      config: SMALL,
      timeLimits,
      useAll: true,
    });
  return worker;
}

const workers = await Promise.all([1, 2, 3].map((id) => gradientWorker(id)));

/** @param {number} windows @param {GradientWorker[]} helpers @param {number} [pieceMs] */
async function evaluated(windows, helpers, pieceMs = 1000) {
  /** @type {number[]} */ const dropped = [];
  let rounds = 0;
  const evaluation = new PartialEvaluation(
    session,
    { split: 'val', windows, batchSize: SMALL.batch_size },
    pieceMs,
    () => {
      rounds++;
      return {
        workers: helpers.filter(({ id }) => !dropped.includes(id)),
        step: STEPS,
        timeoutMs: 60_000,
        drop: ({ id }) => void dropped.push(id),
      };
    },
  );
  let pieces = 0;
  for (; !evaluation.done; pieces++) await evaluation.advance();
  return { result: evaluation.result(), pieces, rounds, dropped };
}

test('an evaluation shared by one to four workers gives the same bytes', async () => {
  for (const windows of [1, 2, 5, 60])
    for (let n = 0; n <= workers.length; n++) {
      const { result, rounds } = await evaluated(windows, workers.slice(0, n));
      assert.deepEqual(result, session.evaluate('val', windows), `${windows}, ${n}`);
      assert.equal(rounds, Math.ceil(windows / (4 * SMALL.batch_size)));
    }
});

test('pieces end when their time is over', async () => {
  const { result, pieces } = await evaluated(9, [], 0);
  assert.equal(pieces, 9);
  assert.deepEqual(result, session.evaluate('val', 9));
});

test('what a worker fails to evaluate is evaluated here, and it is asked no more', async () => {
  const broken = await gradientWorker(7, false);
  const { result, rounds, dropped } = await evaluated(60, [broken, ...workers]);
  assert.deepEqual(result, session.evaluate('val', 60));
  assert.deepEqual(dropped, [7]);
  assert.equal(rounds, 3);
});

test('a wait for workers ends when it is interrupted, and goes on', async () => {
  const evaluation = new PartialEvaluation(
    session,
    { split: 'val', windows: 4, batchSize: SMALL.batch_size },
    1000,
    () => ({ workers, step: STEPS, timeoutMs: 60_000, drop: () => assert.fail() }),
  );
  await evaluation.advance(); // its own window
  const waited = evaluation.advance();
  evaluation.interrupt();
  await waited;
  assert.equal(evaluation.done, false);
  while (!evaluation.done) await evaluation.advance();
  assert.deepEqual(evaluation.result(), session.evaluate('val', 4));
});
