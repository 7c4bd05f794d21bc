// SPDX-License-Identifier: MIT
// The tables of measured figures say when a target is missed or a side did not train the
// same model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResults, summary, withPart } from '../../bench/table.js';

const SIDE = {
  title: 'Another side',
  facts: {},
  settings: {},
  timed_steps: 40,
  compared_steps: 50,
  loss_difference: 2e-6,
  agrees: true,
  ms_per_step: 30,
  gflops: 21,
  share_of_peak: 0.44,
};

/** @param {Record<string, unknown>} ours @param {Record<string, unknown>} [theirs] */
const versus = (ours, theirs = {}) => ({
  date: '2026-01-02T00:00:00Z',
  machine: { cpu: 'a processor', threads: 2 },
  node: 'v20',
  results: [
    {
      yardstick: 'tiny',
      title: 'tiny, L2',
      rows: [
        { ...SIDE, side: 'wasm', ...ours },
        { ...SIDE, side: 'torch', title: 'PyTorch', ms_per_step: 45, ...theirs },
      ],
    },
  ],
});

test('a target is met at its value and missed below it', () => {
  const line = (/** @type {number} */ share) =>
    summary({ versus: versus({ share_of_peak: share }) })
      .split('\n')
      .find((text) => text.includes('tiny, a step in wasm'));
  assert.match(line(0.55) ?? '', /\| met \|/);
  assert.match(line(0.54) ?? '', /\| \*\*missed\*\* \|/);
});

test('other sides are given relative to ours; few steps and differing losses are marked', () => {
  assert.match(summary({ versus: versus({}) }), /\| PyTorch \| 45\.0 \(1\.5\) \|/);
  assert.match(
    summary({ versus: versus({}, { timed_steps: 4 }) }),
    /\| 45\.0\* \(1\.5\) \|[^]*\* fewer than 20 timed steps/,
  );
  const other = { agrees: false, ms_per_step: undefined, loss_difference: 0.5 };
  assert.match(
    summary({ versus: versus({}, other) }),
    /\| PyTorch \| losses differ \|/,
  );
});

test('time to a loss: steps, seconds and the share of the time; a loss not reached says so', () => {
  const row = { steps: 1800, reached: 1.919, native: 43.4, wasm: 145 };
  const race = {
    ...versus({}),
    recipes: [
      { title: 'old', maxSteps: [2000, 3000] },
      { title: 'new', maxSteps: [300, 540] },
    ],
    results: [
      {
        ...{ loss: 1.92, seed: 1, ratio: { native: 0.2, wasm: 0.211 } },
        rows: [row, { steps: 260, reached: 1.917, native: 8.8, wasm: 30.4 }],
      },
      {
        ...{ loss: 1.8, seed: 2, ratio: { native: null, wasm: null } },
        rows: [row, { steps: null, reached: 1.8124, native: null, wasm: null }],
      },
    ],
  };
  const text = summary({ 'time-to-loss': race });
  assert.match(
    text,
    /1\.92, seed 1 \| 1,800 steps: 43\.4 s, 145 s \| 260 steps[^|]*\| 20 %, 21 %/,
  );
  assert.match(text, /1\.80, seed 2 \|[^|]*\| not reached \(1\.812\) \| –, – \|/);
});

test('a document without its markers is refused', () => {
  assert.throws(() => withPart('nothing here', 'part'), /markers/);
  const text =
    'a <!-- measured: begin (node bench/table.js) --> old <!-- measured: end --> z';
  assert.match(withPart(text, 'new'), /^a <!--[^]*-->\n\nnew\n\n<!--[^]*--> z$/);
});

test('no committed speed belongs to a side whose losses differ', () => {
  const { versus: committed } = readResults();
  for (const { rows } of committed?.results ?? []) {
    for (const row of rows) {
      assert.ok(!row.agrees || row.loss_difference <= committed?.loss_tolerance);
      assert.equal(row.agrees, row.ms_per_step !== undefined, row.title);
    }
  }
});
