// SPDX-License-Identifier: MIT
// The engine in this thread: arguments, results and errors across the boundary of wasm
// memory, and that nothing leaks there.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SMALL, TEXT, glassError, newEngine, runWithCache, train } from '../support.js';
import { fasterOf } from '../../../wasm/engine/profile.js';

/** @param {Float32Array} row */
function softmax(row) {
  const largest = Math.max(...row);
  const powers = Array.from(row, (x) => Math.exp(x - largest));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((p) => p / sum);
}

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

test('a saved model resumes exactly, optimizer included', async () => {
  const engine = await newEngine();
  const session = engine.newSession(TEXT, SMALL);
  train(session, 15);
  const file = session.save();
  const again = (await newEngine()).openSession(file, TEXT);
  assert.equal(again.info().step, 15);
  assert.deepEqual(train(again, 15), train(session, 15));
  assert.equal(again.hash(), session.hash());
  assert.deepEqual(again.save(), session.save());
});

test('a profile names every operation, counts all flops and changes nothing', async () => {
  const engine = await newEngine();
  const [session, other] = [
    engine.newSession(TEXT, SMALL),
    engine.newSession(TEXT, SMALL),
  ];
  train(session, 4);
  train(other, 4);
  const { step, stepMs, ops, otherMs } = session.profile();
  assert.equal(step, 4);
  assert.deepEqual(
    ops.map(({ name }) => name),
    [...session.info().tensors, 'optimizer', 'packing'],
  );
  const flops = ops.reduce((sum, op) => sum + op.flops, 0);
  assert.equal(flops, session.info().flops_per_step);
  const ms = ops.map((op) => op.forwardMs + op.backwardMs);
  assert.ok(ms.every((time) => time >= 0));
  assert.ok(Math.abs(ms.reduce((a, b) => a + b) + otherMs - stepMs) < 1e-9);
  for (const kind of ['linear', 'attention', 'norm', 'optimizer', 'packing']) {
    const times = ms.filter((_, i) => ops[i].kind === kind);
    assert.ok(times.length > 0 && Math.max(...times) > 0, kind);
  }
  const [first, second] = [session.profile(), session.profile()];
  const best = fasterOf(first, second);
  best.ops.forEach((op, i) => {
    const [a, b] = [first.ops[i], second.ops[i]];
    assert.equal(op.forwardMs, Math.min(a.forwardMs, b.forwardMs), op.name);
    assert.equal(op.backwardMs, Math.min(a.backwardMs, b.backwardMs), op.name);
  });
  assert.deepEqual(session.save(), other.save());
  assert.deepEqual(train(session, 3), train(other, 3));
  assert.equal(session.hash(), other.hash());
  const alone = engine.openSession(session.save());
  assert.throws(() => alone.profile(), glassError('bad-argument', /text/));
});

test('a model opened without a text can be sampled and analysed, not trained', async () => {
  const engine = await newEngine();
  const session = engine.newSession(TEXT, SMALL);
  const alone = engine.openSession(session.save({ training: false }));
  assert.equal(alone.hash(), session.hash());
  assert.equal(alone.info().can_train, false);
  alone.prompt('the ');
  assert.equal(alone.sampleNext().text.length, 1);
  assert.equal(runWithCache(alone, 'the fox').tokens.length, 7);
  assert.throws(() => alone.step(), glassError('bad-argument', /text/));
  assert.throws(() => alone.evaluate('val', 4), glassError('bad-argument', /text/));
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

test('attention is the softmax of scaled q·k over earlier positions', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  train(session, 30);
  const name = 'transformer.h.1.attn.c_attn';
  const { attention, tensors, tokens } = runWithCache(session, 'the sly fox', {
    attention: true,
    tensors: [name],
  });
  const T = tokens.length;
  const [C, H] = [SMALL.n_embd, SMALL.n_head];
  const D = C / H;
  const qkv = tensors[name];
  assert.deepEqual([qkv.rows, qkv.columns], [T, 3 * C]);
  assert.deepEqual([attention.rows, attention.columns], [2 * H * T, T]);
  for (let h = 0; h < H; h++) {
    const A = attention.data.subarray((H + h) * T * T);
    for (let i = 0; i < T; i++) {
      const scores = new Float32Array(i + 1);
      for (let j = 0; j <= i; j++) {
        for (let d = 0; d < D; d++) {
          const q = qkv.data[i * 3 * C + h * D + d];
          scores[j] += (q * qkv.data[j * 3 * C + C + h * D + d]) / Math.sqrt(D);
        }
      }
      const expected = softmax(scores);
      for (let j = 0; j < T; j++) {
        // 1e-6: a few roundings of a float near 1.
        assert.ok(Math.abs(A[i * T + j] - (expected[j] ?? 0)) < 1e-6, `${h} ${i} ${j}`);
      }
    }
  }
});

for (const [config, kinds] of /** @type {[object, string][]} */ ([
  [{}, 'self self'],
  [{ task: 'names', arch: 'encoder', tied_head: false }, 'encoder encoder'],
  [
    { task: 'reverse', arch: 'encoder_decoder' },
    'encoder encoder self cross self cross',
  ],
])) {
  test(`structure: attentions of ${JSON.stringify(config)}, their shapes and the logits`, async () => {
    const small = { n_layer: 2, n_head: 2, n_embd: 8, block_size: 32, task_lines: 200 };
    const text = 'task' in config ? '' : TEXT;
    const session = (await newEngine()).newSession(text, { ...small, ...config });
    const { structure, tensors, vocabulary, form, examples } = session.info();
    assert.equal(structure.attentions.map(({ kind }) => kind).join(' '), kinds);
    assert.ok(tensors.includes(structure.logits));
    const end = vocabulary[structure.end_token] ?? null;
    assert.equal(end, form === 'answer' ? '<EOS>' : null);

    const line = examples?.[0] ?? 'the fox';
    const { tokens, source, attention } = runWithCache(session, line, {
      attention: true,
    });
    const lengths = { main: tokens.length, source: source.length };
    const T = attention.columns;
    assert.equal(T, Math.max(tokens.length, source.length));
    assert.equal(attention.rows, structure.attentions.length * 2 * T);
    structure.attentions.forEach(({ stream, keys, causal }, a) => {
      for (let i = 0; i < T; i++) {
        const at = (a * 2 * T + i) * T;
        const row = attention.data.subarray(at, at + T);
        const allowed = causal ? i + 1 : lengths[keys];
        const sum = row.reduce(
          (/** @type {number} */ x, /** @type {number} */ y) => x + y,
        );
        // 1e-6: the roundings of a softmax.
        assert.ok(Math.abs(sum - (i < lengths[stream] ? 1 : 0)) < 1e-6, `${a} ${i}`);
        assert.ok(row.subarray(allowed).every((/** @type {number} */ x) => x === 0));
      }
    });
  });
}

test('the loss of each token follows from the logits before it', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  train(session, 10);
  const { vocabulary } = session.info();
  const line = 'met the ñandú';
  const answer = runWithCache(session, line, { logits: true });
  const { data: logits, rows: T, columns: V } = answer.logits;
  const { data: loss } = answer.loss;
  assert.ok(Number.isNaN(loss[T - 1]));
  assert.equal(V, vocabulary.length);
  const characters = Array.from(line);
  for (let t = 0; t + 1 < T; t++) {
    const p = softmax(logits.subarray(t * V, (t + 1) * V));
    const expected = -Math.log(p[vocabulary.indexOf(characters[t + 1])]);
    // 2e-6: float logits of size 3, and a sum over V of their exponentials.
    assert.ok(Math.abs(loss[t] - expected) < 2e-6, `${t}: ${loss[t]} ${expected}`);
  }
});

test('greedy sampling takes the most probable token of a full forward pass', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  train(session, 40);
  const { vocabulary } = session.info();
  let text = 'the ';
  session.prompt(text);
  while (text.length < SMALL.block_size) {
    const guess = session.nextLogits();
    const written = session.sampleNext({ greedy: true });
    const {
      data,
      rows: T,
      columns: V,
    } = runWithCache(session, text, { logits: true }).logits;
    assert.deepEqual(guess, data.subarray((T - 1) * V, T * V), 'cached rows are exact');
    const p = softmax(data.subarray((T - 1) * V, T * V));
    const likeliest = p.indexOf(Math.max(...p));
    assert.equal(written.id, likeliest);
    assert.equal(written.text, vocabulary[likeliest]);
    assert.ok(Math.abs(written.p - p[likeliest]) < 1e-6);
    text += written.text;
  }
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

test('every named tensor can be read, and every gradient after a backward pass', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  const { parameters, tensors } = session.info();
  const withGradient = [...parameters.map(({ name }) => name), ...tensors];
  const names = withGradient.flatMap((name) =>
    name === 'loss' ? [name] : [name, `grad:${name}`],
  );
  const answer = runWithCache(session, 'the old hen ran', {
    tensors: names,
    backward: true,
  });
  for (const { name, shape } of parameters) {
    for (const full of [name, `grad:${name}`]) {
      const { data } = answer.tensors[full];
      const n = shape.reduce((a, b) => a * b);
      assert.equal(data.length, n, full);
      assert.ok(data.every(Number.isFinite), full);
    }
  }
  const T = answer.tokens.length;
  for (const name of tensors) assert.equal(answer.tensors[name].rows, T, name);
  for (const name of tensors.filter((n) => n !== 'loss')) {
    assert.ok(answer.tensors[`grad:${name}`].data.some(Boolean), name);
  }
});

test('a head switched off changes the loss, and on again restores it', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  const { loss } = session.evaluate('val', 4);
  session.setHeadMask(1, 2, 0);
  assert.notEqual(session.evaluate('val', 4).loss, loss);
  session.setHeadMask(1, 2, 1);
  assert.equal(session.evaluate('val', 4).loss, loss);
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

test('the held-out part is counted in characters, whatever its tokens are', async () => {
  const engine = await newEngine();
  const text = 'Zwölf Boxkämpfer jagen Viktor 🦊 quer über den Sylter Deich.\n'.repeat(
    40,
  );
  for (const [tokenizer, size] of /** @type {const} */ ([
    ['words', 0],
    ['bpe', 300],
  ])) {
    const settings = { ...SMALL, block_size: 16, tokenizer, vocab_limit: size };
    const of = (/** @type {string} */ whole) =>
      engine.newSession(whole, settings).info();
    const { n_train = 0, n_val = 0, n_val_chars = 0 } = of(text);
    const held = [...text].slice(-n_val_chars).join('');
    assert.ok(n_val_chars > 1.5 * n_val, `${n_val_chars} ${n_val}`);
    // As many tokens come of it again.
    const { n_train: more = 0, n_val: rest = 0 } = of(text + held);
    const twice = n_train + 2 * n_val;
    assert.ok(Math.abs(more + rest - twice) <= 1, `${more + rest} ${twice}`);
  }
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
  ['an empty text', (e) => e.newSession('', {}), 'bad-text', /empty/],
  ['one distinct character', (e) => e.newSession('aaaa'.repeat(99)), 'bad-text', /./],
  [
    'a text too short',
    (e) => e.newSession('ab ba', {}),
    'text-too-short',
    /"needed":\d+/,
  ],
  ['no UTF-8', (e) => e.newSession(notUtf8), 'bad-text', /not_utf8 .*"position":3/],
  [
    'a C that H does not divide',
    config({ n_embd: 10, n_head: 3 }),
    'bad-config',
    /"n_embd":10.*"n_head":3/,
  ],
  ['an unknown setting', config({ n_layers: 2 }), 'bad-config', /n_layers/],
  ['a wrong type', config({ n_layer: 'two' }), 'bad-config', /n_layer/],
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
  ['an empty file', (e) => e.openSession(new Uint8Array()), 'bad-checkpoint', /./],
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
  assert.throws(() => session.setHeadMask(2, 0, 0), bad(/./));
  assert.throws(() => session.evaluate('val', 0), bad(/window/));
  assert.throws(() => session.evaluate('val', -1), bad(/windows/));
  // @ts-expect-error a split that is none
  assert.throws(() => session.evaluate('test', 1), bad(/split/));
  // @ts-expect-error a form that is none
  assert.throws(() => session.save({ form: 'merge' }), bad(/form.*merged, adapter/));
  assert.throws(() => session.reset(-1), bad(/seed/));
  assert.throws(() => session.reset(2 ** 53), bad(/seed/));
  assert.throws(() => session.computeGradient([1, 3]), bad(/subtree/));
  session.prompt('a');
  for (const options of [
    { temperature: -1 },
    { temperature: NaN },
    { topP: 2 },
    { minP: 2 },
    { minP: NaN },
    { repetitionPenalty: 0 },
    { repetitionPenalty: 1e9 },
    { topK: -1 },
  ]) {
    assert.throws(
      () => session.sampleNext(options),
      bad(/option_|sampling_out_of_range/),
    );
  }
  assert.throws(() => session.prompt('the Ω'), glassError('bad-text', /Ω/));
  assert.throws(() => runWithCache(session, 'Ω'), glassError('bad-text', /Ω/));
  assert.equal(session.hash(), hash);
});

test('a truncated file is rejected, wherever it ends', async () => {
  const engine = await newEngine();
  const file = engine.newSession(TEXT, SMALL).save();
  for (let i = 0; i < 40; i++) {
    const cut = file.subarray(0, Math.floor((file.length * i) / 40));
    assert.throws(
      () => engine.openSession(cut, TEXT),
      glassError('bad-checkpoint', /./),
    );
  }
  assert.equal(engine.liveSessions, 1);
});

test('training that diverges keeps the weights of the last good step', async () => {
  const session = (await newEngine()).newSession(TEXT, {
    ...SMALL,
    init_std: 10,
    learning_rate: 10,
    grad_clip: 0,
    warmup_steps: 0,
  });
  const huge = new Float32Array(session.weightCount).fill(3e38);
  session.writeWeights(huge, 0);
  const hash = session.hash();
  assert.throws(() => session.step(), glassError('diverged', /"step":0/));
  assert.equal(session.hash(), hash);
  session.reset(1);
  session.step();
});
