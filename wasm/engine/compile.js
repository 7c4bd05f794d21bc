// SPDX-License-Identifier: MIT
// Compiling the engine, and saying why it cannot be done.

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

/** A module with nothing in it compiles everywhere that any module may.
 * @param {unknown} cause */
function explainCompileError(cause) {
  try {
    new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  } catch {
    return new GlassError('webassembly_forbidden', {}, { cause });
  }
  return new GlassError('engine_not_compiled', {}, { cause });
}
