// SPDX-License-Identifier: MIT
// What each part of the page's recipe is worth: the recipe without it, and parts that it has
// not got with it, each at its own best rate. Steps until the held-out loss of letter triples,
// and the time of a step.
//
//   node bench/parts.js [--seeds N] [--rounds N] [--out FILE]     → results/parts.json
//
// Rates: those of the recipe times 1/4 … 2, chosen on seed 0, which counts for nothing else.
// The native program trains, with one schedule for all; steps are timed as WebAssembly in
// Node, all variants in turns. bench/table.js draws docs/parts.svg.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../wasm/engine/engine.js';
import { recipeFor } from '../web/state/recipe.js';
import { ROOT, begin, compile } from './common.js';
import { curveOf, curvesOf, firstStep } from './race/curves.js';
import { inTurns, median, msOf } from './steps.js';

/** @import { Curve } from './race/curves.js' */

const { seeds, rounds, write } = begin({ seeds: 5, rounds: 9 });
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

/** The best rate's steps, by seed; infinitely many where the loss is not reached.
 * @param {Record<string, unknown>} config @param {number} loss */
async function atBest(config, loss) {
  const stepsOf = (/** @type {Curve} */ curve) => firstStep(curve, loss) ?? Infinity;
  let best = { factor: 1, steps: Infinity };
  for (const factor of FACTORS) {
    const curve = await curveOf(TEXT, { ...atRate(config, factor), seed: 0 });
    if (stepsOf(curve) < best.steps) best = { factor, steps: stepsOf(curve) };
  }
  const curves = await curvesOf(TEXT, atRate(config, best.factor), seeds);
  return { factor: best.factor, steps: curves.map(stepsOf) };
}

/** Median ms of a step of each, in turns. @param {Record<string, unknown>[]} configs */
async function timesOf(configs) {
  const module = await compile();
  const text = readFileSync(TEXT, 'utf8');
  const sessions = [];
  for (const config of configs)
    sessions.push((await Engine.create(module)).newSession(text, config));
  const taken = await inTurns(sessions, rounds, (session) => {
    const turn = () => {
      for (let step = 0; step < STEPS_A_TURN; step++) session.step();
    };
    return msOf(turn) / STEPS_A_TURN;
  });
  const { baselines } = sessions[0].info();
  for (const session of sessions) session.free();
  return { ms: taken.map(([, ...timed]) => median(timed)), baselines };
}

const { ms, baselines } = await timesOf([
  RECIPE,
  ...PARTS.map(([, , other]) => ({ ...RECIPE, ...other })),
]);
const loss = Number(baselines?.trigram);
/** @param {number} i of ms @param {Record<string, unknown>} [other] */
async function run(i, other) {
  const result = {
    ...(await atBest({ ...RECIPE, ...other }, loss)),
    ms_per_step: ms[i],
  };
  console.log(i > 0 ? PARTS[i - 1][0] : 'the recipe', result);
  return result;
}
const recipe = await run(0);

/** Times as many with the part as without, by seed, so that 2 is twice as soon.
 * @param {typeof recipe} other @param {boolean} isIn whether the recipe has the part
 * @param {number} scale */
const gains = (other, isIn, scale) =>
  other.steps.map((steps, i) => {
    const ratio = (steps / recipe.steps[i]) * scale;
    return isIn ? ratio : 1 / ratio;
  });

const results = [];
for (const [i, [name, isIn, settings]] of PARTS.entries()) {
  const other = await run(i + 1, settings);
  results.push({
    ...{ name, in_recipe: isIn, settings, ...other },
    gain_in_steps: gains(other, isIn, 1),
    gain_in_time: gains(other, isIn, other.ms_per_step / recipe.ms_per_step),
  });
}
await write('parts', { loss, seeds, recipe, results });
