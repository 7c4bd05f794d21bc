// SPDX-License-Identifier: MIT
// Time to a loss: what a reader waits for. nano's yardstick (nanoGPT on a laptop, Tiny
// Shakespeare) to a held-out loss of 1.92 and of 1.80, by nanoGPT's recipe and by a recipe of
// today, natively and as WebAssembly, one worker each, as a table and as
// bench/results/time-to-loss.json.
//
//   node bench/time-to-loss.js [--text FILE] [--seeds N] [--rounds N] [--out FILE]
//
// Steps: the native program trains with the schedule made for that loss and measures every
// fourth held-out window every few steps; the first time at or below the loss counts. The
// engine gives the same bytes everywhere, so they are the steps of WebAssembly as well; that
// the losses of the timed steps agree is checked. Time: processor time of a step, without
// evaluations, of both recipes in turns, times the steps. Ratios survive other load on the
// machine; seconds do not.

import { readFileSync } from 'node:fs';
import { Engine } from '../wasm/engine/engine.js';
import { compile, machineFacts, optionsWith, stop, writeResults } from './common.js';
import { quartiles } from './steps.js';
import { preset, textFile, train } from './systems/common.js';

/** Every fourth window of the held-out tenth. */
const EVAL_WINDOWS = 436;
/** Timed at once; the first steps of a process are slower. */
const WARM_UP_STEPS = 20;
const STEPS_A_ROUND = 20;
/** Of the native program, whose start is timed as well and taken off. */
const NATIVE_STEPS = 120;

const TARGETS = [1.92, 1.8];

/**
 * @typedef {object} Recipe
 * @property {string} title
 * @property {Record<string, unknown>} settings over those of the preset nano
 * @property {number[]} maxSteps for each target: the schedule made for it
 * @property {number} every steps between two measurements
 */

/** @type {Record<string, Recipe>} */
const RECIPES = {
  nanogpt: {
    title: 'nanoGPT (AdamW 1e-3, cosine)',
    settings: {},
    maxSteps: [2000, 3000],
    every: 50,
  },
  modern: {
    title: 'Muon, RMS norm, rotary positions',
    settings: {
      optimizer: 'muon',
      muon_learning_rate: 0.03,
      learning_rate: 0.01,
      min_learning_rate: 0.0002,
      weight_decay: 0,
      schedule: 'wsd',
      decay_share: 0.8,
      warmup_steps: 10,
      norm: 'rms',
      positions: 'rotary',
    },
    maxSteps: [300, 540],
    every: 10,
  },
};

const options = optionsWith({ text: '', seeds: 1, rounds: 5, out: '' });
const path = textFile('shakespeare', options.text);
const text = readFileSync(path, 'utf8');
const nano = preset('nano').config;

/** @param {Recipe} recipe @param {number} target its index */
const settingsOf = ({ settings, maxSteps }, target) => ({
  ...nano,
  ...settings,
  max_steps: maxSteps[target],
});

/** @param {Record<string, unknown>} settings @param {string[]} more */
const argsOf = (settings, ...more) => [
  ...['--text', path, '--preset', 'nano', ...more],
  ...Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]),
];

/**
 * Steps to a loss.
 * @param {Recipe} recipe @param {number} target its index @param {number} seed
 * @returns {Promise<{ steps: number | null, loss: number }>} null: it was not reached
 */
async function stepsTo(recipe, target, seed) {
  const settings = {
    ...recipe.settings,
    max_steps: recipe.maxSteps[target],
    eval_interval: recipe.every,
    eval_windows: EVAL_WINDOWS,
  };
  const { steps } = await train(argsOf(settings, '--seed', `${seed}`));
  const measured = steps.filter(({ val_loss: loss }) => typeof loss === 'number');
  const first = measured.find(({ val_loss: loss }) => loss <= TARGETS[target]);
  const { step = null, val_loss: loss } = first ?? measured[measured.length - 1];
  return { steps: first ? step : null, loss };
}

// ---- processor time of a step ----------------------------------------------------------

/** @param {Recipe} recipe @returns {Promise<number>} ms */
async function timeNative(recipe) {
  const quiet = { ...recipe.settings, max_steps: recipe.maxSteps[0], eval_windows: 1 };
  const run = async (/** @type {number} */ n) => {
    const args = argsOf({ ...quiet, eval_interval: 1e6 }, '--steps', `${n}`);
    const { cpuSeconds } = await train(args);
    return cpuSeconds ?? stop('this system does not tell processor times');
  };
  const start = await run(WARM_UP_STEPS);
  return (1000 * ((await run(NATIVE_STEPS)) - start)) / (NATIVE_STEPS - WARM_UP_STEPS);
}

/** @param {import('../wasm/engine/lab.js').Lab} lab @param {number} n @returns {number} ms */
function timeWasm(lab, n) {
  const begin = process.cpuUsage();
  for (let i = 0; i < n; i++) lab.step();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / n;
}

/** Of each recipe: ms of a step, natively and as WebAssembly, a number a round. */
async function timeSteps() {
  const engine = await Engine.create(await compile());
  const timed = Object.entries(RECIPES).map(([name, recipe]) => {
    const lab = engine.newLab(text, settingsOf(recipe, 0));
    timeWasm(lab, WARM_UP_STEPS);
    return { name, recipe, lab, native: [0].slice(1), wasm: [0].slice(1) };
  });
  for (let round = 0; round < options.rounds; round++) {
    for (const each of timed) {
      each.native.push(await timeNative(each.recipe));
      each.wasm.push(timeWasm(each.lab, STEPS_A_ROUND));
    }
  }
  return timed;
}

/** Whether both engines compute the same losses.
 * @param {Recipe} recipe */
async function agrees(recipe) {
  const engine = await Engine.create(await compile());
  const lab = engine.newLab(text, settingsOf(recipe, 0));
  const settings = { ...recipe.settings, max_steps: recipe.maxSteps[0] };
  const { steps } = await train(argsOf(settings, '--steps', `${WARM_UP_STEPS}`));
  return steps.every(({ loss }) => lab.step().loss === loss);
}

// ---- all of it -------------------------------------------------------------------------

const timed = await timeSteps();
const places = /** @type {const} */ (['native', 'wasm']);
const recipes = [];
for (const { name, recipe, native, wasm } of timed) {
  if (!(await agrees(recipe))) stop(`${name}: WebAssembly and the program differ`);
  recipes.push({
    name,
    ...recipe,
    native: { ...quartiles(native), ms: native },
    wasm: { ...quartiles(wasm), ms: wasm },
  });
}

const results = [];
for (let seed = 1; seed <= options.seeds; seed++) {
  for (const [i, loss] of TARGETS.entries()) {
    const rows = [];
    for (const recipe of recipes) {
      const { steps, loss: reached } = await stepsTo(recipe, i, seed);
      const seconds = places.map((place) => [
        place,
        steps === null ? null : (steps * recipe[place].median) / 1000,
      ]);
      rows.push({
        recipe: recipe.name,
        steps,
        reached,
        ...Object.fromEntries(seconds),
      });
    }
    const [old, now] = rows;
    const ratio = Object.fromEntries(
      places.map((place) => [
        place,
        old[place] && now[place] ? now[place] / old[place] : null,
      ]),
    );
    results.push({ loss, seed, rows, ratio });
    for (const row of rows) {
      console.log(
        `${loss.toFixed(2)}  seed ${seed}  ${row.recipe.padEnd(8)}` +
          (row.steps === null
            ? `not reached: ${row.reached.toFixed(3)}`
            : `${String(row.steps).padStart(5)} steps  native ${row.native.toFixed(1)} s` +
              `  wasm ${row.wasm.toFixed(1)} s`),
      );
    }
    console.log(
      places
        .map((place) => `${place} ${ratio[place]?.toFixed(3) ?? '–'}`)
        .join(', ')
        .replace(/^/, 'of the time: '),
    );
  }
  // After every seed, so that a run cut short leaves those it did.
  await writeResults(options.out || 'bench/results/time-to-loss.json', {
    ...machineFacts(),
    command: `node bench/time-to-loss.js --seeds ${seed}`,
    recipes,
    results,
  });
}
