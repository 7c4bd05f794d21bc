// SPDX-License-Identifier: MIT
// The model the page begins with: that it is what the native program makes of the book,
// and that packing loses no more than it says.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  DEFAULT_BOOK,
  MODEL,
  checkBook,
  historyOf,
  train,
} from '../../../web/pretrained/make.js';
import { pack, unpack } from '../../../web/pretrained/packing.js';
import { BOOK, FIRST_SETTINGS } from '../../../web/pretrained/recipe.js';
import { readSafetensors } from '../../../web/pretrained/safetensors.js';
import { newFolder, sessionWith } from '../support/session.js';

const PAGES = fileURLToPath(new URL('../../../web/texts/grimm.txt', import.meta.url));
const packed = new Uint8Array(readFileSync(MODEL));
/** All of them take a quarter of an hour: `make first-model CHECK=1`. */
const STEPS = 6;
const hasBook = existsSync(DEFAULT_BOOK);

test('first model: its first steps are those the native program makes', (t) => {
  if (!hasBook) return t.skip('the book is not here, see web/texts/README.md');
  const { news } = train(checkBook(DEFAULT_BOOK), newFolder(), STEPS);
  const made = historyOf(news);
  const { history } = unpack(packed);
  assert.equal(made.step.length, STEPS);
  // The last step of every run is measured.
  for (const key of ['step', 'loss', 'learningRate', 'gradNorm']) {
    const kept = made[/** @type {keyof typeof made} */ (key)];
    assert.deepEqual(kept, history[key].slice(0, kept.length), key);
  }
});

test('first model: training that was cut goes on to the same bytes', (t) => {
  if (!hasBook) return t.skip('the book is not here, see web/texts/README.md');
  const [cut, whole] = [newFolder(), newFolder()];
  train(DEFAULT_BOOK, cut, 2, 1);
  rmSync(join(cut, '1.jsonl'));
  const parts = train(DEFAULT_BOOK, cut, 2, 1);
  const once = train(DEFAULT_BOOK, whole, 2);
  assert.equal(Buffer.compare(parts.checkpoint, once.checkpoint), 0);
  const losses = (/** @type {any[]} */ news) => news.map(({ loss }) => loss);
  assert.deepEqual(losses(parts.news), losses(once.news));
});

test('first model: the pages are the end of the book; another text is refused', (t) => {
  const pages = readFileSync(PAGES, 'utf8');
  assert.equal([...pages].length, BOOK.pages);
  assert.throws(() => checkBook(PAGES), /another text.*web\/texts\/README\.md/);
  assert.throws(() => checkBook(`${PAGES}.none`), /missing.*TEXT=path/);
  if (!hasBook) return t.skip('the book is not here, see web/texts/README.md');
  const book = readFileSync(checkBook(DEFAULT_BOOK), 'utf8');
  assert.equal(book.length, BOOK.characters);
  assert.ok(book.endsWith(pages));
  assert.ok(BOOK.pages < 0.1 * BOOK.characters, 'all of them are held out');
});

test('first model: it has its settings, fits its budget and knows every page', async () => {
  const { metadata } = readSafetensors(packed);
  const config = JSON.parse(metadata.config);
  for (const [key, value] of Object.entries(FIRST_SETTINGS)) {
    assert.equal(config[key], value, key);
  }
  assert.ok(packed.length <= 1_000_000, `${packed.length} bytes`);
  const { bytes, step, history, baselines } = unpack(packed);
  assert.equal(step, FIRST_SETTINGS.max_steps);
  assert.equal(history.step.at(-1), step);
  // What it was measured to be on the held-out tenth, it is on the pages too.
  const text = readFileSync(PAGES, 'utf8');
  const session = await sessionWith({ text });
  await session.load(bytes);
  const { loss } = await session.evaluate();
  const last = Number(history.valLoss.at(-1));
  assert.ok(Math.abs(loss - last) < 0.15, `${loss}, at the end of training ${last}`);
  assert.ok(loss < baselines.trigram, `${loss}, letter triples ${baselines.trigram}`);
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
  const baselines = { uniform: 4.2 };
  const back = unpack(pack(fileOf(rows), { history, baselines }));
  assert.equal(back.step, 7);
  assert.deepEqual(back.history, history);
  assert.deepEqual(back.baselines, baselines);
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
