// SPDX-License-Identifier: MIT
// glassformer inspect: the same answers as the page gets, as JSON on standard output.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { newEngine } from '../wasm/support.js';
import { TEXT, fails, json, ok, train } from './program.js';

const model = train('inspect.safetensors');
const LINE = 'The fox saw a';
const look = ['inspect', '--model', model, '--text', LINE];

/** Tables of the program are lists, those of the page arrays of floats.
 * @param {any} value @returns {any} */
function comparable(value) {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  if (value.data instanceof Float32Array) {
    const data = Array.from(value.data, (x) => (Number.isNaN(x) ? null : x));
    return { shape: [value.rows, value.columns], data };
  }
  const camel = (/** @type {string} */ key) =>
    key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [camel(key), comparable(v)]),
  );
}

test('inspect: says what the engine in the browser says, to the last digit', async () => {
  const lab = (await newEngine()).openLab(readFileSync(model));
  const requests = [
    { what: 'tick', text: LINE, importance: true },
    { what: 'lens', text: LINE },
    { what: 'attribution', text: LINE, against: 'strongest' },
    { what: 'ablate', text: LINE, layer: 1, head: 2, mode: 'mean' },
    { what: 'saliency', text: LINE },
    { what: 'circuits', layer: 0, head: 1 },
    { what: 'character', text: LINE, layer: 1, head: 0 },
    { what: 'patch', text: LINE, changed: 4, to: 'b' },
    { what: 'letter_map' },
    { what: 'health', text: LINE },
  ];
  const asked = requests.flatMap((request) => ['--ask', JSON.stringify(request)]);
  const { ask } = json(['inspect', '--model', model, ...asked]);
  for (const [i, request] of requests.entries()) {
    assert.deepEqual(
      comparable(ask[i]),
      comparable(lab.inspect(request)),
      JSON.stringify(request),
    );
  }
  lab.free();
});

test('inspect: heads and lens without being asked for anything', () => {
  const all = JSON.parse(ok(look).text);
  assert.deepEqual(Object.keys(all), ['heads', 'lens']);
  assert.equal(all.heads.heads.length, 6);
  assert.equal(all.heads.importance.length, 6);
  assert.equal(all.heads.step, 40);
  assert.deepEqual(all.lens.p.shape, [5, LINE.length]);
});

test('inspect: heads are counted from 1, and each named one is a look', () => {
  const { ablate, pattern } = json([
    ...look,
    ...['--ablate', '1.3', '--ablate', '2.1', '--pattern', '2.3'],
  ]);
  const asked = { what: 'ablate', text: LINE, layer: 0, head: 2 };
  const { ask } = json(['inspect', '--model', model, '--ask', JSON.stringify(asked)]);
  assert.equal(ablate.length, 2);
  assert.deepEqual(ablate[0], ask[0]);
  assert.deepEqual(pattern[0].pattern.shape, [LINE.length, LINE.length]);
});

test('inspect: position and token choose the logit', () => {
  const { attribution } = json([
    ...look,
    ...['--attribution', '--position', '3', '--token', 'x'],
  ]);
  const sum = attribution.shares.reduce(
    (/** @type {number} */ a, /** @type {{ share: number }} */ { share }) => a + share,
    0,
  );
  assert.equal(attribution.position, 3);
  assert.ok(Math.abs(sum - attribution.logit) < 1e-5);
});

test('inspect: with the text it learned from, measures over what was held out', () => {
  const { heads, health } = json([
    ...['inspect', '--model', model, '--data', TEXT, '--heads', '--health'],
  ]);
  assert.ok(heads.pair_distance > 0);
  assert.ok(health.parameters.every((/** @type {any} */ p) => p.update !== undefined));
  assert.ok(Number.isFinite(health.parameters[0].update));
});

test('inspect: mistakes get a sentence', () => {
  fails([...look, '--ablate', '2'], 2, /written like 2\.3/);
  fails([...look, '--ablate', '0.1'], 2, /written like 2\.3/);
  fails(
    [...look, '--ablate', '2.4'],
    1,
    /no head 2\.4: the model has 2 layers of 3 heads/,
  );
  fails(['inspect', '--model', model], 1, /Nothing is held out here/);
  fails([...look, '--ask', '{"what":"future"}'], 1, /does not name anything/);
  fails([...look, '--ask', '{'], 1, /line 1/);
});
