// SPDX-License-Identifier: MIT
// Sessions as a page uses them, in a worker and in this thread. What they must reproduce
// is what one engine gives when it is simply told to take so many steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import {
  MODULE,
  SMALL,
  TEXT,
  glassError,
  newEngine,
  runWithCache,
} from '../support.js';

/** @typedef {import('../../../wasm/client/session.js').Session} Session */
/** @typedef {import('../../../wasm/client/types.js').Progress} Progress */

const MODES = /** @type {const} */ (['worker', 'main']);

/**
 * Runs `use` with a session that is closed afterwards, whatever happens.
 *
 * @param {Partial<import('../../../wasm/client/types.js').SessionOptions>} options
 * @param {(session: Session) => Promise<void>} use
 */
async function withSession(options, use) {
  const session = await createSession({
    text: TEXT,
    config: SMALL,
    wasm: MODULE,
    ...options,
  });
  try {
    await use(session);
  } finally {
    await session.close();
  }
}

/** Hashes after so many undisturbed steps. @param {number[]} steps */
async function referenceHashes(
  steps,
  config = /** @type {Record<string, unknown>} */ (SMALL),
) {
  const lab = (await newEngine()).newLab(TEXT, config);
  /** @type {Record<number, string>} */
  const hashes = { 0: lab.hash() };
  for (let step = 1; step <= Math.max(...steps); step++) {
    lab.step();
    if (steps.includes(step)) hashes[step] = lab.hash();
  }
  return hashes;
}

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {Session} session @param {number} step */
async function untilStep(session, step) {
  while (session.steps < step) await wait(2);
}

const HASHES = await referenceHashes([3, 5, 8, 20, 60, 600]);

for (const mode of MODES) {
  test(`${mode}: a profile in the middle of a run changes nothing`, () =>
    withSession({ mode }, async (session) => {
      const run = session.run({ until: 20 });
      await untilStep(session, 3);
      const profile = await session.profile({ steps: 2 });
      assert.ok(profile.step >= 3 && profile.stepMs > 0);
      const kinds = new Set(profile.ops.map(({ kind }) => kind));
      assert.ok(kinds.has('attention') && kinds.has('optimizer'));
      assert.equal(await run, 'done');
      assert.equal(await session.hash(), HASHES[20]);
      await assert.rejects(
        session.profile({ steps: 0 }),
        glassError('bad-argument', /steps/),
      );
    }));

  test(`${mode}: a run gives the engine's bytes, its history and its events`, () =>
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

  test(`${mode}: pauses, single steps and questions in between change no bit`, () =>
    withSession({ mode }, async (session) => {
      const run = session.run();
      await untilStep(session, 1);
      await session.pause();
      assert.equal(await run, 'paused');
      assert.equal(session.state, 'paused');
      const stopped = session.steps;
      assert.ok(stopped < 60, 'it was still running');
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

  test(`${mode}: a sample during training is of one moment and can be repeated`, () =>
    withSession({ mode }, async (session) => {
      const options = { prompt: 'the ', chars: 300, seed: 4, temperature: 0.9 };
      const run = session.run({ until: 4000 });
      await untilStep(session, 2);
      /** @type {string[]} */
      const chunks = [];
      const sample = await session.sample({
        ...options,
        onText(chunk, full) {
          chunks.push(chunk);
          assert.equal(full, chunks.join(''));
        },
      });
      await untilStep(session, sample.step + 1);
      await session.pause();
      assert.equal(await run, 'paused');
      assert.equal(chunks.join(''), sample.text);
      assert.equal(Array.from(sample.text).length, 300);
      assert.equal(sample.tokens.length, 300);
      assert.equal(sample.probs.length, 300);
      assert.ok(sample.probs.every((p) => p > 0 && p <= 1));
      const { vocabulary } = session.info;
      assert.equal(
        Array.from(sample.tokens, (id) => vocabulary[id]).join(''),
        sample.text,
      );
      const lab = (await newEngine()).newLab(TEXT, SMALL);
      for (let i = 0; i < sample.step; i++) lab.step();
      lab.prompt(options.prompt);
      const expected = Array.from({ length: 300 }, () => lab.write(options).text);
      assert.equal(sample.text, expected.join(''));
    }));

  test(`${mode}: a sample tells what each character was drawn from, when asked`, () =>
    withSession({ mode }, async (session) => {
      await session.step(20);
      const plain = await session.sample({ chars: 5 });
      assert.deepEqual(plain.logits, []);
      // Longer than the window, so that it is read again on the way.
      const chars = Number(session.info.config.block_size) + 9;
      const { tokens, probs, logits } = await session.sample({
        chars,
        topK: 3,
        logits: true,
      });
      assert.equal(logits.length, chars);
      logits.forEach((row, i) => {
        assert.equal(row.length, session.info.vocabulary.length);
        const total = row.reduce((sum, z) => sum + Math.exp(z), 0);
        const p = Math.exp(row[tokens[i]]) / total;
        // probs are single precision.
        assert.ok(Math.abs(p - probs[i]) < 1e-6, `${p} and ${probs[i]} at ${i}`);
        const larger = row.filter((z) => z > row[tokens[i]]).length;
        assert.ok(larger < 3, 'one of the three likeliest');
      });
    }));

  test(`${mode}: a sample that does not hold training goes on while steps are taken`, () =>
    withSession({ mode }, async (session) => {
      const run = session.run({ until: 100000 });
      await untilStep(session, 1);
      const before = session.steps;
      const sample = await session.sample({ chars: 600, pauseTraining: false });
      assert.equal(Array.from(sample.text).length, 600);
      assert.ok(sample.step > before, `${before} … ${sample.step}`);
      await session.pause();
      await run;
    }));

  test(`${mode}: requests made all at once are done in their order`, () =>
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
      await session.step(8);
      assert.equal(await session.hash(), HASHES[8]);
    }));

  test(`${mode}: a pause also ends what waits behind the step at hand`, () =>
    withSession({ mode }, async (session) => {
      const requests = [session.step(50), session.step(50), session.run()];
      await session.pause();
      await Promise.all(requests);
      assert.ok(session.steps < 50, `${session.steps}`);
      await session.step(1);
      assert.equal(session.state, 'paused');
    }));

  test(`${mode}: held nothing trains; afterwards each goes on to its own end`, () =>
    withSession({ mode }, async (session) => {
      session.suspend(true);
      const run = session.run({ until: 600 });
      await session.evaluate({ windows: 3 });
      assert.deepEqual([session.state, session.steps], ['idle', 0]);
      session.suspend(false);
      await untilStep(session, 2);
      // On again before the pause has landed.
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
      // A pause ends what waits, and so does a later request.
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

  test(`${mode}: reset takes a seed, and the seed is remembered`, () =>
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

  test(`${mode}: save, load and go on gives the bytes of an undisturbed run`, () =>
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
      assert.equal(file.length, (await session.save()).length, 'the bytes stayed ours');
    }));

  test(`${mode}: a bad file is refused and changes nothing`, () =>
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

  test(`${mode}: inspection gives what the engine holds, at the step it names`, () =>
    withSession({ mode }, async (session) => {
      await session.step(5);
      const lab = (await newEngine()).newLab(TEXT, SMALL);
      for (let i = 0; i < 5; i++) lab.step();
      const text = `${TEXT.slice(0, 30)}the fox`;
      const names = [
        'lm_head',
        'grad:transformer.wte.weight',
        'transformer.h.0.mlp.c_fc',
      ];
      const view = await session.runWithCache({ text, tensors: names });
      assert.equal(view.step, 5);
      const { T, L, H } = view;
      assert.deepEqual([T, L, H], [19, 2, 3]);
      assert.equal(view.text, text.slice(-T));
      assert.deepEqual(view.characters, Array.from(view.text));
      const expected = runWithCache(lab, text, {
        attention: true,
        logits: true,
        tensors: names,
        backward: true,
      });
      assert.deepEqual(view.attention, expected.attention.data);
      assert.deepEqual(view.logits, expected.logits.data);
      assert.deepEqual(view.logits, expected.tensors.lm_head.data);
      assert.deepEqual(view.loss, expected.loss.data);
      assert.ok(Number.isNaN(view.loss?.[T - 1]));
      for (const name of names) {
        assert.deepEqual(view.tensors[name].data, expected.tensors[name].data, name);
      }
      const { shape } = view.tensors['grad:transformer.wte.weight'];
      assert.deepEqual(shape, [session.info.vocabulary.length, 21]);
      const none = await session.runWithCache({
        text: '',
        attention: false,
        logits: false,
      });
      assert.deepEqual([none.text, none.attention, none.logits], ['\n', null, null]);
    }));

  test(`${mode}: every name of tensorNames can be inspected`, () =>
    withSession({ mode }, async (session) => {
      const names = await session.tensorNames();
      assert.ok(names.includes('transformer.h.1.attn.c_attn'));
      const { tensors } = await session.runWithCache({
        text: 'the owl',
        tensors: names,
      });
      assert.equal(Object.keys(tensors).length, names.length);
    }));

  test(`${mode}: mistakes reject with a sentence, and the session goes on`, () =>
    withSession({ mode }, async (session) => {
      const bad = (/** @type {RegExp} */ message) =>
        glassError('bad-argument', message);
      await assert.rejects(session.step(0), bad(/steps/));
      await assert.rejects(session.step(1.5), bad(/steps/));
      await assert.rejects(session.run({ until: -1 }), bad(/until/));
      await assert.rejects(session.sample({ chars: -1 }), bad(/chars/));
      await assert.rejects(session.sample({ temperature: 0 }), bad(/temperature/));
      await assert.rejects(
        session.sample({ prompt: 'Ω' }),
        glassError('bad-text', /Ω/),
      );
      await assert.rejects(
        session.runWithCache({ text: 'Ω' }),
        glassError('bad-text', /Ω/),
      );
      await assert.rejects(
        session.runWithCache({ text: 'a', tensors: ['none'] }),
        bad(/"none"/),
      );
      await assert.rejects(session.reset({ seed: -1 }), bad(/seed/));
      await assert.rejects(session.evaluate({ windows: 0 }), bad(/windows/));
      await assert.rejects(session.setGate({ layer: 9, head: 0, gate: 0 }), bad(/./));
      assert.equal(session.state, 'idle');
      await session.step(3);
      assert.equal(await session.hash(), HASHES[3]);
    }));

  test(`${mode}: a text or settings that do not do are refused with a sentence`, async () => {
    /** @type {[Partial<import('../../../wasm/client/types.js').SessionOptions>, string, RegExp][]} */
    const cases = [
      [{ text: '' }, 'bad-text', /empty/],
      [{ text: 'aaaaaaaaaaaaaa' }, 'bad-text', /./],
      [{ text: 'abc' }, 'text-too-short', /"needed":191/],
      [{ text: new Uint8Array([0x61, 0xff]) }, 'bad-text', /./],
      [{ config: { n_embd: 10, n_head: 3 } }, 'bad-config', /n_embd/],
      [{ config: { nonsense: 1 } }, 'bad-config', /nonsense/],
      [{ config: { n_layer: 1n } }, 'bad-config', /not_json/],
      [{ text: undefined }, 'bad-argument', /bytes_needed/],
    ];
    for (const [options, code, message] of cases) {
      await assert.rejects(
        withSession({ mode, ...options }, async () => {}),
        glassError(code, message),
      );
    }
  });

  test(`${mode}: an aborted sample rejects with the signal's reason, others go on`, () =>
    withSession({ mode }, async (session) => {
      const abort = new AbortController();
      const long = session.sample({
        chars: 1e6,
        signal: abort.signal,
        onText: () => abort.abort(),
      });
      const short = session.sample({ chars: 5 });
      await assert.rejects(long, { name: 'AbortError' });
      assert.equal(Array.from((await short).text).length, 5);
      await assert.rejects(session.sample({ signal: AbortSignal.abort() }), {
        name: 'AbortError',
      });
    }));

  test(`${mode}: training that runs away ends in a state of error, and reset helps`, () =>
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
        assert.ok(
          (await session.sample({ chars: 3 })).text,
          'the weights are still there',
        );
        await session.reset();
        assert.equal(session.state, 'idle');
        await session.step(1);
        assert.equal(session.state, 'paused');
      },
    ));

  test(`${mode}: after close everything says so, and a run under way simply ends`, () =>
    withSession({ mode }, async (session) => {
      const run = session.run({ until: 100000 });
      const sample = session.sample({ chars: 1e6, pauseTraining: false });
      const rejected = assert.rejects(sample, glassError('closed', /closed/));
      await untilStep(session, 1);
      await session.close();
      await session.close();
      assert.equal(session.state, 'closed');
      assert.equal(await run, 'paused');
      await rejected;
      await assert.rejects(session.step(), glassError('closed', /closed/));
      await assert.rejects(session.hash(), glassError('closed', /closed/));
      await session.pause();
    }));

  test(`${mode}: a listener can be ended`, () =>
    withSession({ mode }, async (session) => {
      let heard = 0;
      const end = session.on('progress', () => heard++);
      await session.step();
      end();
      await session.step();
      assert.equal(heard, 1);
    }));
}

test('both modes and the engine agree on a head that is switched off', async () => {
  const losses = [];
  for (const mode of MODES) {
    await withSession({ mode }, async (session) => {
      await session.setGate({ layer: 0, head: 1, gate: 0 });
      await session.step(2);
      losses.push((await session.evaluate({ windows: 3 })).loss);
    });
  }
  const lab = (await newEngine()).newLab(TEXT, SMALL);
  lab.setGate(0, 1, 0);
  lab.step();
  lab.step();
  losses.push(lab.evaluate('val', 3).loss);
  assert.equal(new Set(losses).size, 1, losses.join());
});
