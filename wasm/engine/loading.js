// SPDX-License-Identifier: MIT
// Where the engine's bytes and the worker's source come from: files beside this one in
// Node, strings inside the bundle in a page.

import { compileEngine } from './compile.js';
import { GlassError } from '../shared/errors.js';

/** @typedef {BufferSource | WebAssembly.Module | URL | string} WasmSource */

/** @type {{ wasm?: WasmSource | (() => Promise<WasmSource>), fastWasm?: WasmSource,
 *   workerSource?: string }} */
let provided = {};

/**
 * For bundles: what to use when a session names nothing else.
 *
 * @param {{ wasm?: WasmSource | (() => Promise<WasmSource>), fastWasm?: WasmSource,
 *   workerSource?: string }} resources
 *   wasm: bytes, or a function that decodes them when they are first needed;
 *   fastWasm: the same engine with relaxed SIMD, for sessions that ask for it;
 *   workerSource: worker.js and what it imports as one classic script
 */
export function provide(resources) {
  provided = { ...provided, ...resources };
}

export const providedWorkerSource = () => provided.workerSource;

export const isNode = typeof globalThis.process?.versions?.node === 'string';

/** Names of Node's modules are not written out in import(), so that no bundler looks for
 * them. @param {string} name */
export const importNode = (name) => import(`node:${name}`);

/** @param {URL} url */
async function fetchBytes(url) {
  if (isNode && url.protocol === 'file:') {
    return (await importNode('fs/promises')).readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new GlassError('engine_not_fetched', { status: response.status });
  }
  return response.arrayBuffer();
}

/** @type {WeakMap<object, Promise<WebAssembly.Module>>} */
const modulesBySource = new WeakMap();
/** @type {Promise<WebAssembly.Module> | undefined} */
let defaultModule;

/** @param {WasmSource} source */
async function compile(source) {
  if (typeof source === 'string') source = new URL(source, globalThis.location?.href);
  return compileEngine(source instanceof URL ? await fetchBytes(source) : source);
}

/**
 * The engine, compiled once for each source.
 *
 * @param {WasmSource} [source] default: what was provided, or in Node the built file
 * @returns {Promise<WebAssembly.Module>}
 */
export async function engineModule(source) {
  if (typeof WebAssembly === 'undefined') {
    throw new GlassError('no_webassembly');
  }
  if (source === undefined) {
    const { wasm = new URL('../../build/wasm/glassformer.wasm', import.meta.url) } =
      provided;
    defaultModule ??= Promise.resolve(typeof wasm === 'function' ? wasm() : wasm).then(
      compile,
    );
    return defaultModule;
  }
  if (typeof source === 'string') return compile(source);
  let module = modulesBySource.get(source);
  if (!module) {
    module = compile(source);
    modulesBySource.set(source, module);
  }
  return module;
}

/** A module with nothing but f32x4.relaxed_madd(0, 0, 0) in it. */
const RELAXED_MADD = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 19, 1, 17, 0,
  0x41, 0, 0xfd, 15, 0x41, 0, 0xfd, 15, 0x41, 0, 0xfd, 15, 0xfd, 0x85, 2, 11,
]); // prettier-ignore

/** Whether this browser, or Node, knows relaxed SIMD. */
export const knowsRelaxedSimd = () => WebAssembly.validate(RELAXED_MADD);

/**
 * The fast engine where it was asked for, can be had and is understood; otherwise the
 * exact one. Which it is, session.info.exact tells.
 *
 * @param {WasmSource | undefined} source of the exact one
 * @param {boolean | WasmSource} fast true: what was provided, or in Node the built file
 * @returns {Promise<WebAssembly.Module>}
 */
export async function chooseEngine(source, fast) {
  const built = isNode && !provided.wasm;
  const fastSource =
    fast !== true
      ? fast
      : (provided.fastWasm ??
        (built && new URL('../../build/wasm/glassformer-fast.wasm', import.meta.url)));
  if (fastSource && typeof WebAssembly === 'object' && knowsRelaxedSimd()) {
    try {
      return await engineModule(fastSource);
    } catch {
      /* Speed is a wish: nobody goes without an engine for it. */
    }
  }
  return engineModule(source);
}

/** Logical cores. @returns {Promise<number>} */
export async function coreCount() {
  const known = globalThis.navigator?.hardwareConcurrency;
  if (known) return known;
  return isNode ? (await importNode('os')).availableParallelism() : 1;
}
