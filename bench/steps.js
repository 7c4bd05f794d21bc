// SPDX-License-Identifier: MIT
// Times training steps of the engine as WebAssembly, the way `glassformer bench` does
// natively: same text, same models, same order. Only needs performance.now(), so it runs
// in Node and in a browser.

import { Engine } from '../wasm/engine/engine.js';
import { Instance } from '../wasm/engine/instance.js';

/** Loops in src/simd/peak.h. */
const PEAK_LOOPS = 4;
const PEAK_SLICE_MS = 20;
/** The first calls of a loop run unoptimised code; the best call counts. */
const PEAK_TRIES = 6;

const WARM_UP_STEPS = 10;
/** Whose loss is reported: it is the same wherever the engine runs. */
const COMPARED_STEP = 2;
const MIN_STEPS = 5;
export const TEXT_CHARS = 20000;

/** GFLOP/s of multiplications and additions of 4 numbers at a time, all in registers,
 * in the arithmetic of the engine. @param {Instance} instance */
export function measurePeak(instance) {
  let best = 0;
  let rounds = 100_000;
  for (let which = 0; which < PEAK_LOOPS; which++) {
    for (let tries = 0; tries < PEAK_TRIES;) {
      const begin = performance.now();
      const flops = instance.invoke('gfx_peak', which, rounds);
      const ms = performance.now() - begin;
      if (ms < PEAK_SLICE_MS) rounds *= 2;
      else tries++;
      if (ms >= PEAK_SLICE_MS) best = Math.max(best, (1e-6 * flops) / ms);
    }
  }
  return best;
}

/** V different characters in no order; the text of cli/bench.c. @param {number} V */
export function makeText(V) {
  let x = 1;
  let text = '';
  for (let i = 0; i < TEXT_CHARS; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    text += String.fromCharCode(0x100 + (i < V ? i : (x >>> 16) % V));
  }
  return text;
}

/** Median and quartiles. @param {readonly number[]} values at least one */
export function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), lower_quartile: at(0.25), upper_quartile: at(0.75) };
}

/** @param {import('../wasm/engine/lab.js').Lab} lab @param {number} seconds */
function timeSteps(lab, seconds) {
  const budgetMs = 1000 * seconds;
  const begin = performance.now();
  let loss = NaN;
  for (let i = 1; i <= WARM_UP_STEPS; i++) {
    const now = lab.step();
    if (i === COMPARED_STEP) loss = now.loss;
    if (i >= COMPARED_STEP && performance.now() - begin > budgetMs / 2) break;
  }
  const times = [];
  const start = performance.now();
  while (times.length < MIN_STEPS || performance.now() - start < budgetMs) {
    const from = performance.now();
    lab.step();
    times.push(performance.now() - from);
  }
  return { times, loss };
}

/**
 * @param {WebAssembly.Module} module
 * @param {{ name: string, config: Record<string, number>, n_vocab: number }} yardstick
 * @param {number} seconds
 *
 * @typedef {Awaited<ReturnType<typeof timeYardstick>>} Row one model on one engine; the
 * keys of `glassformer bench --json`
 */
export async function timeYardstick(module, { name, config, n_vocab: V }, seconds) {
  const instance = await Instance.create(module);
  const engine = await Engine.create(module);
  const facts = engine.describe(config, V);
  const lab = engine.newLab(makeText(V), config);
  const before = measurePeak(instance);
  const { times, loss } = timeSteps(lab, seconds);
  const peak = Math.max(before, measurePeak(instance));
  const { exact } = lab.info();
  lab.free();
  const { median: ms, lower_quartile, upper_quartile } = quartiles(times);
  const gflops = (1e-6 * facts.flops_per_step) / ms;
  return {
    name,
    config,
    n_vocab: V,
    exact,
    n_param: facts.n_param,
    flops_per_step: facts.flops_per_step,
    ms_per_step: ms,
    ms_lower_quartile: lower_quartile,
    ms_upper_quartile: upper_quartile,
    n_steps: times.length,
    tokens_per_second: (1000 * config.batch_size * config.block_size) / ms,
    gflops,
    peak_128: peak,
    share_of_peak: gflops / peak,
    loss_at_step_2: loss,
  };
}
