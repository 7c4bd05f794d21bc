// SPDX-License-Identifier: MIT
// The benchmark's page in a real Chromium, and the module of matrix products.

import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { openSite } from '../../tests/browser/support/harness.js';
import { ROOT, WASM } from '../common.js';

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
  const args = [...FLAGS, `-sEXPORTED_FUNCTIONS=${EXPORTS}`, `-I${ROOT}src`, source];
  const result = spawnSync('emcc', [...args, LIBRARY, '-o', PRODUCTS]);
  if (result.status !== 0) throw new Error(`emcc: ${result.stderr ?? result.error}`);
  return PRODUCTS;
}

/** @param {string} entry @param {import('esbuild').Format} format */
async function bundled(entry, format) {
  const entryPoints = [`${ROOT}${entry}`];
  const { outputFiles } = await build({
    entryPoints,
    format,
    bundle: true,
    write: false,
  });
  return outputFiles[0].text;
}

/** The page; `call` runs a function of entry.js there.
 * @returns {Promise<{ version: string, call: (name: string, ...args: any[]) => Promise<any>, close: () => Promise<void> }>}
 */
export async function openPage() {
  productsModule();
  copyFileSync(WASM, `${ROOT}${FOLDER}/glassformer.wasm`);
  const worker = await bundled('wasm/worker/entry.js', 'iife');
  const page = await bundled('bench/browser/entry.js', 'esm');
  writeFileSync(`${ROOT}${FOLDER}/bench.js`, page);
  writeFileSync(
    `${ROOT}${FOLDER}/index.html`,
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">' +
      '<title>bench</title><script type="module" src="/bench.js"></script>',
  );
  const site = await openSite({ folder: FOLDER });
  const tab = await site.newPage('index.html');
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...args) =>
    tab.evaluate(
      ([method, values]) => /** @type {any} */ (globalThis).bench[method](...values),
      /** @type {const} */ ([name, args]),
    );
  await call('start', worker);
  return {
    version: `Chromium ${site.browser.version()}`,
    call,
    close: () => site.close(),
  };
}
