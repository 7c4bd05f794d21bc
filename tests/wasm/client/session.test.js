// SPDX-License-Identifier: MIT
// Sessions in a worker and in this thread: samples, activations, errors and closing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import {
  MODES,
  SMALL,
  TEXT,
  glassError,
  newEngine,
  referenceHashes,
  runWithCache,
  untilStep,
  withSession,
} from '../support.js';

const HASHES = await referenceHashes([3, 20]);

/** Bytes whose memory is another thread's. */
function transferred() {
  const bytes = new Uint8Array(8);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

for (const mode of MODES) {
  test(`${mode}: a profile during a run changes nothing`, () =>
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

  test(`${mode}: a sample during training is of one step and can be repeated`, () =>
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
      const engineSession = (await newEngine()).newSession(TEXT, SMALL);
      for (let i = 0; i < sample.step; i++) engineSession.step();
      engineSession.prompt(options.prompt);
      const expected = Array.from(
        { length: 300 },
        () => engineSession.sampleNext(options).text,
      );
      assert.equal(sample.text, expected.join(''));
    }));

  test(`${mode}: a sample returns the logits of each token on request`, () =>
    withSession({ mode }, async (session) => {
      await session.step(20);
      const plain = await session.sample({ chars: 5 });
      assert.deepEqual(plain.logits, []);
      // Longer than the window, so the window moves.
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
        assert.ok(larger < 3, 'one of the three most probable');
      });
    }));

  test(`${mode}: a sample with pauseTraining off is drawn while steps are taken`, () =>
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

  test(`${mode}: runWithCache gives the engine's activations of its step`, () =>
    withSession({ mode }, async (session) => {
      await session.step(5);
      const engineSession = (await newEngine()).newSession(TEXT, SMALL);
      for (let i = 0; i < 5; i++) engineSession.step();
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
      const expected = runWithCache(engineSession, text, {
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

  test(`${mode}: every name of tensorNames can be read`, () =>
    withSession({ mode }, async (session) => {
      const names = await session.tensorNames();
      assert.ok(names.includes('transformer.h.1.attn.c_attn'));
      const { tensors } = await session.runWithCache({
        text: 'the owl',
        tensors: names,
      });
      assert.equal(Object.keys(tensors).length, names.length);
    }));

  test(`${mode}: invalid arguments reject, and the session goes on`, () =>
    withSession({ mode }, async (session) => {
      const bad = (/** @type {RegExp} */ message) =>
        glassError('bad-argument', message);
      const event = /** @type {any} */ ('progres');
      assert.throws(() => session.on(event, () => {}), bad(/"event".*progress, state/));
      const listener = /** @type {any} */ (null);
      assert.throws(() => session.on('state', listener), bad(/a_function.*"listener"/));
      await assert.rejects(session.step(0), bad(/steps/));
      await assert.rejects(session.step(1.5), bad(/steps/));
      await assert.rejects(
        session.step(/** @type {any} */ (Symbol('x'))),
        bad(/steps/),
      );
      const all = await session.lens({ text: 'the' });
      const rest = await session.lens({ text: 'the', first: /** @type {any} */ (1n) });
      assert.equal(rest.depths.length, all.depths.length - 1);
      await assert.rejects(session.run({ until: -1 }), bad(/until/));
      await assert.rejects(session.sample({ chars: -1 }), bad(/chars/));
      await assert.rejects(session.sample({ temperature: -1 }), bad(/sampling_out/));
      for (const options of /** @type {any[]} */ (['the', 5, { the: 1 }]))
        await assert.rejects(
          session.sample(options),
          bad(
            new RegExp(
              `unknown_option.*"${options.the ? 'the' : options}".*prompt, chars,`,
            ),
          ),
        );
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
      for (const tensors of ['logits', null, [5]]) {
        const options = { text: 'a', tensors: /** @type {any} */ (tensors) };
        await assert.rejects(session.runWithCache(options), bad(/tensors|"5"/));
      }
      for (const steps of [null, 5, ['a']]) {
        const pinned = session.pinSnapshots(/** @type {any} */ (steps));
        await assert.rejects(pinned, bad(/steps/));
      }
      await assert.rejects(session.reset({ seed: -1 }), bad(/seed/));
      const most = /"seed","max":9007199254740991/;
      await assert.rejects(session.reset({ seed: 2 ** 53 }), bad(most));
      await assert.rejects(session.evaluate({ windows: 0 }), bad(/windows/));
      await assert.rejects(
        session.setHeadMask({ layer: 9, head: 0, mask: 0 }),
        bad(/./),
      );
      assert.equal(session.state, 'idle');
      await session.step(3);
      assert.equal(await session.hash(), HASHES[3]);
    }));

  test(`${mode}: null and nothing stand for no options`, () =>
    withSession({ mode }, async (session) => {
      for (const none of /** @type {any[]} */ ([undefined, null])) {
        assert.equal((await session.save(none)).length, (await session.save()).length);
        assert.equal((await session.runWithCache(none)).n, SMALL.block_size);
        assert.ok((await session.evaluate(none)).tokens > 0);
        assert.ok((await session.profile(none)).stepMs > 0);
        assert.equal(Array.from((await session.sample(none)).text).length, 200);
        await assert.rejects(
          session.setHead(none),
          glassError('bad-argument', /"option":"layer"/),
        );
        await assert.rejects(
          createSession(none),
          glassError('bad-argument', /bytes_needed/),
        );
        await session.load(await session.save(), none);
        await session.reset(none);
      }
      await assert.rejects(
        session.load(await session.save(), { snapshots: /** @type {any} */ ({}) }),
        glassError('bad-argument', /"option":"snapshots"/),
      );
      assert.equal(await session.run(/** @type {any} */ (null)), 'done');
    }));

  test(`${mode}: a file that was transferred to elsewhere is no bytes`, () =>
    withSession({ mode }, async (session) => {
      await session.step(3);
      for (const bytes of [transferred(), transferred().buffer, undefined]) {
        await assert.rejects(
          session.load(/** @type {Uint8Array} */ (bytes)),
          glassError('bad-argument', /bytes_needed/),
        );
      }
      assert.equal(await session.hash(), HASHES[3]);
    }));

  test(`${mode}: invalid texts and settings are rejected`, async () => {
    /** @type {[Partial<import('../../../wasm/client/types.js').SessionOptions>, string, RegExp][]} */
    const cases = [
      [{ text: '' }, 'bad-text', /empty/],
      [{ text: 'aaaaaaaaaaaaaa' }, 'bad-text', /./],
      [{ text: 'abc' }, 'text-too-short', /"needed":191/],
      [{ text: new Uint8Array([0x61, 0xff]) }, 'bad-text', /./],
      [{ config: { n_embd: 10, n_head: 3 } }, 'bad-config', /n_embd/],
      [{ config: { nonsense: 1 } }, 'bad-config', /nonsense/],
      [{ config: { n_layer: 1n } }, 'bad-config', /not_json.*n_layer/],
      [{ workers: /** @type {any} */ (Symbol('x')) }, 'bad-argument', /"workers"/],
      [{ text: undefined }, 'bad-argument', /bytes_needed \{"option":"text"\}/],
      [/** @type {any} */ ({ worker: 2 }), 'bad-argument', /unknown_option.*"worker"/],
      [{ text: transferred() }, 'bad-argument', /bytes_needed/],
      [{ wasm: /** @type {any} */ (5) }, 'bad-argument', /"wasm"/],
      [{ wasm: /** @type {any} */ ({}) }, 'bad-argument', /"wasm"/],
      [{ wasm: new Uint8Array(8) }, 'no-wasm', /not_compiled/],
    ];
    for (const [options, code, message] of cases) {
      await assert.rejects(
        withSession({ mode, ...options }, async () => {}),
        glassError(code, message),
      );
    }
  });

  test(`${mode}: an aborted sample rejects with the signal's reason; others go on`, () =>
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

  test(`${mode}: after close calls reject, and a run under way resolves as paused`, () =>
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
}

test('tokens that 16 bits cannot number come from the worker and from a file as they are', () => {
  const words = Array.from({ length: 66_000 }, (_, n) => `w${n}`);
  const config = { n_layer: 1, n_head: 1, n_embd: 4, block_size: 8, batch_size: 1 };
  const text = words.join(' ');
  const line = 'w3 w65535 w65536 w65999';
  const options = { mode: /** @type {const} */ ('worker'), text };
  return withSession(
    { ...options, config: { ...config, tokenizer: 'words' } },
    async (session) => {
      const read = async () => {
        const { tokens, loss } = await session.runWithCache({ text: line });
        return { tokens: [...tokens], loss };
      };
      assert.equal(session.info.vocabulary[65_999], 'w65999');
      const before = await read();
      assert.deepEqual(before.tokens, [3, 65_535, 65_536, 65_999]);
      const sampled = { prompt: 'w65999', chars: 5, temperature: 1, seed: 2 };
      const sample = await session.sample(sampled);
      const said = [...sample.tokens].map((id) => words[id]).join(' ');
      assert.equal(sample.text.trim(), said);
      await session.load(await session.save({ training: false }));
      assert.deepEqual(await read(), before);
      assert.equal((await session.sample(sampled)).text, sample.text);
    },
  );
});

test('both modes agree with the engine on a head switched off', async () => {
  const losses = [];
  for (const mode of MODES) {
    await withSession({ mode }, async (session) => {
      await session.setHeadMask({ layer: 0, head: 1, mask: 0 });
      await session.step(2);
      losses.push((await session.evaluate({ windows: 3 })).loss);
    });
  }
  const engineSession = (await newEngine()).newSession(TEXT, SMALL);
  engineSession.setHeadMask(0, 1, 0);
  engineSession.step();
  engineSession.step();
  losses.push(engineSession.evaluate('val', 3).loss);
  assert.equal(new Set(losses).size, 1, losses.join());
});
