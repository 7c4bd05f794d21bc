// SPDX-License-Identifier: MIT
// The native program on folders of Hugging Face and checkpoints of nanoGPT.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { FOLDERS, folderPath, inPieces, pathsOf } from '../hugging-face.js';
import { TEXT, at, fails, file, json, ok } from './program.js';

/** @param {string} name */
const opened = (name) => {
  const [model, tokenizer, config] = pathsOf(name);
  return config
    ? ['--model', folderPath(name)]
    : ['--model', model, '--tokenizer', tokenizer];
};

for (const name of FOLDERS) {
  test(`${name}: info, sample, inspect, eval and train read it`, () => {
    const { config, step } = json(['info', ...opened(name)]);
    assert.equal(step, 0);
    assert.deepEqual(
      [config.positions, config.tied_head, config.block_size],
      name === 'llama'
        ? ['rotary', false, 32]
        : ['learned', true, { gpt2: 16, gpt_neo: 12, nano_gpt: 14 }[name]],
    );
    const greedy = ['sample', ...opened(name), '--greedy', '--tokens', '5'];
    assert.match(ok([...greedy, '--prompt', 'the fox']).text, /^the fox./s);
    const { p } = json(['inspect', 'lens', ...opened(name), '--text', 'the fox']);
    assert.equal(p.shape[0], 2 * config.n_layer + 1);
    const text =
      name === 'nano_gpt' ? file('fox.txt', 'the fox and the crow '.repeat(40)) : TEXT;
    const before = json(['eval', ...opened(name), '--text', text]).loss;
    const out = at(`${name}.safetensors`);
    const fast = ['warmup_steps=1', 'learning_rate=1e-3', 'min_learning_rate=1e-4'];
    const steps = ['--steps', '9', ...fast.flatMap((set) => ['--set', set])];
    ok(['train', ...opened(name), '--text', text, ...steps, '--out', out]);
    const after = json(['eval', '--model', out, '--text', text]).loss;
    assert.ok(after < before, `${before} → ${after}`);
  });
}

/** @param {string} name @param {Record<string, string | Uint8Array>} files */
function folderWith(name, files) {
  mkdirSync(at(name));
  for (const [one, content] of Object.entries(files))
    writeFileSync(`${at(name)}/${one}`, content);
  return at(name);
}

test('weights in several files open by folder or index, unless one is missing', () => {
  const pieces = folderWith('pieces', inPieces('llama', 3));
  const index = `${pieces}/model.safetensors.index.json`;
  const greedy = ['--greedy', '--tokens', '5', '--prompt', 'the fox'];
  const whole = ok(['sample', '--model', folderPath('llama'), ...greedy]).text;
  for (const model of [pieces, index])
    assert.equal(ok(['sample', '--model', model, ...greedy]).text, whole);
  rmSync(`${pieces}/model-00002-of-00003.safetensors`);
  const missing = /several files, and model-00002-of-00003\.safetensors is missing/;
  fails(['sample', '--model', index], 1, missing);
});

test('a folder with a pickle of PyTorch says how to save the model again', () => {
  const copy = at('pickle');
  cpSync(folderPath('gpt2'), copy, { recursive: true });
  renameSync(`${copy}/model.safetensors`, `${copy}/pytorch_model.bin`);
  const again = /save_pretrained\(safe_serialization=True\)/;
  fails(['sample', '--model', copy], 1, again);
  const zip = file('alone.bin', 'PK\x03\x04 and more');
  fails(['info', '--model', zip], 1, again);
});

test('info names the first of many tokens, and with --json all', () => {
  const { text } = ok(['info', ...opened('llama')]);
  const [line] = text.match(/^vocabulary of .*$/m) ?? [];
  assert.match(String(line), /^vocabulary of 342: \["<unk>","<s>",.*,"`",…\]$/);
  assert.equal(json(['info', ...opened('llama')]).vocabulary.length, 342);
});

test('forward reads a folder', () => {
  const batch = file('batch.json', '{"tokens": [[5, 6]], "targets": [[6, 7]]}');
  const args = ['forward', '--batch', batch, '--model', folderPath('llama')];
  assert.ok(json([...args, '--out', at('forward.safetensors')]).loss > 0);
});

test('a folder that lacks a file is one sentence', () => {
  const copy = at('folder');
  cpSync(folderPath('llama'), copy, { recursive: true });
  const lacking = [
    ['config.json', /open its config\.json together with it/],
    ['tokenizer.json', /tokenizer\.json.*No such file/],
    ['model.safetensors', /model\.safetensors.*No such file/],
  ];
  for (const [name, sentence] of lacking) {
    rmSync(`${copy}/${name}`);
    fails(['sample', '--model', copy], 1, /** @type {RegExp} */ (sentence));
  }
  const [model] = pathsOf('llama');
  fails(['sample', '--model', model], 1, /config\.json and tokenizer\.json/);
});
