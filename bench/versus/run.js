// SPDX-License-Identifier: MIT
// `make versus`: the same training by us and by others, in turns, on one core.
//
//   node bench/versus/run.js [--yardstick NAME,…] [--side NAME,…] [--quick]
//                            [--core N] [--seconds X] [--out FILE]
//
// Every side starts from the same weights and gets the same batches; its losses are
// compared with ours step by step, and only a side that agrees gets a speed. Sides take
// turns of five steps, so that a machine that gets warm or busy slows all of them. One that
// needs more than --seconds for a yardstick does fewer steps, and the results say so. Only
// the whole comparison goes to bench/results/versus.json, others to build/versus/part.json.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  ROOT,
  chosen,
  compile,
  machineFacts,
  optionsWith,
  stop,
  writeResults,
} from '../common.js';
import { median, quantile } from '../steps.js';
import {
  SIDE_NAMES,
  TRIAL_STEPS,
  bestTorch,
  sidesFor,
  torchesThere,
} from './opponents.js';
import { writeProblem } from './problem.js';
import { Side, canPin, largestDifference } from './stage.js';
import { STEPS_A_ROUND, YARDSTICKS, recipeOf } from './yardsticks.js';

/** The yardstick on which PyTorch's settings are chosen. */
const TORCH_TRIAL = 'nano';
/** Losses may differ by this much, in nats, at any of the first steps. */
const LOSS_TOLERANCE = 1e-3;
const COMPARED_STEPS = 50;
const OUR_SIDES = new Set(['wasm', 'native4', 'native']);
/** Of a side too slow for its time. */
const FEWEST_STEPS = 3;

const options = optionsWith({
  ...{ yardstick: '', side: '' },
  quick: false,
  core: availableParallelism() - 1,
  seconds: 0,
  out: '',
});

const yardsticks = chosen(options.yardstick, Object.keys(YARDSTICKS));
// Our own losses are what all others are compared with.
const wanted = new Set(['wasm', ...chosen(options.side, SIDE_NAMES)]);
const seconds = options.seconds || (options.quick ? 8 : 60);
const core = canPin() ? options.core : null;
if (core === null) console.log('there is no taskset here: nothing is tied to a core');

/** @param {string} name */
const roundsOf = (name) => (options.quick ? 2 : YARDSTICKS[name].rounds);
/** @param {string} name */
const warmUpOf = (name) => (options.quick ? 2 : YARDSTICKS[name].warm_up);

/**
 * @typedef {object} Runner
 * @property {import('./stage.js').SideSpec} spec
 * @property {Side} side
 * @property {number[]} losses of all steps
 * @property {number[]} ms of the timed ones
 * @property {number} warm_up_steps
 * @property {number} spent milliseconds
 * @property {number} last milliseconds of the latest step
 */

/** @param {Runner} runner @param {number} n @param {boolean} timed */
async function turn(runner, n, timed) {
  const { losses, ms } = await runner.side.steps(n);
  runner.losses.push(...losses);
  if (timed) runner.ms.push(...ms);
  else runner.warm_up_steps += n;
  for (const x of ms) runner.spent += x;
  runner.last = ms[ms.length - 1];
}

/** So many steps, or what a third of the time is enough for. @param {Runner} runner @param {number} steps */
async function prepare(runner, steps) {
  while (runner.warm_up_steps < 2) await turn(runner, 1, false);
  // Not the first: some compile in it.
  const each = runner.last;
  const left = (1000 * seconds) / 3 - runner.spent;
  const more = Math.min(steps - runner.warm_up_steps, Math.floor(left / each));
  if (more > 0) await turn(runner, more, false);
}

/** Longest turn, so that the others are not kept waiting. */
const TURN_MS = 15_000;

/** Steps of the next turn; 0 when the time is used up. @param {Runner} runner */
function nextTurn({ ms, spent, last }) {
  const each = ms.length > 0 ? median(ms) : last;
  const possible = Math.floor(Math.min(TURN_MS, 1000 * seconds - spent) / each);
  const least = ms.length < FEWEST_STEPS ? 1 : 0;
  return Math.max(least, Math.min(STEPS_A_ROUND, possible));
}

/** Ours are the same bytes on every side; the one that did most steps counts.
 * @param {Runner[]} runners */
function referenceLosses(runners) {
  const ours = runners.filter(({ spec }) => OUR_SIDES.has(spec.name));
  return ours
    .map(({ losses }) => losses)
    .reduce((a, b) => (b.length > a.length ? b : a));
}

/** @param {Runner} runner @param {import('./problem.js').Problem} problem
 * @param {number[]} reference losses @param {number} peak */
function rowOf({ spec, side, losses, ms, warm_up_steps }, problem, reference, peak) {
  const both = losses.slice(0, Math.min(reference.length, COMPARED_STEPS));
  const difference = largestDifference(reference, both);
  const agrees = difference <= LOSS_TOLERANCE;
  const middle = median(ms);
  const gflops = (1e-6 * problem.flops_per_step) / middle;
  const speed = {
    ms_per_step: middle,
    ms_lower_quartile: quantile(ms, 0.25),
    ms_upper_quartile: quantile(ms, 0.75),
    ms_10th_percentile: quantile(ms, 0.1),
    tokens_per_second: (1000 * problem.B * problem.T) / middle,
    gflops,
    share_of_peak: gflops / peak,
  };
  return {
    side: spec.name,
    title: spec.title,
    facts: side.facts,
    settings: spec.env ?? {},
    warm_up_steps,
    timed_steps: ms.length,
    compared_steps: both.length,
    loss_difference: difference,
    agrees,
    ...(agrees ? speed : {}),
  };
}

/** The versions that take part, with their settings. @param {WebAssembly.Module} module */
async function prepareTorch(module) {
  if (!['torch', 'torch128', 'torch2'].some((name) => wanted.has(name))) return [];
  const folder = join(ROOT, 'build/versus', TORCH_TRIAL);
  await writeProblem(module, TORCH_TRIAL, TRIAL_STEPS, folder);
  const choices = [];
  for (const torch of torchesThere(console.log)) {
    console.log(`which settings are best here for ${torch.title} (on ${TORCH_TRIAL}):`);
    const choice = wanted.has(torch.name)
      ? await bestTorch(torch, folder, core)
      : { torch, env: {}, flags: [] };
    console.log(`  ${JSON.stringify(choice.env)} ${choice.flags.join(' ')}`);
    choices.push(choice);
  }
  return choices;
}

/** Everybody who gets through the warm-up.
 * @param {import('./stage.js').SideSpec[]} specs @param {number} warmUp steps */
async function startAll(specs, warmUp) {
  /** @type {Runner[]} */
  const runners = [];
  for (const spec of specs) {
    const side = new Side(spec, core);
    const counts = { warm_up_steps: 0, spent: 0, last: 0 };
    /** @type {Runner} */
    const runner = { spec, side, losses: [], ms: [], ...counts };
    try {
      await side.ready();
      await prepare(runner, warmUp);
      runners.push(runner);
    } catch (error) {
      giveUp(runner, error);
    }
  }
  return runners;
}

/** @param {Runner} runner @param {unknown} error */
function giveUp({ spec, side }, error) {
  side.close();
  console.log(`  ${spec.title}: ${error instanceof Error ? error.message : error}`);
}

/** One turn each. @param {Runner[]} runners @returns {Promise<Runner[]>} who is still there */
async function playRound(runners) {
  const left = [];
  for (const runner of runners) {
    try {
      const n = nextTurn(runner);
      if (n > 0) await turn(runner, n, true);
      left.push(runner);
    } catch (error) {
      giveUp(runner, error);
    }
  }
  return left;
}

/** @param {WebAssembly.Module} module @param {string} name
 * @param {import('./opponents.js').TorchChoice[]} torches */
async function runYardstick(module, name, torches) {
  const { title } = YARDSTICKS[name];
  const folder = join(ROOT, 'build/versus', name);
  const nSteps = warmUpOf(name) + roundsOf(name) * STEPS_A_ROUND;
  const problem = await writeProblem(module, name, nSteps, folder);
  console.log(`\n${title}: ${problem.n_param.toLocaleString('en')} parameters`);
  const specs = sidesFor(folder, torches, (n) => wanted.has(n), console.log);
  let runners = await startAll(specs, warmUpOf(name));
  const wasm = runners.find(({ spec }) => spec.name === 'wasm');
  if (!wasm) stop('the WebAssembly side does not run; make wasm');
  const before = (await wasm.side.ask('peak')).peak;
  for (let round = 0; round < roundsOf(name); round++) {
    runners = await playRound(runners);
    console.log(`  round ${round + 1} of ${roundsOf(name)}`);
  }
  const peak = Math.max(before, (await wasm.side.ask('peak')).peak);
  for (const { side } of runners) side.close();
  const reference = referenceLosses(runners);
  const rows = runners.map((runner) => rowOf(runner, problem, reference, peak));
  rows.forEach((row) => print(row, rows[0].ms_per_step ?? NaN));
  const { n_param, flops_per_step, V } = problem;
  const config = { ...YARDSTICKS[name].shape, ...recipeOf(name) };
  const facts = { config, n_vocab: V, n_param, flops_per_step };
  return { yardstick: name, title, ...facts, peak_128: peak, rows };
}

/** @param {ReturnType<typeof rowOf>} row @param {number} ours */
function print(row, ours) {
  const difference = `losses within ${row.loss_difference.toExponential(0)}`;
  const ms = row.ms_per_step ?? NaN;
  const speed = row.agrees
    ? `${ms.toFixed(1).padStart(9)} ms a step, ${(row.gflops ?? NaN).toFixed(1).padStart(6)} ` +
      `GFLOP/s, ${(ms / ours).toFixed(2).padStart(6)} times the wasm`
    : 'no speed: it does not train the same way';
  const few =
    row.timed_steps < 20 && !options.quick ? `, only ${row.timed_steps} steps` : '';
  console.log(`  ${row.title.padEnd(36)} ${speed} (${difference}${few})`);
}

const module = await compile();
const begin = Date.now();
const torches = await prepareTorch(module);
const results = [];
for (const name of yardsticks) results.push(await runYardstick(module, name, torches));

// A part of the comparison, or a hasty one, must not replace the whole.
const isWhole =
  !options.quick &&
  yardsticks.length === Object.keys(YARDSTICKS).length &&
  wanted.size === SIDE_NAMES.length;
const place = isWhole ? 'bench/results/versus.json' : 'build/versus/part.json';
const path = options.out || place;
await writeResults(path, {
  ...machineFacts(),
  command: 'make versus',
  seconds: Math.round((Date.now() - begin) / 1000),
  core,
  steps_a_turn: STEPS_A_ROUND,
  loss_tolerance: LOSS_TOLERANCE,
  results,
});
console.log(`\n${path}`);
const disagree = results.flatMap(({ rows }) => rows).filter(({ agrees }) => !agrees);
if (disagree.length > 0)
  stop(`${disagree.length} results without a speed: losses differ`);
