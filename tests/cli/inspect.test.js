// SPDX-License-Identifier: MIT
// glassformer inspect: the answers of the page, as JSON on standard output.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { newEngine } from '../wasm/support.js';
import { TEXT, fails, json, ok, train } from './program.js';

const model = train('inspect.safetensors');
const LINE = 'The fox saw a';
const INSPECT = ['inspect', '--model', model, '--text', LINE];

/** The program prints tables as lists; the page has arrays of floats.
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

test('inspect: its answers equal those of the WebAssembly engine, to the last digit', async () => {
  const lab = (await newEngine()).openLab(readFileSync(model));
  const requests = [
    { what: 'head_report', text: LINE, importance: true },
    { what: 'lens', text: LINE },
    { what: 'attribution', text: LINE, against: 'strongest' },
    { what: 'ablate', text: LINE, layer: 1, head: 2, mode: 'mean' },
    { what: 'saliency', text: LINE },
    { what: 'why', text: LINE },
    { what: 'hide', text: LINE },
    { what: 'circuits', layer: 0, head: 1 },
    { what: 'forward_pass', text: LINE, layer: 1, head: 0 },
    { what: 'patch', text: LINE, changed: 4, to: 'b' },
    { what: 'embedding_map' },
    { what: 'health', text: LINE },
  ];
  const asked = requests.flatMap((request) => ['--request', JSON.stringify(request)]);
  const { requests: answers } = json(['inspect', '--model', model, ...asked]);
  for (const [i, request] of requests.entries()) {
    assert.deepEqual(
      comparable(answers[i]),
      comparable(lab.inspect(request)),
      JSON.stringify(request),
    );
  }
  lab.free();
});

test('inspect: heads and lens are the default', () => {
  const all = JSON.parse(ok(INSPECT).text);
  assert.deepEqual(Object.keys(all), ['heads', 'lens']);
  assert.equal(all.heads.heads.length, 6);
  assert.equal(all.heads.importance.length, 6);
  assert.equal(all.heads.step, 40);
  assert.deepEqual(all.lens.p.shape, [5, LINE.length]);
});

test('inspect: heads count from 1, with one answer for each', () => {
  const { ablate, pattern } = json([
    ...INSPECT,
    ...['--ablate', '1.3', '--ablate', '2.1', '--pattern', '2.3'],
  ]);
  const asked = { what: 'ablate', text: LINE, layer: 0, head: 2 };
  const request = ['--request', JSON.stringify(asked)];
  const { requests: answers } = json(['inspect', '--model', model, ...request]);
  assert.equal(ablate.length, 2);
  assert.deepEqual(ablate[0], answers[0]);
  assert.deepEqual(pattern[0].pattern.shape, [LINE.length, LINE.length]);
});

test('inspect: position and token choose the logit', () => {
  const { attribution } = json([
    ...INSPECT,
    ...['--attribution', '--position', '3', '--token', 'x'],
  ]);
  const sum = attribution.shares.reduce(
    (/** @type {number} */ a, /** @type {{ share: number }} */ { share }) => a + share,
    0,
  );
  assert.equal(attribution.position, 3);
  assert.ok(Math.abs(sum - attribution.logit) < 1e-5);
});

test('inspect: --data measures over the validation text', () => {
  const { heads, health } = json([
    ...['inspect', '--model', model, '--data', TEXT, '--heads', '--health'],
  ]);
  assert.ok(heads.pair_distance > 0);
  assert.ok(health.parameters.every((/** @type {any} */ p) => p.update !== undefined));
  assert.ok(Number.isFinite(health.parameters[0].update));
});

test('inspect: mistakes fail with one sentence', () => {
  fails([...INSPECT, '--ablate', '2'], 2, /Write a head as 2\.3/);
  fails([...INSPECT, '--ablate', '0.1'], 2, /Write a head as 2\.3/);
  fails(
    [...INSPECT, '--ablate', '2.4'],
    1,
    /no head 2\.4: the model has 2 layers of 3 heads/,
  );
  fails(['inspect', '--model', model], 1, /no validation text/);
  fails([...INSPECT, '--request', '{"what":"future"}'], 1, /does not name an analysis/);
  fails([...INSPECT, '--request', '{'], 1, /line 1/);
});
