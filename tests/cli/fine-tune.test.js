// SPDX-License-Identifier: MIT
// glassformer train from a model that is there: all weights, or LoRA with an adapter of its own.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { FABLES, SMALL, TEXT, at, file, json, ok, run } from './program.js';

const BASE = at('base.safetensors');
const OTHER = file('other.txt', FABLES.slice(3000, 9000));
ok(['train', '--text', TEXT, ...SMALL, '--steps', '4', '--out', BASE]);

const TUNE = ['train', '--model', BASE, '--text', OTHER, '--steps', '3'];
const read = (/** @type {string} */ name) => readFileSync(at(name));
const sample = (/** @type {string[]} */ ...from) =>
  ok(['sample', '--model', ...from, '--greedy', '--chars', '30']).text;

test('fine-tune: a new run of all weights begins at step 0', () => {
  ok([...TUNE, '--fine-tune', '--out', at('all.safetensors')]);
  const { step, n_param, n_trained } = json(['info', '--model', at('all.safetensors')]);
  assert.equal(step, 3);
  assert.equal(n_trained, n_param);
  ok([...TUNE, '--out', at('on.safetensors')]);
  assert.equal(json(['info', '--model', at('on.safetensors')]).step, 7);
});

test('lora: the same bytes with one thread and three, and the adapter alone opens', () => {
  const adapter = at('adapter.safetensors');
  for (const threads of ['1', '3']) {
    const out = ['--out', at(`lora${threads}.safetensors`), '--adapter', adapter];
    ok([...TUNE, '--lora', '4', '--threads', threads, ...out]);
  }
  assert.deepEqual(read('lora1.safetensors'), read('lora3.safetensors'));
  const { n_param, n_trained, step } = json([
    ...['info', '--model', at('lora1.safetensors')],
  ]);
  assert.equal(n_trained, 2 * (2 * 4 * 30 + 2 * 30 * 4)); // A [8][30], B [60][4], two layers
  assert.ok(n_trained < n_param && step === 3);
  assert.ok(statSync(adapter).size < statSync(BASE).size / 8);
  const joined = sample(BASE, '--adapter', adapter);
  assert.equal(joined, sample(at('lora1.safetensors')));

  assert.match(run(['sample', '--model', adapter]).stderr, /open the model .* with it/);
  const elsewhere = ['--model', at('all.safetensors'), '--adapter', adapter];
  assert.match(run(['sample', ...elsewhere]).stderr, /for another model/);
});

test('lora: a run goes on with the bytes of one that did not stop', () => {
  const { length } = TUNE;
  const first = [...TUNE.slice(0, length - 1), '2', '--lora', '2'];
  ok([...first, '--out', at('two.safetensors')]);
  ok([
    ...['train', '--model', at('two.safetensors'), '--text', OTHER, '--steps', '1'],
    ...['--out', at('again.safetensors')],
  ]);
  ok([...TUNE, '--lora', '2', '--out', at('three.safetensors')]);
  assert.deepEqual(read('again.safetensors'), read('three.safetensors'));
});

test('fine-tune: what does not go together is told', () => {
  const fresh = ['train', '--text', TEXT, ...SMALL];
  assert.match(run([...fresh, '--lora', '4']).stderr, /--lora needs --model/);
  const plain = [...TUNE, '--adapter', at('none.safetensors')];
  assert.match(run(plain).stderr, /no adapter/);
  const with_text = run(['sample', '--model', BASE, '--adapter', OTHER]);
  assert.match(with_text.stderr, /other\.txt is not an adapter \(LoRA\)/);
});

test('lora: model and adapter do not go to one file, whatever it is called', () => {
  const [one, link] = [at('both.safetensors'), at('both-by-link.safetensors')];
  symlinkSync('both.safetensors', link);
  for (const adapter of [one, `${dirname(one)}/./both.safetensors`, link]) {
    const args = [...TUNE, '--lora', '2', '--out', one, '--adapter', adapter];
    assert.match(run(args).stderr, /--out would overwrite .*, another file/);
    assert.ok(!existsSync(one));
  }
  ok([...TUNE, '--lora', '2', '--out', one, '--adapter', at('two.safetensors')]);
});
