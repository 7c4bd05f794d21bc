// SPDX-License-Identifier: MIT
// `make versus`: the same training by us and by others, in turns, on one core.
//
//   node bench/versus/run.js [--yardstick NAME,…] [--side NAME,…] [--quick]
//                            [--core N] [--seconds X] [--out FILE]    → results/versus.json
//
// Every side starts from the same weights and gets the same batches; its losses are
// compared with ours step by step, and only a side that agrees gets a speed. Sides take
// turns of five steps, so that a machine that gets warm or busy slows all of them. One that
// needs more than --seconds for a yardstick does fewer steps, and the results say so.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, begin, chosen, compile, stop } from '../common.js';
import { median, quantile } from '../steps.js';
import { versusTable } from '../tables.js';
import { SIDE_NAMES, TRIAL_STEPS, sidesFor, torchesFor } from './opponents.js';
import { writeProblem } from './problem.js';
import { Side, coreOf, largestDifference } from './side.js';
import { STEPS_A_ROUND, YARDSTICKS, modelOf } from './yardsticks.js';

/** The yardstick on which PyTorch's settings are chosen. */
const TORCH_TRIAL = 'nano';
/** Losses may differ by this much, in nats, at any of the first steps. */
const LOSS_TOLERANCE = 1e-3;
const COMPARED_STEPS = 50;
/** Longest turn, so that the others are not kept waiting. */
const TURN_MS = 15_000;
/** Of a side too slow for its time. */
const FEWEST_STEPS = 3;

const bench = begin({
  ...{ yardstick: '', side: '', quick: false },
  ...{ core: availableParallelism() - 1, seconds: 0 },
});
const { quick } = bench;
const seconds = bench.seconds || (quick ? 8 : 60);
const core = coreOf(bench.core);
// Our own losses are what all others are compared with.
const wanted = new Set(['wasm', ...chosen(bench.side, SIDE_NAMES)]);

/** @typedef {import('./side.js').SideSpec} SideSpec */

/** Every sentence once, not for each model. @type {Set<string>} */
const said = new Set();
/** @param {string} sentence */
function say(sentence) {
  if (!said.has(sentence)) console.log(sentence);
  said.add(sentence);
}

/** A side in its turns. */
class Runner {
  /** Of all steps. @type {number[]} */ losses = [];
  /** Of the timed ones. @type {number[]} */ ms = [];
  warm_up_steps = 0;
  spent_ms = 0;
  last_ms = 0;
  side;

  /** @param {SideSpec} spec */
  constructor(spec) {
    this.spec = spec;
    this.side = new Side(spec, core);
  }

  /** @param {number} n @param {boolean} isTimed */
  async #turn(n, isTimed) {
    const { losses, ms } = await this.side.steps(n);
    this.losses.push(...losses);
    if (isTimed) this.ms.push(...ms);
    else this.warm_up_steps += n;
    for (const x of ms) this.spent_ms += x;
    this.last_ms = ms[ms.length - 1];
  }

  /** So many steps, or what a third of the time is enough for. @param {number} steps */
  async warmUp(steps) {
    await this.side.ready();
    // Not the first: some compile in it.
    for (let n = 0; n < 2; n++) await this.#turn(1, false);
    const left = (1000 * seconds) / 3 - this.spent_ms;
    const more = Math.min(steps - 2, Math.floor(left / this.last_ms));
    if (more > 0) await this.#turn(more, false);
  }

  /** As many steps as the time is enough for. */
  async round() {
    const each = this.ms.length > 0 ? median(this.ms) : this.last_ms;
    const left = Math.min(TURN_MS, 1000 * seconds - this.spent_ms);
    const least = this.ms.length < FEWEST_STEPS ? 1 : 0;
    const n = Math.max(least, Math.min(STEPS_A_ROUND, Math.floor(left / each)));
    if (n > 0) await this.#turn(n, true);
  }
}

/** @param {Runner} runner @param {import('./problem.js').Problem} problem
 * @param {number[]} reference losses @param {number} peak */
function rowOf({ spec, side, losses, ms, warm_up_steps }, problem, reference, peak) {
  const both = losses.slice(0, Math.min(reference.length, COMPARED_STEPS));
  const loss_difference = largestDifference(reference, both);
  const agrees = loss_difference <= LOSS_TOLERANCE;
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
    loss_difference,
    agrees,
    ...(agrees ? speed : {}),
  };
}

/** The versions that take part, with their settings. @param {WebAssembly.Module} module */
async function prepareTorch(module) {
  if (!['torch', 'torch128', 'torch2'].some((name) => wanted.has(name))) return [];
  const folder = join(ROOT, 'build/versus', TORCH_TRIAL);
  await writeProblem(module, modelOf(TORCH_TRIAL, TRIAL_STEPS), folder);
  return torchesFor(folder, core, (name) => wanted.has(name));
}

/** Those that get through it; of the others it is said why they do not.
 * @param {Runner[]} runners @param {(runner: Runner) => Promise<void>} part */
async function through(runners, part) {
  const left = [];
  for (const runner of runners) {
    try {
      await part(runner);
      left.push(runner);
    } catch (error) {
      runner.side.close();
      console.log(runner.spec.title, error);
    }
  }
  return left;
}

/** @param {WebAssembly.Module} module @param {string} name
 * @param {import('./opponents.js').TorchChoice[]} torches */
async function runYardstick(module, name, torches) {
  const { title, ...plan } = YARDSTICKS[name];
  const [warmUp, rounds] = quick ? [2, 2] : [plan.warm_up, plan.rounds];
  const folder = join(ROOT, 'build/versus', name);
  const model = modelOf(name, warmUp + rounds * STEPS_A_ROUND);
  const problem = await writeProblem(module, model, folder);
  const specs = sidesFor(folder, torches, (n) => wanted.has(n), say);
  /** @type {Runner[]} */
  let runners = [];
  // One after the other, so that none warms up while another starts.
  for (const spec of specs)
    runners.push(...(await through([new Runner(spec)], (each) => each.warmUp(warmUp))));
  const wasm = runners.find(({ spec }) => spec.name === 'wasm');
  if (!wasm) stop('the WebAssembly side does not run; make wasm');
  const peaks = [(await wasm.side.ask('peak')).peak];
  for (let round = 0; round < rounds; round++)
    runners = await through(runners, (each) => each.round());
  peaks.push((await wasm.side.ask('peak')).peak);
  for (const { side } of runners) side.close();
  const peak = Math.max(...peaks);
  // Ours are the same bytes on every side; the one that did most steps counts.
  const ours = runners.filter(({ spec }) => /^(wasm|native)/.test(spec.name));
  const [reference] = ours
    .map((each) => each.losses)
    .sort((a, b) => b.length - a.length);
  const rows = runners.map((runner) => rowOf(runner, problem, reference, peak));
  const { n_param, flops_per_step, V: n_vocab } = problem;
  const facts = { config: model.config, n_vocab, n_param, flops_per_step };
  const result = { yardstick: name, title, ...facts, peak_128: peak, rows };
  console.log(versusTable({ results: [result] }));
  return result;
}

const module = await compile();
const start = Date.now();
const torches = await prepareTorch(module);
const results = [];
for (const name of chosen(bench.yardstick, Object.keys(YARDSTICKS)))
  results.push(await runYardstick(module, name, torches));
await bench.write('versus', {
  command: 'make versus',
  seconds: Math.round((Date.now() - start) / 1000),
  core,
  steps_a_turn: STEPS_A_ROUND,
  loss_tolerance: LOSS_TOLERANCE,
  results,
});
const disagree = results.flatMap(({ rows }) => rows).filter(({ agrees }) => !agrees);
if (disagree.length > 0)
  stop(`${disagree.length} results without a speed: losses differ`);
