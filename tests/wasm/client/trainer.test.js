// SPDX-License-Identifier: MIT
// Training in a session, in a worker and in this thread: the results are those of one engine
// that takes the same steps without interruption.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MODES,
  SMALL,
  glassError,
  referenceHashes,
  untilStep,
  wait,
  withSession,
} from '../support.js';

/** @typedef {import('../../../wasm/index.js').Progress} Progress */

const HASHES = await referenceHashes([3, 5, 8, 20, 60, 600]);

for (const mode of MODES) {
  test(`${mode}: a run gives the engine's weights, a history and events`, () =>
    withSession({ mode }, async (session) => {
      /** @type {Progress[]} */
      const progress = [];
      /** @type {string[]} */
      const states = [];
      session.on('progress', (p) => progress.push(p));
      session.on('state', ({ state }) => states.push(state));
      assert.equal(session.info.mode, mode);
      assert.equal(session.state, 'idle');
      assert.equal(await session.run(), 'done');
      assert.deepEqual(states, ['running', 'done']);
      assert.equal(session.steps, 60);
      assert.equal(await session.hash(), HASHES[60]);
      const { step, loss, valStep, valLoss, learningRate, gradNorm } = session.history;
      assert.deepEqual(
        step,
        Array.from({ length: 60 }, (_, i) => i + 1),
      );
      for (const column of [loss, learningRate, gradNorm]) {
        assert.equal(column.length, 60);
        assert.ok(column.every(Number.isFinite));
      }
      assert.deepEqual(valStep, [0, 10, 20, 30, 40, 50, 60]);
      assert.ok(valLoss[6] < valLoss[0]);
      const last = progress.at(-1);
      assert.ok(last);
      assert.equal(last.step, 60);
      assert.equal(last.loss, loss[59]);
      assert.equal(last.valLoss, valLoss[6]);
      assert.equal(last.etaSeconds, 0);
      assert.ok(last.tokensPerSecond > 0 && last.msPerStep > 0);
      const perStep = SMALL.batch_size * SMALL.block_size;
      const expected = (1000 * perStep) / last.msPerStep;
      assert.ok(Math.abs(last.tokensPerSecond / expected - 1) < 1e-9);
    }));

  test(`${mode}: pauses, single steps and analyses change no weight`, () =>
    withSession({ mode }, async (session) => {
      const run = session.run();
      await untilStep(session, 1);
      await session.pause();
      assert.equal(await run, 'paused');
      assert.equal(session.state, 'paused');
      const stopped = session.steps;
      assert.ok(stopped < 60, 'paused during the run');
      await session.runWithCache({ text: 'the fox', tensors: ['grad:lm_head'] });
      await session.sample({ prompt: 'the ', chars: 30 });
      await session.evaluate({ split: 'train', windows: 7 });
      assert.equal(session.steps, stopped);
      assert.equal((await session.step())?.step, stopped + 1);
      const second = session.run({ until: 60 });
      const answers = await Promise.all([
        session.sample({ prompt: 'a ', chars: 40 }),
        session.runWithCache({ text: 'a fox' }),
        session.save(),
      ]);
      assert.ok(answers.every(Boolean));
      assert.equal(await second, 'done');
      assert.equal(await session.hash(), HASHES[60]);
      assert.equal(session.history.step.length, 60);
    }));

  test(`${mode}: simultaneous requests run in order`, () =>
    withSession({ mode }, async (session) => {
      const [first, second, loss, one, two] = await Promise.all([
        session.step(3),
        session.step(2),
        session.evaluate({ windows: 3 }),
        session.sample({ chars: 50, seed: 2 }),
        session.sample({ chars: 50, seed: 2 }),
      ]);
      assert.equal(first?.step, 3);
      assert.equal(second?.step, 5);
      assert.ok(loss.loss > 0);
      assert.ok(one.text && two.text);
      assert.equal(await session.hash(), HASHES[5]);
    }));

  test(`${mode}: a step, a run and a reset end a run under way`, () =>
    withSession({ mode }, async (session) => {
      const run = session.run({ until: 100000 });
      await untilStep(session, 2);
      const after = await session.step(1);
      assert.equal(await run, 'paused');
      assert.equal(session.steps, after?.step);
      const longer = session.run({ until: 100000 });
      const shorter = session.run({ until: session.steps + 2 });
      assert.equal(await longer, 'paused');
      assert.equal(await shorter, 'done');
      const third = session.run({ until: 100000 });
      await session.reset();
      assert.equal(await third, 'paused');
      assert.equal(session.state, 'idle');
      assert.equal(session.steps, 0);
      assert.deepEqual(session.history.step, []);
      assert.equal(session.last, null);
      await session.step(8);
      assert.equal(await session.hash(), HASHES[8]);
    }));

  test(`${mode}: a pause also ends queued requests`, () =>
    withSession({ mode }, async (session) => {
      const requests = [session.step(50), session.step(50), session.run()];
      await session.pause();
      await Promise.all(requests);
      assert.ok(session.steps < 50, `${session.steps}`);
      await session.step(1);
      assert.equal(session.state, 'paused');
    }));

  test(`${mode}: a pause does not wait for a run that was asked for after it`, () =>
    withSession({ mode }, async (session) => {
      const paused = session.pause();
      let hasEnded = false;
      const run = session.run({ until: 20_000 }).finally(() => (hasEnded = true));
      await paused;
      assert.ok(!hasEnded, `${session.steps}`);
      await untilStep(session, 2);
      await session.pause();
      assert.equal(await run, 'paused');
    }));

  test(`${mode}: a suspended session does not train; resumed requests reach their own ends`, () =>
    withSession({ mode }, async (session) => {
      session.suspend(true);
      const run = session.run({ until: 600 });
      await session.evaluate({ windows: 3 });
      assert.deepEqual([session.state, session.steps], ['idle', 0]);
      session.suspend(false);
      await untilStep(session, 2);
      // Resumed before the pause arrives.
      session.suspend(true);
      session.suspend(false);
      await untilStep(session, 4);
      session.suspend(true);
      while (session.state === 'running') await wait(2);
      const { steps } = session;
      assert.ok(steps < 600, `${steps}`);
      await session.evaluate({ windows: 3 });
      assert.deepEqual([session.state, session.steps], ['paused', steps]);
      session.suspend(false);
      assert.equal(await run, 'done');
      assert.equal(await session.hash(), HASHES[600]);
      const some = session.step(200);
      await untilStep(session, 601);
      session.suspend(true);
      session.suspend(false);
      assert.equal((await some)?.step, 800);
      // A pause ends suspended requests, and so does a later request.
      session.suspend(true);
      const paused = session.run({ until: 100000 });
      await session.pause();
      assert.equal(await paused, 'paused');
      const first = session.run({ until: 100000 });
      const second = session.run({ until: 802 });
      assert.equal(await first, 'paused');
      session.suspend(false);
      assert.equal(await second, 'done');
      assert.equal(session.steps, 802);
      session.suspend(true);
      const last = session.run({ until: 100000 });
      await session.evaluate({ windows: 1 });
      await session.close();
      assert.equal(await last, 'paused');
    }));

  test(`${mode}: reset takes a seed and keeps it`, () =>
    withSession({ mode }, async (session) => {
      await session.reset({ seed: 77 });
      assert.equal(session.info.config.seed, 77);
      await session.step(3);
      const hash = await session.hash();
      await session.reset();
      await session.step(3);
      assert.equal(await session.hash(), hash);
      const hashes = await referenceHashes([3], { ...SMALL, seed: 77 });
      assert.equal(hash, hashes[3]);
    }));

  test(`${mode}: a saved, loaded and continued run equals an uninterrupted one`, () =>
    withSession({ mode }, async (session) => {
      await session.step(8);
      const file = await session.save();
      assert.ok(file instanceof Uint8Array);
      await session.step(12);
      await session.load(file);
      assert.equal(session.steps, 8);
      assert.equal(session.state, 'paused');
      assert.deepEqual(session.history.step, []);
      assert.equal(await session.hash(), HASHES[8]);
      await session.step(12);
      assert.equal(await session.hash(), HASHES[20]);
      assert.equal(
        file.length,
        (await session.save()).length,
        'load did not take the bytes',
      );
    }));

  test(`${mode}: an invalid file is rejected and changes nothing`, () =>
    withSession({ mode }, async (session) => {
      await session.step(3);
      const file = await session.save();
      const { history, info } = session;
      const bad = [
        new Uint8Array(),
        file.subarray(0, file.length - 1),
        file.map((byte) => byte ^ 0x55),
        new TextEncoder().encode('{"weights": [1, 2, 3]}'),
      ];
      for (const bytes of bad) {
        await assert.rejects(session.load(bytes), glassError('bad-checkpoint', /./));
        assert.equal(session.info, info);
        assert.equal(session.state, 'paused');
        assert.equal(history.step.length, 3);
        assert.equal(await session.hash(), HASHES[3]);
      }
      await session.step(5);
      assert.equal(await session.hash(), HASHES[8]);
    }));

  test(`${mode}: training that diverges ends in state error, and reset recovers`, () =>
    withSession(
      {
        mode,
        config: {
          ...SMALL,
          init_std: 10,
          learning_rate: 10,
          min_learning_rate: 10,
          warmup_steps: 0,
          grad_clip: 0,
          weight_decay: 10,
        },
      },
      async (session) => {
        /** @type {{ code: string, message: string, hint: string }[]} */
        const errors = [];
        session.on('error', (error) => errors.push(error));
        await assert.rejects(
          session.run({ until: 100000 }),
          glassError('diverged', /learning_rate/),
        );
        assert.equal(session.state, 'error');
        assert.equal(errors.length, 1);
        assert.equal(errors[0].code, 'diverged');
        assert.ok(errors[0].hint);
        assert.ok((await session.sample({ chars: 3 })).text, 'the weights are kept');
        await session.reset();
        assert.equal(session.state, 'idle');
        await session.step(1);
        assert.equal(session.state, 'paused');
      },
    ));

  test(`${mode}: a listener can be removed`, () =>
    withSession({ mode }, async (session) => {
      let heard = 0;
      const end = session.on('progress', () => heard++);
      await session.step();
      end();
      await session.step();
      assert.equal(heard, 1);
    }));

  test(`${mode}: a listener given twice is called once, and removed once`, () =>
    withSession({ mode }, async (session) => {
      /** @type {number[]} */
      const heard = [];
      const hear = (/** @type {{ step: number }} */ { step }) => void heard.push(step);
      session.on('progress', hear);
      const end = session.on('progress', hear);
      await session.step();
      end();
      await session.step();
      assert.deepEqual(heard, [1]);
    }));
}
