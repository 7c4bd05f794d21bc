// SPDX-License-Identifier: MIT
// The native program on models of llama2.c that others trained.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MISSING, MODELS, published, publishedPath } from '../published.js';
import { FABLES, at, fails, file, json, ok, train } from './program.js';

const own = train('own.safetensors');

/** @param {(typeof MODELS)[number]} model */
const opened = ({ name, tokenizer }) => [
  ...['--model', publishedPath(`${name}.bin`)],
  ...['--tokenizer', publishedPath(tokenizer)],
];

for (const model of MODELS) {
  const { name, tokens } = model;
  const options = { skip: MISSING };

  test(
    `${name}: sample writes what llama2.c writes, letter for letter`,
    options,
    () => {
      const args = ['sample', ...opened(model), '--greedy', '--tokens', `${tokens}`];
      const expected = Buffer.from(published(`${name}.greedy.txt`)).toString();
      assert.equal(ok(args).text, expected);
      assert.equal(json(args).text, expected.slice(0, -1));
      const begun = ok([...args, '--prompt', 'Once upon a time, there']).text;
      assert.equal(begun.slice(0, 60), expected.slice(0, 60));
    },
  );

  test(`${name}: info, eval and inspect read it`, options, () => {
    const { config, step } = json(['info', ...opened(model)]);
    assert.equal(step, 0);
    assert.deepEqual([config.n_layer, config.n_head], [5, 8]);
    assert.equal(config.activation, 'swiglu');
    const story = ok(['sample', ...opened(model), '--tokens', '900', '--seed', '3']);
    const text = file(`${name}.txt`, story.text.repeat(9).replaceAll('\n', ' '));
    const heldOut = ['eval', ...opened(model), '--text', text, '--split', 'all'];
    assert.ok(json(heldOut).loss < 2, 'its own stories');
    const once = ['--text', 'Once', ...opened(model)];
    assert.equal(json(['inspect', 'lens', ...once]).p.shape[0], 11);
    assert.ok(Number.isFinite(json(['inspect', 'attribution', ...once]).logit));
    const pass = json(['inspect', 'forward_pass', 'layer=1', 'head=2', ...once]);
    assert.ok(pass.scores.data.length > 0);
  });

  test(`${name}: training goes on from its weights`, options, () => {
    const fables = file('fables.txt', FABLES.replaceAll('\n', ' '));
    const out = at(`${name}.safetensors`);
    const slow = ['warmup_steps=1', 'learning_rate=1e-5', 'min_learning_rate=1e-6'];
    const small = ['batch_size=4', 'eval_windows=4'];
    const steps = [
      '--steps',
      '2',
      ...[...slow, ...small].flatMap((set) => ['--set', set]),
    ];
    const before = json(['eval', ...opened(model), '--text', fables]).loss;
    ok(['train', ...opened(model), '--text', fables, ...steps, '--out', out]);
    const after = json(['eval', '--model', out, '--text', fables]).loss;
    assert.ok(after < before, `${before} → ${after}`);
    assert.equal(json(['info', '--model', out]).step, 2);
  });
}

test('files that do not fit together are one sentence', { skip: MISSING }, () => {
  const [words, chars] = MODELS;
  const path = publishedPath('stories260K.bin');
  const cut = file('cut.bin', published('stories260K.bin').subarray(0, -1));
  const [, , ...tokenizer] = opened(words);
  fails(['sample', '--model', path], 1, /tokenizer file together with it/);
  fails(
    ['info', '--model', path, '--tokenizer', publishedPath(chars.tokenizer)],
    1,
    /105 tokens, but the model has 512/,
  );
  fails(['info', '--model', cut, ...tokenizer], 1, /1056539 bytes, .*cut off/);
  fails(['info', '--model', own, ...tokenizer], 1, /needs no tokenizer file/);
  fails(['train', '--text', own, ...tokenizer], 2, /--tokenizer needs --model/);
});
