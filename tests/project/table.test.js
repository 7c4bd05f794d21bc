// SPDX-License-Identifier: MIT
// The tables of measured figures say when a target is missed or a side did not train the
// same model.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { raceBars } from '../../bench/bars.js';
import { begin, unmeasured } from '../../bench/common.js';
import { readResults, summary, wantedFiles } from '../../bench/table.js';
import { withPart } from '../../web/build/markdown.js';
import { raceTables, recipesTable } from '../../bench/tables.js';
import { Side } from '../../bench/versus/side.js';

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
  assert.match(line(0.77) ?? '', /\| met \|/);
  assert.match(line(0.76) ?? '', /\| \*\*missed\*\* \|/);
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

/** @param {string} place @param {number} old ms of a step @param {number} fast */
const placed = (place, old, fast) => ({
  place,
  title: `at ${place}`,
  loss_difference: { old: 0, fast: place === 'torch' ? 2e-6 : 0 },
  cpu: { old, fast },
  ms: { old: 2 * old, fast: 2 * fast },
});

/** @param {(number | null)[]} fast steps of three seeds */
const race = (fast) => ({
  results: [
    {
      name: 'nano',
      title: 'nano',
      timed: { date: '2026-01-02T00:00:00Z', commit: 'abc' },
      targets: [
        {
          ...{ loss: 1.92, kind: 'given' },
          rows: fast.map((steps, i) => ({ seed: i + 1, old: 1000, fast: steps })),
        },
      ],
      places: [
        placed('wasm', 100, 120),
        placed('tab', 110, 130),
        placed('torch', 50, 90),
      ],
    },
  ],
});

test('time to a loss: steps, seconds of processor and clock, the share of the time of each seed', () => {
  const text = raceTables(race([250, 300, 200]));
  assert.match(text, /by seed \| 1,000, 1,000, 1,000 \| 250, 300, 200 \|/);
  assert.match(
    text,
    /\| at wasm \| 100 s \(200 s\) \| 30\.0 s \(60\.0 s\) \| 30 %, 36 %, 24 % \|/,
  );
  assert.match(text, /within 2e-6 nats of\s+ours/);
});

test('time to a loss: its targets are met by the median and by every seed', () => {
  const met = (/** @type {(number | null)[]} */ fast) =>
    raceBars(race(fast)).map((bar) => bar.met);
  assert.deepEqual(met([250, 300, 200]), [true, true]);
  assert.deepEqual(met([250, 400, 200]), [false, true], 'a seed above 0.45');
  assert.deepEqual(met([300, 300, 200]), [false, true], 'a median above 0.35');
  assert.deepEqual(met([390, 390, 390]), [false, false], 'PyTorch is there first');
  assert.deepEqual(met([250, null, 200]), [false], 'a seed does not get there');
  assert.match(raceTables(race([250, null, 200])), /30 %, –, 24 %/);
});

test('recipes: losses by text, and how many seeds they are of', () => {
  const text = recipesTable({
    results: [
      { name: 'a', characters: 1200, before: 2.5, after: [2.25, 2.1234, 2.12] },
    ],
    ...{ seconds: [2, 10, 36], rate: 65, seeds: 3, command: 'bench' },
  });
  assert.match(text, /after 2 s \| after 10 s \| after 36 s/);
  assert.match(text, /a \| 1,200 \| 2\.500 \| 2\.250 \| 2\.123 \| 2\.120 \|/);
  assert.match(text, /median of 3 seeds; 65 steps a second \(`bench`\)/);
});

test('a part of a document is replaced between its marks, and only there', () => {
  assert.throws(
    () => withPart('nothing here', 'part', 'new'),
    /marks of the part 'part'/,
  );
  const text = 'a <!-- part: begin (make x) --> old <!-- part: end --> z';
  const wanted = 'a <!-- part: begin (make x) -->\n\nnew\n\n<!-- part: end --> z';
  assert.equal(withPart(text, 'part', 'new'), wanted);
  assert.throws(() => withPart(text, 'par', 'new'), /missing/);
});

test('documents and their pictures are as the committed results have them', () => {
  const files = wantedFiles();
  assert.ok(files.has('docs/speed.md') && files.has('docs/attention.svg'));
  for (const [path, wanted] of files)
    assert.equal(
      readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
      wanted,
    );
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

test('a results file says of what nothing was measured', () => {
  assert.equal(unmeasured({ date: 'now', results: [{ ms: 2, none: null }] }), '');
  assert.equal(unmeasured({ results: [] }), 'results');
  assert.equal(
    unmeasured({ results: [{ name: 'a', draw_ms: { median: NaN } }] }),
    'results.0.draw_ms.median',
  );
  assert.equal(unmeasured({ results: [{ settings: {} }] }), '', 'no settings are none');
});

test('only the whole of a bench, as it is meant, replaces its committed results', () => {
  const { argv } = process;
  const isWhole = (/** @type {string[]} */ ...given) => {
    process.argv = [...argv.slice(0, 2), ...given];
    return begin({ seeds: 3, core: 1 }, ['start', 'stage']).isWhole;
  };
  assert.equal(isWhole(), true);
  assert.equal(isWhole('--core', '0', '--out', 'build/x.json'), true, 'the same bench');
  assert.equal(isWhole('start'), false, 'a part');
  assert.equal(isWhole('stage', 'start'), true, 'all parts');
  assert.equal(isWhole('--seeds', '1'), false, 'less of it');
  process.argv = argv;
});

test('a side that ends before it answers says why', async () => {
  const command = ['sh', '-c', 'echo no model >&2; exit 3'];
  const side = new Side({ name: '', title: '', command }, null);
  await assert.rejects(side.ready(), /code 3\s+no model/);
});
