// SPDX-License-Identifier: MIT
// Weights that torch.save wrote, opened without running anything of them. The files of
// tests/reference/torch/ are PyTorch's own (write_torch_files.py).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { randomBelow } from '../../../web/lessons/copying.js';
import { torchWeights } from '../../../web/run/torch/weights.js';
import { tensorsOf } from '../../../web/run/torch/unpickle.js';
import { readSafetensors } from '../../../web/pretrained/safetensors.js';
import { openModel, readableFiles } from '../../../web/views/export/open-model.js';
import { isUntrained } from '../../../web/state/selectors.js';
import { folderOf, folderPath } from '../../hugging-face.js';
import { openApp } from '../support/app-in-node.js';

const ROOT = new URL('../../reference/torch/', import.meta.url);
const bytesOf = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(name, ROOT)));
const blobOf = (/** @type {Uint8Array} */ bytes) =>
  new Blob([/** @type {BlobPart} */ (bytes)]);

/** @param {Uint8Array} bytes */
async function read(bytes) {
  const file = await torchWeights(blobOf(bytes));
  return file && readSafetensors(new Uint8Array(await file.arrayBuffer())).tensors;
}

const floats = (/** @type {Uint8Array} */ data) => [
  ...new Float32Array(Uint8Array.from(data).buffer),
];
/** Those of arange(12), in 16 bits: the upper half of each float, as they are few bits long. */
const upperHalves = (/** @type {Uint8Array} */ data) => [
  ...new Uint16Array(Uint8Array.from(data).buffer),
];

test('tensors: whole, a part of a storage, shared, in 16 bits, a number, none', async () => {
  const tensors = await read(bytesOf('tensors.bin'));
  assert.ok(tensors);
  const twelve = Array.from({ length: 12 }, (_, i) => i);
  const shapes = [...tensors].map(([name, { dtype, shape }]) => [
    name,
    dtype,
    ...shape,
  ]);
  assert.deepEqual(shapes, [
    ['whole', 'F32', 3, 4],
    ['rows', 'F32', 2, 4],
    ['tied', 'F32', 3, 4],
    ['bf16', 'BF16', 3, 4],
    ['f16', 'F16', 3, 4],
    ['parameter', 'F32', 1, 4],
    ['number', 'F32'],
    ['empty', 'F32', 0, 3],
  ]);
  const data = (/** @type {string} */ name) =>
    tensors.get(name)?.data ?? new Uint8Array();
  assert.deepEqual(floats(data('whole')), twelve);
  assert.deepEqual(floats(data('rows')), twelve.slice(4));
  assert.deepEqual(floats(data('tied')), twelve);
  assert.deepEqual(floats(data('parameter')), twelve.slice(0, 4));
  assert.deepEqual(floats(data('number')), [-2.5]);
  assert.deepEqual(floats(data('empty')), []);
  const bits = new Uint32Array(Float32Array.from(twelve).buffer);
  assert.deepEqual(
    upperHalves(data('bf16')),
    [...bits].map((bits) => bits >>> 16),
  );
  const half = (/** @type {number} */ i) =>
    i === 0 ? 0 : ((Math.floor(Math.log2(i)) + 15) << 10) | mantissa(i);
  const mantissa = (/** @type {number} */ i) =>
    (i / 2 ** Math.floor(Math.log2(i)) - 1) * 1024;
  assert.deepEqual(upperHalves(data('f16')), twelve.map(half));
});

test('a folder with pickles alone is the model that its safetensors file is', async (t) => {
  const text = (/** @type {string} */ name) =>
    readFileSync(folderPath(`gpt_neo/${name}`), 'utf8');
  const parts = [1, 2].map((n) => `pytorch_model-0000${n}-of-00002.bin`);
  const folder = [
    ...[...parts, 'pytorch_model.bin.index.json'].map(
      (name) => new File([bytesOf(name)], name),
    ),
    new File([text('config.json')], 'config.json'),
    new File([text('tokenizer.json')], 'tokenizer.json'),
    new File(['{"eos_token_id": 2}'], 'generation_config.json'),
  ];
  const app = await openApp(t);
  await openModel(app, folder);
  const { session, notice, opened } = app.store.state;
  assert.ok(parts.includes(opened), notice?.text);
  const hash = await session?.hash();
  await app.checkpoint.open(folderOf('gpt_neo').files);
  assert.notEqual(app.store.state.session, session);
  assert.equal(isUntrained(app.store.state, 0), false);
  assert.equal(await app.store.state.session?.hash(), hash);
});

test('what holds more than tensors, or is no archive, stays as it is', async (t) => {
  for (const name of ['turned.bin', 'more.bin', 'legacy.bin']) {
    const bytes = bytesOf(name);
    assert.equal(await torchWeights(blobOf(bytes)), null, name);
    assert.deepEqual(await readableFiles([bytes]), [bytes]);
  }
  const app = await openApp(t);
  const { session } = app.store.state;
  await openModel(app, [
    new File([bytesOf('more.bin')], 'pytorch_model.bin'),
    new File(['{"model_type": "gpt2"}'], 'config.json'),
  ]);
  assert.match(app.store.state.notice?.text ?? '', /pickle of PyTorch/);
  assert.equal(app.store.state.session, session);
});

/** A pickle from its operations: texts are lines of letters, numbers bytes.
 * @param {(string | number)[]} parts */
const pickle = (...parts) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...Buffer.from(part)] : [part],
    ),
  );

test('a hostile pickle is refused, and nothing of it is called', () => {
  /** @type {Record<string, Uint8Array>} */
  const hostile = {
    'a call of the system': pickle('cos\nsystem\nX', 4, 0, 0, 0, 'true', 0x85, 'R.'),
    'the same by names': pickle(0x8c, 2, 'os', 0x8c, 6, 'system', 0x93, ')R.'),
    'a class of torch that is no storage': pickle('ctorch\nload\n)R.'),
    'a storage that is called': pickle('ctorch\nFloatStorage\n)R.'),
    'a name that every object has': pickle('cconstructor\n\n)R.'),
    'an instance': pickle('ccollections\nOrderedDict\n)', 0x81, '.'),
    'an extension': pickle(0x82, 1, '.'),
    'a list that is set as a dictionary': pickle(']K', 1, 'K', 2, 's.'),
    'no end': pickle('}'),
    nothing: pickle(),
    'an end of nothing': pickle('.'),
    'a mark alone': pickle('(.'),
    'a memory that was never filled': pickle('h', 3, '.'),
    'a text longer than the file': pickle('X', 255, 255, 255, 127, 'a.'),
    'a number of 255 bytes': pickle(0x8a, 255, '.'),
    'a text that is no UTF-8': pickle('}X', 1, 0, 0, 0, 0xff, 'Ns.'),
    'a value that is no tensor': pickle('}X', 1, 0, 0, 0, 'w', 'Ns.'),
    'a name that is no text': pickle('}K', 1, 'Ns.'),
    'two values': pickle('}}.'),
    'a protocol to come': pickle(0x80, 6, '}.'),
    'itself as its member': pickle('}q', 0, 'X', 1, 0, 0, 0, 'w', 'h', 0, 's.'),
  };
  for (const [what, bytes] of Object.entries(hostile))
    assert.equal(tensorsOf(bytes), null, what);
  assert.deepEqual(tensorsOf(pickle(0x80, 2, '}q', 0, '.')), new Map());
});

test('a tensor lies within its storage, row after row', () => {
  const number = (/** @type {number} */ n) => [
    'J',
    ...new Uint8Array(Int32Array.of(n).buffer),
  ];
  /** @param {{ length?: number, offset?: number, shape: number[], strides: number[],
   *   key?: string }} tensor */
  const tensor = ({ length = 6, offset = 0, shape, strides, key = '0' }) =>
    tensorsOf(
      pickle(
        ...['}X', 1, 0, 0, 0, 'w', 'ctorch._utils\n_rebuild_tensor_v2\n(('],
        ...['X', 7, 0, 0, 0, 'storage', 'ctorch\nFloatStorage\n'],
        ...['X', key.length, 0, 0, 0, key, 'X', 3, 0, 0, 0, 'cpu', ...number(length)],
        ...['tQ', ...number(offset), '(', ...shape.flatMap(number), 't('],
        ...[...strides.flatMap(number), 't', 0x89, ')tRs.'],
      ),
    );
  assert.deepEqual(tensor({ shape: [2, 3], strides: [3, 1] })?.get('w'), {
    kind: 'Float',
    key: '0',
    length: 6,
    offset: 0,
    shape: [2, 3],
  });
  assert.ok(
    tensor({ offset: 3, shape: [1, 3], strides: [99, 1] }),
    'one row has no stride',
  );
  assert.ok(tensor({ offset: 6, shape: [0], strides: [1] }), 'nothing lies anywhere');
  const wrong = [
    { shape: [2, 3], strides: [1, 2] },
    { shape: [2, 3], strides: [0, 1] },
    { shape: [2, 4], strides: [4, 1] },
    { offset: 1, shape: [6], strides: [1] },
    { offset: -1, shape: [2], strides: [1] },
    { shape: [-2, -3], strides: [-3, 1] },
    { shape: [2, 3], strides: [1] },
    { length: -6, shape: [1], strides: [1] },
    { shape: Array(9).fill(1), strides: Array(9).fill(1) },
    { shape: [1], strides: [1], key: '../0' },
  ];
  for (const each of wrong) assert.equal(tensor(each), null, JSON.stringify(each));
});

test('damaged archives are read or refused, never more', async () => {
  const whole = bytesOf('tensors.bin');
  const draw = randomBelow(1);
  let refused = 0;
  for (let n = 0; n < 1500; n++) {
    const bytes = whole.slice(0, n % 3 === 0 ? draw(whole.length) : whole.length);
    for (let k = draw(4) + (n % 3 === 0 ? 0 : 1); k > 0 && bytes.length > 0; k--)
      bytes[draw(bytes.length)] = draw(256);
    const file = await torchWeights(blobOf(bytes));
    refused += file ? 0 : 1;
    if (file) readSafetensors(new Uint8Array(await file.arrayBuffer()));
  }
  assert.ok(refused > 500 && refused < 1400, `${refused}`);
});

test('damaged pickles are read or refused, in no more time than they are long', () => {
  const whole = bytesOf('tensors.bin');
  const program = whole.subarray(whole.indexOf(0x80), 1000);
  const draw = randomBelow(7);
  for (let n = 0; n < 20000; n++) {
    const bytes = program.slice();
    for (let k = 1 + draw(8); k > 0; k--) bytes[draw(bytes.length)] = draw(256);
    tensorsOf(bytes);
  }
});
