// SPDX-License-Identifier: MIT
// glassformer sweep: the runs of an experiment, with the bytes that they have in the page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { createSession } from '../../wasm/index.js';
import { parseExperiment } from '../../web/experiments/check.js';
import { linesOf, runsOf, valuesOf } from '../../web/experiments/experiment.js';
import { ExperimentRunner } from '../../web/experiments/runner.js';
import { PROGRAM, TEXT, FABLES, fails, file, run } from './program.js';

const SMALL = {
  ...{ n_layer: 1, n_head: 2, n_embd: 18, block_size: 12, batch_size: 5 },
  ...{ max_steps: 12, eval_interval: 6, eval_windows: 7 },
};
/** @typedef {Record<string, any>} Written */

/** Both kinds of values, a line with a setting of its own, multiples, equal tokens, tasks, a run that
 * diverges. @type {Record<'rates' | 'tokens' | 'answers' | 'modular' | 'wild', Written>} */
const EXPERIMENTS = {
  rates: {
    settings: SMALL,
    vary: {
      ...{ label: 'rate', setting: 'learning_rate', values: [0.003, 0.01] },
      times: { min_learning_rate: 0.1 },
    },
    lines: {
      label: 'optimizer',
      options: [
        { label: 'AdamW' },
        { label: { es: 'Muón', en: 'Muon' }, settings: { optimizer: 'muon' }, setting: 'muon_learning_rate' },
      ],
    },
    seeds: [3, 1],
  }, // oxfmt-ignore
  tokens: {
    settings: { ...SMALL, text: undefined },
    vary: {
      label: 'what',
      options: [{ label: 'small', settings: { batch_size: 3 } }, { label: 'as it is' }],
    },
    ...{ tokens: 500, seeds: [1] },
  },
  answers: {
    preset: 'repeat',
    settings: { max_steps: 3, n_embd: 16, eval_windows: 20 },
    vary: { label: 'task', setting: 'task', values: ['copy', 'reverse'] },
    ...{ measure: 'exact', seeds: [2] },
  },
  modular: {
    settings: { ...SMALL, task: 'modular', val_fraction: 0.6, block_size: 5 },
    vary: { label: 'p', setting: 'task_modulus', values: [7, 11] },
    curves: { steps: 'logarithmic', training: true },
    ...{ measure: 'exact', seeds: [2] },
  },
  wild: {
    settings: {
      ...{ ...SMALL, n_layer: 3, max_steps: 200, warmup_steps: 0, grad_clip: 0 },
      ...{ schedule: 'constant', init_std: 1, norm_place: 'none' },
    },
    vary: { label: 'rate', setting: 'learning_rate', values: [0.001, 10] },
    seeds: [1, 2],
  },
};

const written = (/** @type {object} */ more) =>
  JSON.stringify({
    ...{ glassformer: 'experiment', version: 1, id: 'x', title: 'X', question: '?' },
    ...more,
  });

/** By value, line and seed. @param {string[]} args */
const swept = (args) =>
  Object.fromEntries(
    run([...args, '--json'])
      .text.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ value, line, seed, seconds: _, ...rest }) => [
        `${line} ${value} ${seed}`,
        rest,
      ]),
  );

const english = (/** @type {any} */ label) => label.en ?? label;

for (const [name, more] of Object.entries(EXPERIMENTS))
  test(`sweep: ${name}: the bytes of the page, whatever the threads`, async () => {
    const path = file(`${name}.json`, written(more));
    const experiment = parseExperiment(written(more));
    const args = ['sweep', path, '--text', TEXT];
    const native = swept(args);
    assert.deepEqual(swept([...args, '--threads', '3']), native);

    const config = {
      batch_size: 16,
      block_size: 64,
      ...(more.preset && presetOf(more.preset)),
    };
    const runner = new ExperimentRunner({
      runs: runsOf(experiment, config),
      measure: experiment.measure,
      open: (config) =>
        createSession({
          text: FABLES.slice(0, 8000),
          config,
          mode: 'worker',
          workers: 1,
        }),
    });
    await runner.start(2);
    assert.deepEqual([...runner.failures], []);
    const page = Object.fromEntries(
      [...runner.results].map(([{ x, line, seed }, result]) => {
        const { steps, value, hash, isDiverged: diverged } = result;
        const measured = diverged ? null : value;
        return [
          `${english(linesOf(experiment)[line].label)} ${english(valuesOf(experiment)[x].label)} ${seed}`,
          { steps, [experiment.measure ?? 'loss']: measured, hash, diverged },
        ];
      }),
    );
    assert.deepEqual(native, page);
    assert.equal(
      Object.values(native).filter(({ diverged }) => diverged).length,
      name === 'wild' ? 2 : 0,
    );
    assert.equal(Object.keys(native).length, runner.runs.length);
  });

const presetOf = (/** @type {string} */ name) =>
  JSON.parse(run(['presets', '--json']).text).find(
    (/** @type {{ name: string }} */ preset) => preset.name === name,
  ).config;

test('sweep: a table for people, with the spread of the seeds', () => {
  const { text } = run([
    'sweep',
    file('rates.json', written(EXPERIMENTS.rates)),
    '--text',
    TEXT,
  ]);
  assert.match(text, /^ *1 of 8 {3}AdamW, 0\.003, seed 3: \d\.\d{4} after 12 steps/m);
  const rows = [
    ...text.matchAll(/^(\w+) +(0\.\d+) +(\d\.\d{4}) {3}(\d\.\d{4}) to (\d\.\d{4})$/gm),
  ];
  assert.equal(rows.length, 4);
  for (const [, , , mean, low, high] of rows)
    assert.ok(low <= mean && mean <= high && low !== high);
  assert.match(text, /of 2 seeds/);
  const wild = run([
    'sweep',
    file('wild.json', written(EXPERIMENTS.wild)),
    '--text',
    TEXT,
  ]);
  assert.match(wild.text, /^ *\d of 4 {3}10, seed 1: diverged after \d+ steps, /m);
  assert.match(wild.text, /^ +0\.001 +\d+\.\d{4} {3}\d+\.\d{4} to \d+\.\d{4}$/m);
  assert.match(wild.text, /^ +10 +2 diverged$/m);
});

test('sweep: what is wrong with a file is told, and nothing is trained', () => {
  const sweep = (/** @type {string} */ content) => [
    'sweep',
    file('wrong.json', content),
  ];
  fails(sweep('{'), 2, /wrong\.json is not an experiment/);
  fails(sweep('{"glassformer":"lesson"}'), 2, /is not an experiment/);
  const { rates } = EXPERIMENTS;
  const without = { ...rates, seeds: undefined };
  /** @type {[object, RegExp][]} */
  const mistakes = [
    [without, /"seeds" is missing/],
    [{ ...rates, seeds: ['a'] }, /"seeds"/],
    [{ ...rates, seeds: Array.from({ length: 65 }, (_, n) => n) }, /"seeds"/],
    [{ ...rates, vary: { label: 'x', values: [1] } }, /"vary"/],
    [{ ...rates, vary: { label: 'x', setting: 'seed', values: [] } }, /"vary"/],
    [{ ...rates, vary: { ...rates.vary, times: [0.1] } }, /"vary"/],
    [{ ...rates, lines: { label: 'x', options: [] } }, /"lines"/],
    [
      { ...rates, lines: { label: 'x', options: [{ label: 'y', settings: 3 }] } },
      /"lines"/,
    ],
    [{ ...rates, settings: [] }, /"settings"/],
    [{ ...rates, tokens: -1 }, /"tokens"/],
  ];
  for (const [more, about] of mistakes) fails(sweep(written(more)), 2, about);
  fails(sweep(written(rates)), 2, /sweep needs --text FILE/);
  fails(
    [...sweep(written({ ...rates, preset: 'no' })), '--text', TEXT],
    1,
    /no preset "no"/,
  );
  const odd = { ...rates, settings: { ...SMALL, n_head: 7 } };
  fails([...sweep(written(odd)), '--text', TEXT], 1, /n_head|n_embd/);
  fails([...sweep(written(rates)), '--text', file('nothing.txt', '')], 1, /empty/);
  fails(['sweep'], 2, /sweep needs FILE/);
});

test('sweep: Ctrl-C keeps what is done', async () => {
  // The second run does not end by itself.
  const endless = {
    settings: SMALL,
    vary: { label: 'steps', setting: 'max_steps', values: [3, 1_000_000] },
    seeds: [1, 2],
  };
  const path = file('endless.json', written(endless));
  const child = spawn(PROGRAM, ['sweep', path, '--text', TEXT]);
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stdout.once('data', () => child.kill('SIGINT'));
  const code = await new Promise((done) => child.on('close', done));
  assert.equal(code, 0);
  const [runs, table] = text.trim().split('\n\n');
  assert.match(runs, /^1 of 4 {3}3, seed 1: \S+ after 3 steps, [^\n]*$/);
  assert.match(table, /of 2 seeds\n +3 +\d\.\d{4} {3}[^\n]*$/, 'one row');
});
