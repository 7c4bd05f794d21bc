// SPDX-License-Identifier: MIT
// Folders of Hugging Face and nanoGPT in the engine and in sessions: logits and text of a plain
// PyTorch reading (tests/reference).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FOLDERS, folderOf, inPieces } from '../../hugging-face.js';
import { WASM_URL, glassError, newEngine, openSession } from '../support.js';

/** Row `row` of logits.safetensors. @param {string} name @param {number} row */
function logitsOf(name, row) {
  const file = readFileSync(
    new URL(`../../reference/hugging_face/${name}/logits.safetensors`, import.meta.url),
  );
  const n = Number(file.readBigUInt64LE());
  const { shape } = JSON.parse(file.toString('utf8', 8, 8 + n)).logits;
  const values = new Float32Array(Uint8Array.from(file.subarray(8 + n)).buffer);
  return values.subarray(row * shape[1], (row + 1) * shape[1]);
}

for (const name of FOLDERS) {
  test(`${name}: logits after a prompt`, async () => {
    const { files, expected } = folderOf(name);
    const engine = await newEngine();
    const engineSession = engine.openSession(engine.importModel(files));
    engineSession.prompt(expected.prompt);
    const logits = engineSession.nextLogits();
    const wanted = logitsOf(name, expected.tokens.length - 1);
    assert.equal(logits.length, wanted.length);
    const worst = wanted.reduce((w, z, i) => Math.max(w, Math.abs(z - logits[i])), 0);
    assert.ok(worst < 1e-4, `${worst}`);
    engineSession.free();
  });
}

for (const name of FOLDERS) {
  test(`${name}: read in pieces it is the same model`, async () => {
    const { files } = folderOf(name);
    const engine = await newEngine();
    const whole = engine.openSession(engine.importModel(files));
    const needsWhole = glassError('bad-checkpoint', /foreign_needed_whole/);
    for (const some of [files, files.map((bytes) => new Blob([bytes]))]) {
      if (name === 'nano_gpt') {
        await assert.rejects(engine.openFiles(some), needsWhole);
        continue;
      }
      const engineSession = await engine.openFiles(some);
      assert.equal(engineSession.hash(), whole.hash());
      assert.deepEqual(engineSession.info().vocabulary, whole.info().vocabulary);
      engineSession.free();
    }
    whole.free();
    assert.equal(engine.liveSessions, 0);
  });
}

test('weights in several files are read in pieces', async () => {
  const engine = await newEngine();
  const parts = Object.values(inPieces('llama', 3)).map(
    (part) => new Blob([/** @type {BlobPart} */ (part)]),
  );
  const whole = engine.openSession(engine.importModel(folderOf('llama').files));
  const engineSession = await engine.openFiles(parts);
  assert.equal(engineSession.hash(), whole.hash());
  await assert.rejects(
    engine.openFiles(parts.slice(1)),
    glassError('bad-checkpoint', /./),
  );
});

test('a file that ends early, or with an infinite weight, leaves no session', async () => {
  const engine = await newEngine();
  const [model, ...others] = folderOf('llama').files;
  const damaged = model.slice();
  // The largest exponent, in float32 and in 16 bits.
  damaged.fill(0xff, model.length - 4);
  for (const [bytes, reason] of /** @type {const} */ ([
    [model.subarray(0, model.length - 2), /./],
    [damaged, /not_finite/],
  ])) {
    await assert.rejects(
      engine.openFiles([new Blob([bytes]), ...others]),
      glassError('bad-checkpoint', reason),
    );
    assert.equal(engine.liveSessions, 0);
  }
  const changing = new Blob([model]);
  const slice = changing.slice.bind(changing);
  // As long as it was, and no longer all there.
  const left = model.length - 100;
  changing.slice = (at, end = left) => slice(at, Math.min(end, left));
  await assert.rejects(
    engine.openFiles([changing, ...others]),
    glassError('bad-checkpoint', /file_changed/),
  );
  assert.equal(engine.liveSessions, 0);
});

const bytesOf = (/** @type {object} */ json) =>
  new TextEncoder().encode(JSON.stringify(json));

test('of a config.json without model_type that is said, not that there is none', async () => {
  const engine = await newEngine();
  for (const name of ['llama', 'gpt2', 'gpt_neo']) {
    const [model, tokenizer, config] = folderOf(name).files;
    const { model_type, ...rest } = JSON.parse(new TextDecoder().decode(config));
    assert.equal(model_type, name);
    assert.throws(
      () => engine.importModel([model, tokenizer, bytesOf(rest)]),
      glassError('bad-checkpoint', /setting_missing.*"model_type".*"config.json"/),
    );
  }
});

test('nano_gpt: a config.json that has n_head alone says how many heads there are', async () => {
  const engine = await newEngine();
  const { files } = folderOf('nano_gpt');
  const heads = [1, 3].map((n_head) => {
    const file = engine.importModel([...files, bytesOf({ n_head })]);
    const session = engine.openSession(file);
    const { config } = session.info();
    session.free();
    return config.n_head;
  });
  assert.deepEqual(heads, [1, 3]);
});

test('a session opens a folder, looks into it and trains on from it', async (t) => {
  const session = await openSession({ wasm: WASM_URL, workers: 'auto' });
  t.after(() => session.close());
  const { files, expected } = folderOf('gpt2');
  const [model, tokenizer, config] = files;
  const before = await session.hash();
  for (const [some, message] of /** @type {const} */ ([
    [[model], /of_other_program/],
    [[model, config], /without_tokenizer/],
    [[model, tokenizer], /without_config/],
    [[tokenizer, config], /without_weights/],
  ]))
    await assert.rejects(
      session.load([...some]),
      glassError('bad-checkpoint', message),
    );
  assert.equal(await session.hash(), before);
  const signal = AbortSignal.abort(new Error('enough'));
  const stopped = session.load([config, new Blob([model]), tokenizer], { signal });
  await assert.rejects(stopped, /enough/);
  assert.equal(await session.hash(), before);
  /** @type {number[]} */
  const shares = [];
  const onShare = (/** @type {number} */ share) => shares.push(share);
  await session.load([config, new Blob([model]), tokenizer], { onShare });
  assert.ok(shares.length > 1 && shares.every((x, i) => x > (shares[i - 1] ?? 0)));
  const all = model.length + config.length + tokenizer.length;
  assert.ok(Math.abs(Number(shares.at(-1)) - model.length / all) < 0.2);
  assert.equal(session.info.config.activation, 'gelu_tanh');
  const cache = await session.runWithCache({ text: expected.prompt });
  assert.equal(cache.characters.join(''), expected.prompt);
  const { text } = await session.sample({ prompt: '', chars: 8, greedy: true });
  assert.ok(text.length > 0);
  await session.step(2);
  await session.load(await session.save());
  assert.equal(session.steps, 2);
});
