// SPDX-License-Identifier: MIT
// The model the page begins with: that it is what the native program makes of the text,
// and that packing loses no more than it says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MODEL, historyOf, train } from '../../../web/pretrained/make.js';
import { pack, unpack } from '../../../web/pretrained/packing.js';
import { readSafetensors } from '../../../web/pretrained/safetensors.js';
import { PAGE_SETTINGS } from '../../../web/state/run.js';

const packed = new Uint8Array(readFileSync(MODEL));
/** All of them take half a minute: `make first-model CHECK=1`. */
const STEPS = 100;

test('first model: its first 100 steps are those the native program makes', () => {
  const { news } = train(STEPS);
  const made = historyOf(news);
  const { history, step } = unpack(packed);
  assert.equal(step, PAGE_SETTINGS.max_steps);
  assert.equal(history.step.at(-1), step);
  assert.equal(made.step.length, STEPS);
  for (const key of /** @type {(keyof typeof made)[]} */ (Object.keys(made))) {
    assert.ok(made[key].length > 1, key);
    assert.deepEqual(made[key], history[key].slice(0, made[key].length), key);
  }
});

test('first model: it has the settings of the page and fits its budget', () => {
  const { metadata } = readSafetensors(packed);
  const config = JSON.parse(metadata.config);
  for (const [key, value] of Object.entries(PAGE_SETTINGS)) {
    assert.equal(config[key], value, key);
  }
  assert.ok(packed.length <= 125_000, `${packed.length} bytes`);
});

/** A file of two matrices and a vector. @param {number[][]} rows */
function fileOf(rows) {
  const vector = [1.5, -0.1, 3e-5];
  const data = new Float32Array([...rows.flat(), ...rows.flat(), ...vector]);
  const n = 4 * rows.flat().length;
  const shape = [rows.length, rows[0].length];
  const header = JSON.stringify({
    __metadata__: { step: '7', config: '{}' },
    one: { dtype: 'F32', shape, data_offsets: [0, n] },
    'optimizer.m.one': { dtype: 'F32', shape, data_offsets: [n, 2 * n] },
    vector: { dtype: 'F32', shape: [3], data_offsets: [2 * n, 2 * n + 12] },
  });
  const bytes = new Uint8Array(8 + header.length + data.byteLength);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(new TextEncoder().encode(header), 8);
  bytes.set(new Uint8Array(data.buffer), 8 + header.length);
  return bytes;
}

test('packing: what comes back is off by half a level of its row at most', () => {
  // A row of nothing, a tiny one, an uneven one; no length a multiple of four.
  const rows = [
    [0, 0, 0],
    [1e-7, -3e-7, 2e-7],
    [12.7, -0.049, 0.051],
  ];
  const history = { step: [1, 2], loss: [4, 3.5] };
  const back = unpack(pack(fileOf(rows), history));
  assert.equal(back.step, 7);
  assert.deepEqual(back.history, history);
  const { tensors, metadata } = readSafetensors(back.bytes);
  assert.deepEqual(metadata, { step: '7', config: '{}' });
  assert.deepEqual([...tensors.keys()], ['one', 'vector'], 'no optimizer, no scales');
  const { data } = /** @type {any} */ (tensors.get('one'));
  const values = new Float32Array(new Uint8Array(data).buffer);
  rows.forEach((row, r) => {
    const most = Math.max(...row.map(Math.abs));
    // The scale itself is rounded to eight bits.
    const bound = (most / 127) * 0.5 * (1 + 2 ** -8);
    row.forEach((x, c) => {
      const off = Math.abs(values[r * 3 + c] - x);
      assert.ok(off <= bound, `row ${r}: ${x} came back ${off} off`);
    });
  });
});

test('packing: a file that is cut, longer or no file is refused', () => {
  for (const wrong of [
    packed.subarray(0, packed.length - 1),
    packed.subarray(0, 1000),
    new Uint8Array([...packed, 0]),
    new Uint8Array(20).fill(1),
    new Uint8Array(0),
  ]) {
    assert.throws(() => unpack(wrong), `${wrong.length} bytes`);
  }
});
