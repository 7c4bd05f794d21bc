// SPDX-License-Identifier: MIT
// Where the engine and the worker's source come from: files of the package in Node, strings
// in the bundle in a page.

import { engineFile } from './files.js';
import { compileEngine } from './instance.js';
import { GlassError } from '../shared/errors.js';

/** @typedef {BufferSource | WebAssembly.Module | URL | string} WasmSource */

/**
 * The defaults of sessions.
 * @typedef {object} Resources
 * @property {WasmSource | (() => Promise<WasmSource>)} [wasm] the engine, or a function that
 *   decodes it when it is first needed
 * @property {string} [workerSource] worker.js and what it imports as one classic script
 * @property {new (port: MessagePort, module: WebAssembly.Module) => { close(): void }} [Host]
 *   answers at a port with a model in this thread
 */

/** @type {Resources} */
let provided = {};

/** Used by index.js and by bundles. @param {Resources} resources */
export function provide(resources) {
  provided = { ...provided, ...resources };
}

export const providedWorkerSource = () => provided.workerSource;

/** Hosts a model in this thread.
 * @param {MessagePort} port @param {WebAssembly.Module} module
 * @returns {() => void} ends it */
export function hostHere(port, module) {
  if (!provided.Host) throw new GlassError('no_model');
  const host = new provided.Host(port, module);
  return () => host.close();
}

export const isNode = typeof globalThis.process?.versions?.node === 'string';

/** No import(), so that bundlers look for no module of this name. Not typed: who uses the
 * package need not have Node's types. @param {string} name @returns {any} */
export const nodeModule = (name) =>
  /** @type {any} */ (globalThis.process).getBuiltinModule(name);

/** @param {URL | string} address */
async function fetchBytes(address) {
  try {
    const url = new URL(address, globalThis.location?.href);
    if (isNode && url.protocol === 'file:')
      return await nodeModule('node:fs/promises').readFile(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    return await response.arrayBuffer();
  } catch (cause) {
    const { message: status } = /** @type {Error} */ (cause);
    throw new GlassError('engine_not_fetched', { status }, { cause });
  }
}

/** @typedef {Promise<WebAssembly.Module>} Compiled */
/** @type {Map<unknown, Compiled>} */ const modulesByAddress = new Map();
/** @type {WeakMap<any, Compiled>} */ const modulesBySource = new WeakMap();

/** @param {WasmSource} source */
async function compile(source) {
  const isAddress = typeof source === 'string' || source instanceof URL;
  return compileEngine(isAddress ? await fetchBytes(source) : source);
}

/** The compiled engine, one for each source.
 * @param {WasmSource} [source] default: the provided one, or in Node the built file
 * @returns {Promise<WebAssembly.Module>} */
export async function engineModule(source) {
  if (typeof WebAssembly === 'undefined') {
    throw new GlassError('no_webassembly');
  }
  const from = source ?? provided.wasm ?? engineFile;
  const modules = Object(from) === from ? modulesBySource : modulesByAddress;
  let module = modules.get(from);
  if (!module) {
    module = Promise.resolve(typeof from === 'function' ? from() : from).then(compile);
    modules.set(from, module);
    // What failed once may not fail again.
    module.catch(() => modules.delete(from));
  }
  return module;
}

/** Logical cores. @returns {number} */
export function coreCount() {
  const known = globalThis.navigator?.hardwareConcurrency;
  if (known) return known;
  return isNode ? nodeModule('node:os').availableParallelism() : 1;
}
