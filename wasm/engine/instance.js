// SPDX-License-Identifier: MIT
// One instance of the module: its exports and its memory, and the conversion of arguments to
// its input. Only engine.js and lab.js use an instance; no other file handles addresses.

import { GlassError } from '../shared/errors.js';

/** @import { Bytes, Config } from '../shared/types.js' */

/** The gfx_abi_version() of the module these files were written for. */
const ABI_VERSION = 2;

/** Bytes in the engine's memory. @typedef {{ at: number, n: number }} Block */
/** @typedef {Record<string, (...values: number[]) => number>} Exports */

const encoder = new TextEncoder();
// A byte order mark is a character of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param {unknown} value @param {string} name in the error message
 * @param {number} [max] */
export function wholeNumber(value, name, max = Number.MAX_SAFE_INTEGER) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0 && number <= max) return number;
  throw new GlassError('option_out_of_range', { option: name, max });
}

/** The engine's counts and sizes are 32-bit integers. */
export const MAX_COUNT = 2 ** 31 - 1;

/** @param {Bytes} text @returns {Uint8Array} */
export function toBytes(text) {
  if (typeof text === 'string') return encoder.encode(text);
  try {
    if (ArrayBuffer.isView(text)) {
      return new Uint8Array(text.buffer, text.byteOffset, text.byteLength);
    }
    if (text instanceof ArrayBuffer) return new Uint8Array(text);
  } catch (cause) {
    throw new GlassError('bytes_needed', {}, { cause }); // transferred to elsewhere
  }
  throw new GlassError('bytes_needed');
}

/** Throws unless the array has n elements.
 * @param {Float32Array} array @param {number} n */
export function checkLength(array, n) {
  if (array.length === n) return;
  throw new GlassError('wrong_length', { found: array.length, needed: n });
}

/** @param {Config | undefined} config */
export function configJson(config) {
  try {
    return JSON.stringify(config ?? {});
  } catch (cause) {
    throw new GlassError('settings_not_json', {}, { cause });
  }
}

/** @param {unknown} value @param {string} name @param {number} least */
export function count(value, name, least) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new GlassError('option_too_small', { option: name, min: least });
}

/** @param {BufferSource | WebAssembly.Module} wasm
 * @returns {Promise<WebAssembly.Module>} */
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

export class Instance {
  /** @type {Exports} */ #calls;
  /** @type {WebAssembly.Memory} */ #memory;
  /** The instance has trapped; its memory may be in any state. */
  #broken = false;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    const { memory, ...calls } = instance.exports;
    this.#memory = /** @type {WebAssembly.Memory} */ (memory);
    this.#calls = /** @type {Exports} */ (calls);
    this.#calls._initialize();
  }

  /** @param {BufferSource | WebAssembly.Module} wasm */
  static async create(wasm) {
    const module = await compileEngine(wasm);
    const imports = {
      env: {
        gfx_now: () => performance.now(),
      },
      wasi_snapshot_preview1: {
        proc_exit(/** @type {number} */ code) {
          throw new GlassError('engine_ended', { exit: code });
        },
      },
    };
    const instance = new Instance(await WebAssembly.instantiate(module, imports));
    const version = instance.invoke('gfx_abi_version');
    if (version !== ABI_VERSION) {
      throw new GlassError('other_interface', { found: version, needed: ABI_VERSION });
    }
    return instance;
  }

  get memoryBytes() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Calls an export, whatever it returns. A trap is a bug of ours; the first is reported, and
   * the instance is not called again.
   * @param {string} name
   * @param {number[]} values
   * @returns {number}
   */
  invoke(name, ...values) {
    if (this.#broken) {
      throw new GlassError('engine_stopped');
    }
    // Before the call: a value without a number is no trap.
    const numbers = values.map(Number);
    try {
      return this.#calls[name](...numbers);
    } catch (cause) {
      this.#broken = true;
      throw GlassError.from(cause);
    }
  }

  /** Calls an export that returns a status.
   * @param {string} name @param {number[]} values */
  call(name, ...values) {
    const status = this.invoke(name, ...values);
    if (status !== 0) throw this.failure(status);
  }

  /** The error of the last call. @param {number} [status] what it returned */
  failure(status = this.#calls.gfx_status()) {
    const calls = this.#calls;
    return new GlassError(
      this.text(calls.gfx_error_key()),
      JSON.parse(this.text(calls.gfx_error_params()) || '{}'),
      {
        code: this.text(calls.gfx_status_name(status)),
        message: this.text(calls.gfx_error_message()),
      },
    );
  }

  /** @param {number} n bytes */
  alloc(n) {
    const at = this.invoke('gfx_alloc', n);
    if (at === 0) throw new GlassError('allocation_failed');
    return at;
  }

  /** Frees something, unless the instance has trapped: then it all goes with the instance.
   * @param {number} at from alloc, or 0 @param {string} [by] the export that frees it */
  release(at, by = 'gfx_free') {
    if (!this.#broken) this.invoke(by, at);
  }

  /** Copies inputs into the engine's memory for the length of one call.
   * @template T
   * @param {Bytes[]} inputs @param {(lent: Block[]) => T} use */
  with(inputs, use) {
    /** @type {Block[]} */
    const lent = [];
    try {
      for (const bytes of inputs.map(toBytes)) {
        lent.push({ at: this.alloc(bytes.length), n: bytes.length });
        this.bytes(lent[lent.length - 1].at, bytes.length).set(bytes);
      }
      return use(lent);
    } finally {
      for (const { at } of lent) this.release(at);
    }
  }

  /** A view, valid until the next call. @param {number} at @param {number} n */
  bytes(at, n) {
    return new Uint8Array(this.#memory.buffer, at, n);
  }

  /** A view, valid until the next call. @param {number} at @param {number} n */
  floats(at, n) {
    return new Float32Array(this.#memory.buffer, at, n);
  }

  /** The last call's numbers. @param {number} n */
  numbers(n) {
    return [...new Float64Array(this.#memory.buffer, this.#calls.gfx_numbers(), n)];
  }

  /** The last call's result. @param {boolean} [last] frees the result */
  resultBytes(last = false) {
    const n = this.#calls.gfx_result_size();
    const copy = this.bytes(this.#calls.gfx_result(), n).slice();
    if (last) this.invoke('gfx_result_free');
    return copy;
  }

  resultText() {
    const n = this.#calls.gfx_result_size();
    return decoder.decode(this.bytes(this.#calls.gfx_result(), n));
  }

  resultFloats() {
    const n = this.#calls.gfx_result_size() / Float32Array.BYTES_PER_ELEMENT;
    return this.floats(this.#calls.gfx_result(), n).slice();
  }

  /** The tables of the last analysis, copied once. */
  resultTables() {
    const n = this.#calls.gfx_floats_size();
    return this.floats(this.#calls.gfx_floats(), n).slice();
  }

  /** @param {number} at of zero-terminated text */
  text(at) {
    const memory = new Uint8Array(this.#memory.buffer);
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }
}
