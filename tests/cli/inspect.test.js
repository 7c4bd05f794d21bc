// SPDX-License-Identifier: MIT
// glassformer inspect: the answers of the page, as JSON on standard output.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { newEngine } from '../wasm/support.js';
import { TEXT, fails, file, inspect, json, ok, train } from './program.js';

const model = train('inspect.safetensors');
const LINE = 'The fox saw a';
const OPENED = ['--model', model, '--text', LINE];

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
  const session = (await newEngine()).openSession(readFileSync(model));
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
  for (const request of requests) {
    assert.deepEqual(
      comparable(inspect(['--model', model], request)),
      comparable(session.inspect(request)),
      JSON.stringify(request),
    );
  }
  session.free();
});

test('inspect: --text is the text of what reads one; bare words and JSON are values', () => {
  const report = json(['inspect', 'head_report', 'importance=true', ...OPENED]);
  assert.equal(report.heads.length, 6);
  assert.equal(report.importance.length, 6);
  assert.equal(report.step, 40);
  assert.deepEqual(json(['inspect', 'lens', ...OPENED]).p.shape, [5, LINE.length]);
  const pattern = ['inspect', 'pattern', 'layer=1', 'head=2'];
  const { shape } = json([...pattern, 'show=scores', ...OPENED]).pattern;
  assert.deepEqual(shape, [LINE.length, LINE.length]);
  assert.ok(json(['inspect', 'circuits', 'layer=0', 'head=1', ...OPENED]).qk);
});

test('inspect: position and token choose the logit', () => {
  const choice = ['position=3', 'token=x'];
  const attribution = json(['inspect', 'attribution', ...choice, ...OPENED]);
  const sum = attribution.shares.reduce(
    (/** @type {number} */ a, /** @type {{ share: number }} */ { share }) => a + share,
    0,
  );
  assert.equal(attribution.position, 3);
  assert.ok(Math.abs(sum - attribution.logit) < 1e-5);
});

test('inspect: --data measures over the validation text', () => {
  const text = readFileSync(TEXT, 'utf8');
  const data = file('returns.txt', text.replaceAll('\n', '\r\n'));
  const measured = ['--model', model, '--data', data];
  const heads = json(['inspect', 'head_report', 'pairs=true', ...measured]);
  const health = json(['inspect', 'health', ...measured]);
  assert.ok(heads.pair_distance > 0);
  const same = ['health', '--model', model, '--data', TEXT];
  assert.deepEqual(health, json(['inspect', ...same]), 'lines end with CR LF or LF');
  assert.ok(health.parameters.every((/** @type {any} */ p) => p.update !== undefined));
  assert.ok(Number.isFinite(health.parameters[0].update));
});

test('inspect: help lists every analysis with its arguments', () => {
  const help = ok(['help', 'inspect']).text;
  for (const row of ['lens: logit lens', 'text layer head mode', 'dropout: masks']) {
    assert.ok(help.includes(row), row);
  }
});

test('inspect: mistakes fail with one sentence', () => {
  fails(['inspect', '--model', model], 2, /inspect needs ANALYSIS/);
  fails(['inspect', 'future', ...OPENED], 2, /no analysis "future"/);
  fails(['inspect', 'lens', 'first', ...OPENED], 2, /KEY=VALUE, not "first"/);
  fails(
    ['inspect', 'lens', 'head=1', ...OPENED],
    2,
    /"head" is not an argument of lens/,
  );
  fails(
    ['inspect', 'lens', 'first=1', 'first=2', ...OPENED],
    2,
    /"first" is given twice/,
  );
  fails(
    ['inspect', 'lens', 'text="a"', '--text', 'b', ...OPENED],
    2,
    /"text" is given/,
  );
  fails(['inspect', 'ablate', 'head=1', ...OPENED], 1, /"layer"/);
  fails(['inspect', 'ablate', 'layer=1', 'head=3', ...OPENED], 1, /"head"/);
  fails(['inspect', 'head_report', '--model', model], 1, /no validation text/);
});
