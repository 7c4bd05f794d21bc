// SPDX-License-Identifier: MIT
// Files of experiments: the runs they ask for, what is wrong with a file, and what may be said of
// results.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { EXPERIMENTS } from '../../../web/experiments/built-in.js';
import {
  ExperimentError,
  MAX_RUNS,
  parseExperiment,
} from '../../../web/experiments/check.js';
import {
  ranking,
  runsOf,
  ties,
  verdictOf,
} from '../../../web/experiments/experiment.js';
import { newEngine } from '../../wasm/support.js';
import { experiment as experimentOf } from '../support/experiment.js';

/** @import { Experiment, Result, Run } from '../../../web/experiments/experiment.js' */

const FOLDER = new URL('../../../web/experiments/built-in/', import.meta.url);
const textOf = (/** @type {string} */ name) =>
  readFileSync(new URL(name, FOLDER), 'utf8');

/** Two widths with one seed. @param {object} more */
const experiment = (more) => experimentOf({ vary: WIDTHS, seeds: [1], ...more });
const WIDTHS = { label: 'width', setting: 'n_embd', values: [8, 16] };

test('experiments: every built-in one is a file of the published form, in both languages', () => {
  const names = readdirSync(FOLDER);
  assert.deepEqual(
    names.map((name) => parseExperiment(textOf(name)).id).sort(),
    EXPERIMENTS.map(({ id }) => id).sort(),
  );
  for (const each of EXPERIMENTS) {
    for (const words of [each.title, each.question, each.conclusion]) {
      assert.deepEqual(Object.keys(Object(words)), ['en', 'es'], each.id);
    }
    assert.ok(each.seeds.length >= 3, 'the spread is known');
  }
});

test('experiments: the one in the guide is one', () => {
  const guide = readFileSync(new URL('../../../docs/teaching.md', FOLDER), 'utf8');
  const [, written] = guide.match(/```json\n(\{[^`]*"experiment"[^`]*)```/) ?? [];
  assert.equal(runsOf(parseExperiment(written), {}).length, 15);
});

test('experiments: all values with the first seed come first, each with its settings', () => {
  const each = experiment({
    settings: { n_layer: 1, learning_rate: 0.5 },
    vary: {
      label: 'rate',
      setting: 'learning_rate',
      values: [0.01, 0.1],
      times: { min_learning_rate: 0.5 },
    },
    lines: {
      label: 'optimizer',
      options: [
        { label: 'AdamW' },
        {
          label: 'Muon',
          settings: { optimizer: 'muon' },
          setting: 'muon_learning_rate',
        },
      ],
    },
    seeds: [7, 3],
  });
  const runs = runsOf(each, { max_steps: 9, min_learning_rate: 1 });
  const base = { max_steps: 9, n_layer: 1 };
  assert.deepEqual(
    runs.slice(0, 4).map(({ x, line, seed, config }) => [x, line, seed, config]),
    [
      [0, 0, 7, { ...base, learning_rate: 0.01, min_learning_rate: 0.005, seed: 7 }],
      [0, 1, 7, { ...base, learning_rate: 0.5, min_learning_rate: 1, optimizer: 'muon', muon_learning_rate: 0.01, seed: 7 }],
      [1, 0, 7, { ...base, learning_rate: 0.1, min_learning_rate: 0.05, seed: 7 }],
      [1, 1, 7, { ...base, learning_rate: 0.5, min_learning_rate: 1, optimizer: 'muon', muon_learning_rate: 0.1, seed: 7 }],
    ],
  ); // oxfmt-ignore
  assert.deepEqual(
    runs.map(({ seed }) => seed),
    [7, 7, 7, 7, 3, 3, 3, 3],
  );
});

test('experiments: of equal tokens a larger batch takes fewer steps', () => {
  const each = experiment({
    vary: { label: 'batch', setting: 'batch_size', values: [4, 8, 6] },
    tokens: 3200,
  });
  const steps = runsOf(each, { block_size: 16, max_steps: 7 }).map(
    ({ config }) => config.max_steps,
  );
  assert.deepEqual(steps, [50, 25, 33]);
});

test('experiments: a mistake is told by its line, and changes nothing', () => {
  const [rates] = EXPERIMENTS;
  const written = JSON.stringify(rates, null, 2);
  /** @type {[string | RegExp, string, string, RegExp][]} */
  const mistakes = [
    ['"seeds"', '"seed"', 'unknownKey', /seed/],
    [/,\s*"seeds": \[[^\]]*\]/, '', 'missing', /seeds/],
    ['"values": [', '"values": [[], ', 'wrong', /vary\.values/],
    ['"setting": "learning_rate"', '"setting": "seed"', 'wrong', /vary/],
    ['"version": 1', '"version": 2', 'newer', /2/],
    ['"glassformer": "experiment"', '"glassformer": "lesson"', 'foreign', /.*/],
    ['"title"', 'title', 'notJson', /./],
    [/"setting": "learning_rate",\s*"values": \[[^\]]*\],\s*"times": \{[^}]*\}/, '"options": [{"label": "a"}]', 'noAxis', /lines\.options\[1\]/],
  ]; // oxfmt-ignore
  for (const [from, to, key, where] of mistakes) {
    const text = written.replace(from, to);
    assert.notEqual(text, written, String(from));
    assert.throws(
      () => parseExperiment(text),
      (error) =>
        error instanceof ExperimentError &&
        error.key === key &&
        where.test(Object.values(error.params).join(' ')),
      key,
    );
  }
  const many = {
    setting: 'batch_size',
    values: [...Array(16).keys()].map((n) => n + 1),
  };
  const options = [...Array(16).keys()].map((n) => ({ label: String(n) }));
  const lines = { label: 'b', options };
  const whole = { vary: { label: 'a', ...many }, lines };
  assert.throws(() => experiment({ ...whole, seeds: [1, 2] }), { key: 'tooMany' });
  assert.equal(runsOf(experiment(whole), {}).length, MAX_RUNS);
});

/** Results of values, by x and line, in the order of seeds.
 * @param {[x: number, line: number, values: number[]][]} cells @returns {Result[]} */
const resultsOf = (cells) =>
  cells.flatMap(([x, line, values]) =>
    values.map((value, n) => ({
      ...{ run: /** @type {Run} */ ({ x, line, seed: n, config: {} }), value },
      ...{ trainLoss: value, steps: 1, seconds: 1, hash: '' },
      ...{ isDiverged: Number.isNaN(value), curve: { step: [], loss: [] } },
    })),
  );

test('experiments: one is better only beyond twice the spread of the seeds', () => {
  const each = experiment({});
  const judge = (/** @type {Parameters<typeof resultsOf>[0]} */ cells) =>
    verdictOf(ranking(each, resultsOf(cells)));
  const clear = judge([
    [0, 0, [2, 2.1]],
    [1, 0, [1.5, 1.6]],
  ]);
  assert.deepEqual([clear?.best.x, clear?.other.x], [1, 0]);
  assert.ok(Math.abs((clear?.gap ?? 0) - 0.5) < 1e-12);
  assert.ok(Math.abs((clear?.spread ?? 0) - 0.1) < 1e-12);
  assert.equal(clear?.isClear, true);
  const wide = judge([
    [0, 0, [2, 2.4]],
    [1, 0, [1.5, 1.6]],
  ]);
  assert.equal(wide?.isClear, false, '0.65 apart, 0.4 wide');
  const once = judge([
    [0, 0, [2]],
    [1, 0, [1]],
  ]);
  assert.equal(once?.isClear, false, 'no spread yet');
  assert.equal(judge([[0, 0, [2]]]), null);
  // The best of each line, though the best line's second value is nearer.
  const lines = judge([
    [0, 0, [1, 1]],
    [1, 0, [1.1, 1.1]],
    [0, 1, [2, 2]],
  ]);
  assert.deepEqual([lines?.other.line, lines?.gap], [1, 1]);
});

test('experiments: answers that are right rank the other way round; overlapping ranges are ties', () => {
  const cells = resultsOf([
    [0, 0, [0.2, 0.4]],
    [1, 0, [0.3, 0.8]],
    [2, 0, [0.1, 0.15]],
  ]);
  const order = (/** @type {'loss' | 'exact'} */ measure) =>
    ranking(experiment({ measure }), cells).map(({ x }) => x);
  assert.deepEqual(order('exact'), [1, 0, 2]);
  assert.deepEqual(order('loss'), [2, 0, 1]);
  const tied = ties(ranking(experiment({ measure: 'exact' }), cells));
  assert.deepEqual(
    tied.map(({ x }) => x),
    [0],
  );
});

test('experiments: every setting named in a built-in one is the engine’s', async () => {
  const engine = await newEngine();
  const [schema, presets] = [engine.schema(), engine.presets()];
  const known = new Set(schema.map(({ key }) => key));
  for (const each of EXPERIMENTS) {
    assert.ok(!each.preset || presets.some(({ name }) => name === each.preset));
    for (const { config } of runsOf(each, { batch_size: 1, block_size: 1 }))
      for (const key of Object.keys(config))
        assert.ok(known.has(key), `${each.id}: ${key}`);
  }
});
