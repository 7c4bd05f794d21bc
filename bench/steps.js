// SPDX-License-Identifier: MIT
// What timings of steps need: the peak of the machine, a text and quartiles. Runs in Node and in
// a browser.

/** @import { Instance } from '../wasm/engine/instance.js' */

/** Loops in src/simd/peak.h. */
const PEAK_LOOPS = 4;
const PEAK_SLICE_MS = 20;
/** The first calls of a loop run unoptimised code; the best call counts. */
const PEAK_TRIES = 6;

export const TEXT_CHARS = 20000;

/** GFLOP/s of multiplications and additions of 4 numbers at a time, all in registers,
 * in the arithmetic of the engine. @param {Instance} instance */
export function measurePeak(instance) {
  let best = 0;
  let rounds = 100_000;
  for (let which = 0; which < PEAK_LOOPS; which++) {
    for (let tries = 0; tries < PEAK_TRIES;) {
      const begin = performance.now();
      const flops = instance.invoke('gf_peak_loop', which, rounds);
      const ms = performance.now() - begin;
      if (ms < PEAK_SLICE_MS) rounds *= 2;
      else tries++;
      if (ms >= PEAK_SLICE_MS) best = Math.max(best, (1e-6 * flops) / ms);
    }
  }
  return best;
}

/** V different characters in no order; it does not affect speed. @param {number} V */
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
