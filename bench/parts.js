// SPDX-License-Identifier: MIT
// What each part of the page's recipe is worth: the recipe without it, and parts that it has
// not got with it, each at its own best rate. Steps until the held-out loss of letter triples,
// and the time of a step.
//
//   node bench/parts.js [--seeds N] [--rounds N] [--out FILE]
//
// Rates: those of the recipe times 1/4 … 2, chosen on seed 0, which counts for nothing else.
// The native program trains, with one schedule for all; steps are timed as WebAssembly in
// Node, all variants in turns. Writes bench/results/parts.json and docs/parts.svg.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../wasm/engine/engine.js';
import { recipeFor } from '../web/state/recipe.js';
import { ROOT, compile, machineFacts, optionsWith, writeResults } from './common.js';
import { partsFigure } from './race/parts-figure.js';
import { curveOf, firstStep } from './race/curves.js';
import { median } from './steps.js';

const { seeds, rounds, out } = optionsWith({ seeds: 5, rounds: 9, out: '' });
const TEXT = join(ROOT, 'web/texts/fables.txt');
const STEPS = 600;
const MEASURED = { max_steps: STEPS, eval_interval: 5, eval_windows: 101 };
/** No dropout: it is for the length of a text, not for the time to this loss. */
const NO_DROPOUT = { embd_pdrop: 0, attn_pdrop: 0, resid_pdrop: 0, mlp_pdrop: 0 };
const RECIPE = { ...recipeFor(), ...NO_DROPOUT, ...MEASURED };
const FACTORS = [0.25, 0.5, 0.7, 1, 1.4, 2];
const STEPS_A_TURN = 3;

/** Name, whether the recipe has it, and the settings of the other case.
 * @type {[string, boolean, Record<string, unknown>][]} */
const PARTS = [
  ['Muon', true, { optimizer: 'adamw' }],
  ['rotary positions', true, { positions: 'learned' }],
  ['RMSNorm', true, { norm: 'layer' }],
  ['weights by the width', true, { init_std: 0.02 }],
  ['decay from the start', true, { schedule: 'cosine' }],
  ['no weight decay', true, { weight_decay: 0.1 }],
  ['short warm-up', true, { warmup_steps: 50 }],
  ['squared ReLU', false, { activation: 'relu2' }],
  ['SwiGLU', false, { activation: 'swiglu', n_ff: 168 }],
  ['queries and keys normalised', false, { qk_norm: true }],
  ['projections from zero', false, { zero_init: true }],
  ['no biases', false, { bias: false }],
  ['keys of two heads', false, { n_kv_head: 2 }],
];

/** @param {Record<string, unknown>} config @param {number} factor */
const atRate = (config, factor) => ({
  ...config,
  learning_rate: Number(config.learning_rate) * factor,
  muon_learning_rate: Number(config.muon_learning_rate) * factor,
});

/** Steps to the loss; infinitely many where it is not reached.
 * @param {Record<string, unknown>} config @param {number} loss @param {number} seed */
const stepsTo = async (config, loss, seed) =>
  firstStep(await curveOf(TEXT, { ...config, seed }), loss) ?? Infinity;

/** The best rate's steps, by seed. @param {Record<string, unknown>} config
 * @param {number} loss */
async function atBest(config, loss) {
  let best = { factor: 1, steps: Infinity };
  for (const factor of FACTORS) {
    const steps = await stepsTo(atRate(config, factor), loss, 0);
    if (steps < best.steps) best = { factor, steps };
  }
  const steps = [];
  for (let seed = 1; seed <= seeds; seed++)
    steps.push(await stepsTo(atRate(config, best.factor), loss, seed));
  return { factor: best.factor, steps };
}

/** Median ms of a step of each, in turns. @param {Record<string, unknown>[]} configs */
async function timesOf(configs) {
  const module = await compile();
  const text = readFileSync(TEXT, 'utf8');
  const sessions = [];
  for (const config of configs)
    sessions.push((await Engine.create(module)).newSession(text, config));
  const ms = configs.map(() => /** @type {number[]} */ ([]));
  for (let round = -1; round < rounds; round++) {
    for (const [i, session] of sessions.entries()) {
      const begin = performance.now();
      for (let step = 0; step < STEPS_A_TURN; step++) session.step();
      if (round >= 0) ms[i].push((performance.now() - begin) / STEPS_A_TURN);
    }
  }
  const { baselines } = sessions[0].info();
  for (const session of sessions) session.free();
  return { ms: ms.map((all) => median(all)), baselines };
}

const configs = [RECIPE, ...PARTS.map(([, , other]) => ({ ...RECIPE, ...other }))];
const { ms, baselines } = await timesOf(configs);
const loss = Number(baselines?.trigram);
/** @type {{ factor: number, steps: number[], ms_per_step: number }[]} */
const runs = [];
for (const [i, config] of configs.entries()) {
  const { factor, steps } = await atBest(config, loss);
  runs.push({ factor, steps, ms_per_step: ms[i] });
  const name = i === 0 ? 'the recipe' : PARTS[i - 1][0];
  console.log(
    `${name.padEnd(30)} rate × ${factor}  steps ${steps.join(', ')}  ${ms[i].toFixed(2)} ms`,
  );
}
const [recipe] = runs;

/** Times as many with the part as without, by seed, so that 2 is twice as soon.
 * @param {typeof recipe} other @param {boolean} isIn whether the recipe has the part
 * @param {number} scale */
const gains = (other, isIn, scale) =>
  other.steps.map((steps, i) => {
    const ratio = (steps / recipe.steps[i]) * scale;
    return isIn ? ratio : 1 / ratio;
  });

const results = PARTS.map(([name, isIn, settings], i) => {
  const run = runs[i + 1];
  return {
    ...{ name, in_recipe: isIn, settings, ...run },
    gain_in_steps: gains(run, isIn, 1),
    gain_in_time: gains(run, isIn, run.ms_per_step / recipe.ms_per_step),
  };
});
const file = {
  ...machineFacts(),
  ...{ command: 'node bench/parts.js', loss, seeds, recipe, results },
};
await writeResults(out || 'bench/results/parts.json', file);
if (!out) writeFileSync(join(ROOT, 'docs/parts.svg'), partsFigure(file));
