// SPDX-License-Identifier: MIT
// The module of matrix products.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { ROOT } from '../common.js';

const FOLDER = 'build/bench';
const LIBRARY = `${ROOT}build/wasm/libglassformer.a`;
const PRODUCTS = `${ROOT}${FOLDER}/products.wasm`;

const EXPORTS = ['prepare', 'run', 'peak'].map((name) => `_bench_${name}`).join();
/** As the Makefile builds kernels and links the engine. */
const FLAGS = [
  ...['-std=c17', '-O3', '-msimd128', '-ffp-contract=off', '-fno-math-errno'],
  ...['-sSTANDALONE_WASM', '-sALLOW_MEMORY_GROWTH', '-sMALLOC=emmalloc', '--no-entry'],
];

/** Path of the module of products.c, linked with the library as it is now. */
export function productsModule() {
  if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing; make wasm`);
  mkdirSync(`${ROOT}${FOLDER}`, { recursive: true });
  const source = `${ROOT}bench/browser/products.c`;
  const args = [
    ...FLAGS,
    `-sEXPORTED_FUNCTIONS=${EXPORTS}`,
    `-I${ROOT}src`,
    `-I${ROOT}include`,
    source,
  ];
  const result = spawnSync('emcc', [...args, LIBRARY, '-o', PRODUCTS]);
  if (result.status !== 0) throw new Error(`emcc: ${result.stderr ?? result.error}`);
  return PRODUCTS;
}
