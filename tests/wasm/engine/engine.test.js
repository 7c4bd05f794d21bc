// SPDX-License-Identifier: MIT
// The engine in this thread: arguments, results and errors across the boundary of wasm
// memory, and that nothing leaks there.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SMALL, TEXT, glassError, newEngine, runWithCache, train } from '../support.js';
import { fasterOf } from '../../../wasm/engine/profile.js';

test('training lowers the loss below the unigram baseline', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  const baselines = session.info().baselines ?? assert.fail();
  const before = session.evaluate('val', 20);
  assert.ok(Math.abs(before.loss - baselines.uniform) < 0.1, 'it begins by guessing');
  const last = train(session, 120);
  assert.equal(last.step, 120);
  const after = session.evaluate('val', 20);
  assert.ok(after.loss < baselines.unigram - 0.3, `${after.loss}`);
  assert.ok(after.accuracy > before.accuracy + 0.2);
  assert.equal(after.tokens, 20 * SMALL.block_size);
  session.free();
});

test('a profile counts all of its time and flops; of two the shortest times count', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  const [first, second] = [session.profile(), session.profile()];
  const { stepMs, ops, otherMs } = first;
  const flops = ops.reduce((sum, op) => sum + op.flops, 0);
  assert.equal(flops, session.info().flops_per_step);
  const ms = ops.map((op) => op.forwardMs + op.backwardMs);
  assert.ok(Math.abs(ms.reduce((a, b) => a + b) + otherMs - stepMs) < 1e-9);
  for (const kind of ['linear', 'attention', 'norm', 'optimizer', 'packing']) {
    const times = ms.filter((_, i) => ops[i].kind === kind);
    assert.ok(times.length > 0 && Math.max(...times) > 0, kind);
  }
  fasterOf(first, second).ops.forEach((op, i) => {
    const [a, b] = [first.ops[i], second.ops[i]];
    assert.equal(op.forwardMs, Math.min(a.forwardMs, b.forwardMs), op.name);
    assert.equal(op.backwardMs, Math.min(a.backwardMs, b.backwardMs), op.name);
  });
});

test('sha256 is that of FIPS 180-4, of texts and bytes of any length', async () => {
  const engine = await newEngine();
  for (const text of ['', 'abc', 'ñ'.repeat(100), 'x'.repeat(1000)]) {
    const expected = createHash('sha256').update(text).digest('hex');
    assert.equal(engine.sha256(text), expected);
    assert.equal(engine.sha256(new TextEncoder().encode(text)), expected);
  }
});

test('the hash is SHA-256 of the weights, which depend on the seed alone', async () => {
  const engine = await newEngine();
  const session = engine.newSession(TEXT, SMALL);
  const weights = new Float32Array(session.weightCount);
  session.readWeights(weights);
  const expected = createHash('sha256').update(weights).digest('hex');
  assert.equal(session.hash(), expected);
  train(session, 3);
  assert.notEqual(session.hash(), expected);
  session.reset(1337);
  assert.equal(session.hash(), expected);
  assert.equal(session.info().step, 0);
  session.reset(1338);
  assert.notEqual(session.hash(), expected);
  session.writeWeights(weights, 0);
  assert.equal(session.hash(), expected);
});

test('the same seed gives the same sample; other options another', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  /** @param {import('../../../wasm/shared/types.js').Sampling} options */
  const write = (options) => {
    session.prompt('the ');
    return Array.from({ length: 60 }, () => session.sampleNext(options).text).join('');
  };
  assert.equal(write({ seed: 5 }), write({ seed: 5 }));
  assert.notEqual(write({ seed: 5 }), write({ seed: 6 }));
  assert.equal(write({ temperature: 0 }), write({ greedy: true }));
  assert.equal(write({ topK: 1 }), write({ greedy: true }));
  assert.equal(write({ minP: 1 }), write({ greedy: true }));
  assert.notEqual(write({ repetitionPenalty: 1.5 }), write({}));
  assert.notEqual(write({ temperature: 0.2 }), write({}));
});

test('of a model of pairs the end of an answer is told, and how many were evaluated', async () => {
  const settings = {
    ...SMALL,
    task: 'reverse',
    arch: 'encoder_decoder',
    block_size: 32,
  };
  const session = (await newEngine()).newSession('', settings);
  const { structure, examples = [] } = session.info();
  session.prompt(examples[0].split('\t')[0]);
  const written = Array.from({ length: 300 }, () => session.sampleNext());
  assert.ok(written.some(({ isEnd }) => isEnd));
  for (const { id, isEnd } of written) assert.equal(isEnd, id === structure.end_token);
  const { sequences, exact } = session.evaluatePart('val', 5, 0, 5);
  assert.deepEqual([sequences, exact], [5, 0]);
});

test('characters outside the basic plane and a byte order mark are kept', async () => {
  const engine = await newEngine();
  const text = `\ufeff${'🦊 saw ñ at 🦉, a\ufeffb.\n'.repeat(40)}`;
  const session = engine.newSession(text, { ...SMALL, block_size: 16 });
  const { vocabulary, n_train = 0, n_val = 0 } = session.info();
  assert.ok(vocabulary.includes('🦊') && vocabulary.includes('\ufeff'));
  assert.equal(
    n_train + n_val,
    Array.from(text).length - 1,
    'the first mark is dropped',
  );
  assert.equal(session.info().n_val_chars, n_val, 'tokens are characters');
  assert.equal(runWithCache(session, '🦊🦉').tokens.length, 2);
  session.prompt('🦊');
  for (let i = 0; i < 40; i++)
    assert.ok(vocabulary.includes(session.sampleNext().text));
});

/** @typedef {import('../../../wasm/engine/engine.js').Engine} Engine */
const config =
  (/** @type {Record<string, unknown>} */ settings) => (/** @type {Engine} */ engine) =>
    engine.newSession(TEXT, settings);
const huge = { n_layer: 48, n_head: 1, n_embd: 4096, batch_size: 64 };
const notUtf8 = new Uint8Array([0x61, 0x62, 0xff, 0x61]);
const foreign = new TextEncoder().encode('not a checkpoint');

/** @type {[string, (engine: Engine) => unknown, string, RegExp][]} */
const MISTAKES = [
  ['no UTF-8', (e) => e.newSession(notUtf8), 'bad-text', /not_utf8 .*"position":3/],
  ['a value that is no number', config({ n_layer: NaN }), 'bad-config', /n_layer/],
  [
    'settings that are not JSON',
    config({ n_layer: 1n }),
    'bad-config',
    /not_json.*n_layer/,
  ],
  [
    'a function as a setting',
    config({ n_layer() {} }),
    'bad-config',
    /not_json.*n_layer/,
  ],
  // @ts-expect-error a caller without types
  ['a symbol as settings', config(Symbol('x')), 'bad-config', /not_json.*"config"/],
  ['too large a model', config(huge), 'out-of-memory', /model_too_large/],
  ['a foreign file', (e) => e.openSession(foreign, TEXT), 'bad-checkpoint', /./],
  // @ts-expect-error a caller without types
  ['no text at all', (e) => e.newSession(undefined), 'bad-argument', /bytes_needed/],
];

for (const [what, attempt, code, message] of MISTAKES) {
  test(`${what} is an error, and nothing leaks`, async () => {
    const engine = await newEngine();
    const session = engine.newSession(TEXT, SMALL);
    const hash = session.hash();
    assert.throws(() => attempt(engine), glassError(code, message));
    assert.equal(engine.liveSessions, 1);
    assert.equal(session.hash(), hash);
    session.step();
  });
}

test('invalid calls on a model throw and change nothing', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  const hash = session.hash();
  const bad = (/** @type {RegExp} */ message) => glassError('bad-argument', message);
  assert.throws(() => session.sampleNext(), bad(/prompt/));
  for (const name of ['no.such', 'grad:lm_head', '']) {
    const read = () => runWithCache(session, 'the', { tensors: [name] });
    assert.throws(read, bad(new RegExp(`"${name}"`)));
  }
  assert.throws(() => session.evaluate('val', -1), bad(/windows/));
  // @ts-expect-error a split that is none
  assert.throws(() => session.evaluate('test', 1), bad(/split/));
  // @ts-expect-error a form that is none
  assert.throws(() => session.save({ form: 'merge' }), bad(/form.*merged, adapter/));
  assert.throws(() => session.reset(-1), bad(/seed/));
  assert.throws(() => session.reset(2 ** 53), bad(/seed/));
  session.prompt('a');
  for (const options of [
    { temperature: -1 },
    { topP: 2 },
    { minP: 2 },
    { repetitionPenalty: 0 },
    { repetitionPenalty: 1e9 },
    { topK: -1 },
  ]) {
    const sampled = () => session.sampleNext(options);
    assert.throws(sampled, bad(/option_|sampling_out_of_range/));
  }
  assert.throws(() => session.prompt('the Ω'), glassError('bad-text', /Ω/));
  assert.equal(session.hash(), hash);
});
