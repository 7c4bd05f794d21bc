// SPDX-License-Identifier: MIT
// Compiles the engine, or explains why it cannot be compiled.

import { GlassError } from '../shared/errors.js';

/**
 * @param {BufferSource | WebAssembly.Module} wasm
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileEngine(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  try {
    return await WebAssembly.compile(wasm);
  } catch (cause) {
    throw explainCompileError(cause);
  }
}

/** An empty module compiles wherever WebAssembly is allowed.
 * @param {unknown} cause */
function explainCompileError(cause) {
  try {
    new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  } catch {
    return new GlassError('webassembly_forbidden', {}, { cause });
  }
  return new GlassError('engine_not_compiled', {}, { cause });
}
