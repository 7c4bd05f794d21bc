// SPDX-License-Identifier: MIT
// One instance of the module: its exports and its memory. Only engine.js and lab.js use it;
// no other file handles addresses.

import { compileEngine } from './compile.js';
import { GlassError } from '../shared/errors.js';

/** The gfx_abi_version() of the module these files were written for. */
const ABI_VERSION = 2;

/** Bytes in the engine's memory. @typedef {{ at: number, n: number }} Block */
/** @typedef {Record<string, (...values: number[]) => number>} Exports */

// A byte order mark is a character of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

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
   *
   * @param {string} name
   * @param {number[]} values
   * @returns {number}
   */
  invoke(name, ...values) {
    if (this.#broken) {
      throw new GlassError('engine_stopped');
    }
    try {
      return this.#calls[name](...values);
    } catch (cause) {
      this.#broken = true;
      throw GlassError.from(cause);
    }
  }

  /**
   * Calls an export that returns a status.
   *
   * @param {string} name
   * @param {number[]} values
   */
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

  /** @param {number} at from alloc, or 0 */
  release(at) {
    if (!this.#broken) this.invoke('gfx_free', at);
  }

  /**
   * Copies byte arrays into the engine's memory for the length of one call.
   *
   * @template T
   * @param {Uint8Array[]} arrays
   * @param {(lent: Block[]) => T} use
   */
  with(arrays, use) {
    /** @type {Block[]} */
    const lent = [];
    try {
      for (const bytes of arrays) {
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
