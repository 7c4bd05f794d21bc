// SPDX-License-Identifier: MIT
// Where the engine's bytes and the worker's source come from: files beside this one in
// Node, strings inside the bundle in a page.

import { compileEngine } from './compile-engine.js';
import { GlassError } from './glass-error.js';

/** @typedef {BufferSource | WebAssembly.Module | URL | string} WasmSource */

/** @type {{ wasm?: WasmSource | (() => Promise<WasmSource>), workerSource?: string }} */
let provided = {};

/**
 * For bundles: what to use when a session names nothing else.
 *
 * @param {{ wasm?: WasmSource | (() => Promise<WasmSource>), workerSource?: string }} resources
 *   wasm: bytes, or a function that decodes them when they are first needed;
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
    throw new GlassError(
      'no-wasm',
      `The engine cannot be fetched: ${response.status}.`,
    );
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
    throw new GlassError('no-wasm', 'This browser has no WebAssembly.');
  }
  if (source === undefined) {
    const { wasm = new URL('../build/wasm/glassformer.wasm', import.meta.url) } =
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

/** Logical cores. @returns {Promise<number>} */
export async function coreCount() {
  const known = globalThis.navigator?.hardwareConcurrency;
  if (known) return known;
  return isNode ? (await importNode('os')).availableParallelism() : 1;
}
