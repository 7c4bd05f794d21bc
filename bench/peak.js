// SPDX-License-Identifier: MIT
// What 128-bit arithmetic can do on this machine, in Node or in a page: the loops of
// src/simd/peak.h in the module of matrix products.

/** Long against the clock's grain, which is 0.1 ms in a page. */
const SLICE_MS = 20;
const PEAK_LOOPS = 4;

/** @typedef {Record<string, (...values: number[]) => number>} Exports */

/** @param {WebAssembly.Module} module @returns {Promise<Exports>} */
export async function instantiate(module) {
  const quiet = new Proxy({}, { get: () => () => 0 });
  const imports = new Proxy({}, { get: () => quiet });
  const { exports } = await WebAssembly.instantiate(module, imports);
  const calls = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  calls._initialize?.();
  return calls;
}

/** The best of several slices: what disturbs a machine only ever makes it slower.
 * @param {(times: number) => number} run returns operations @param {number} slices
 * @returns {number} GFLOP/s */
export function fastest(run, slices) {
  let best = 0;
  let times = 1;
  for (let slice = 0; slice < slices;) {
    const begin = performance.now();
    const flops = run(times);
    const ms = performance.now() - begin;
    if (ms < SLICE_MS) {
      times *= ms > SLICE_MS / 8 ? 2 : 8;
    } else {
      best = Math.max(best, (1e-6 * flops) / ms);
      slice++;
    }
  }
  return best;
}

/** P_128 in GFLOP/s: separate multiplications and additions of 4 numbers at a time, all in
 * registers. @param {Exports} calls of bench/browser/products.c @param {number} slices */
export function peakOf(calls, slices) {
  const loops = Array.from({ length: PEAK_LOOPS }, (_, which) =>
    fastest((times) => calls.bench_peak(which, 20_000 * times), slices),
  );
  return Math.max(...loops);
}
