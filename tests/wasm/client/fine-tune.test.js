// SPDX-License-Identifier: MIT
// A session that goes on from a model on another text: all weights, or LoRA.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SMALL,
  TEXT,
  glassError,
  makeText,
  newEngine,
  withSession,
} from '../support.js';

const OTHER = makeText(4000).slice(900);
const LORA = { lora_rank: 4, learning_rate: 0.02, warmup_steps: 0 };

/** A model trained a little. */
const engine = await newEngine();
const engineSession = engine.newSession(TEXT, SMALL);
for (let i = 0; i < 5; i++) engineSession.step();
const BASE = engineSession.save();
const BASE_HASH = engineSession.hash();

/** @param {Record<string, unknown>} settings @param {object} [options] */
const tuned = (settings, options = {}) =>
  withSession({ mode: 'main', text: OTHER, ...options }, async (session) => {
    await session.load(BASE, { fineTune: true, settings });
    assert.equal(session.steps, 0);
    await session.run({ until: 8 });
    const cache = { text: 'the fox', logits: true };
    const before = await session.at(0).runWithCache(cache);
    return {
      hash: await session.hash(),
      before: before.logits,
      nTrained: session.info.nTrained,
      nParam: session.info.nParam,
      whole: await session.save({ training: false }),
      merged: await session.save({ form: 'merged' }),
      adapter: await session.save({ form: 'adapter' }).catch((error) => error),
    };
  });

const hashOf = (/** @type {Uint8Array} */ bytes) => {
  const one = engine.openSession(bytes);
  const hash = one.hash();
  one.free();
  return hash;
};

/** @param {Uint8Array} bytes */
const logitsOf = (bytes) =>
  withSession({ mode: 'main' }, async (session) => {
    await session.load(bytes);
    return (await session.runWithCache({ text: 'the fox', logits: true })).logits;
  });

test('all weights: step 0 is the model as it was, with the settings asked for', async () => {
  const { before, nTrained, nParam, adapter } = await tuned({ learning_rate: 0.003 });
  assert.deepEqual(before, await logitsOf(BASE));
  assert.equal(nTrained, nParam);
  assert.match(String(adapter), /adapter_missing|no adapter/);
});

test('LoRA: the same bytes with three workers; merged and adapter are the same model', async () => {
  const one = await tuned(LORA);
  const three = await tuned(LORA, { mode: 'worker', workers: 3 });
  assert.equal(three.hash, one.hash);
  assert.ok(one.nTrained < one.nParam / 4);
  assert.deepEqual(one.before, await logitsOf(BASE));

  const joined = engine.importModel([BASE, one.adapter]);
  assert.deepEqual(joined, one.whole);
  assert.notEqual(hashOf(one.merged), BASE_HASH);
  assert.deepEqual(await logitsOf(one.merged), await logitsOf(one.whole));
  await assert.rejects(
    withSession({ mode: 'main' }, (session) => session.load(one.adapter)),
    glassError('bad-checkpoint', /adapter_without_model/),
  );
});
