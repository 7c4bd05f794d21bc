// SPDX-License-Identifier: MIT
// The module of matrix products.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, compile, stop } from '../common.js';
import { instantiate, peakOf } from '../peak.js';

const PEAK_SLICES = 6;
const LIBRARY = join(ROOT, 'build/wasm/libglassformer.a');
const FOLDER = join(ROOT, 'build/bench');
const EXPORTS = ['prepare', 'run', 'peak'].map((name) => `_bench_${name}`).join();
/** As the Makefile builds kernels and links the engine. */
const FLAGS = [
  ...['-std=c17', '-O3', '-msimd128', '-ffp-contract=off', '-fno-math-errno'],
  ...['-sSTANDALONE_WASM', '-sALLOW_MEMORY_GROWTH', '-sMALLOC=emmalloc', '--no-entry'],
  ...[`-sEXPORTED_FUNCTIONS=${EXPORTS}`, `-I${ROOT}src`, `-I${ROOT}include`],
];

/** Path of the module of products.c, linked with the library as it is now. */
export function productsModule() {
  if (!existsSync(LIBRARY)) stop(`${LIBRARY} is missing; make wasm`);
  mkdirSync(FOLDER, { recursive: true });
  const source = join(ROOT, 'bench/browser/products.c');
  const module = join(FOLDER, 'products.wasm');
  const result = spawnSync('emcc', [...FLAGS, source, LIBRARY, '-o', module]);
  if (result.status !== 0) stop(`emcc: ${result.stderr ?? result.error}`);
  return module;
}

/** P_128 here, GFLOP/s. */
export async function peakHere() {
  const calls = await instantiate(await compile(productsModule()));
  return () => peakOf(calls, PEAK_SLICES);
}
