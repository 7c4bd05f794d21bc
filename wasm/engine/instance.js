// SPDX-License-Identifier: MIT
// One instance of the module: its exports, which are the functions of include/glassformer.h,
// and its memory. Only engine.js and session.js use an instance; no other file handles addresses.
//
// Addresses, sizes and other numbers are passed as numbers, 64-bit integers as BigInt; structs
// by address, also those that C passes by value. wasm/abi/exports.c asserts the places of
// their members.

import { GlassError } from '../shared/errors.js';

/** @import { Bytes, Config } from '../shared/types.js' */

/** The gfx_abi_version() of the module these files were written for. */
const ABI_VERSION = 3;

/** Bytes in the engine's memory. @typedef {{ at: number, n: number }} Block */
/** @typedef {Record<string, (...values: (number | bigint)[]) => number>} Exports */

/** Members of struct gf_error, and what else an instance holds for its calls: the arena of
 * results, two buffers in it, and room for small structs and for the digits of a hash. */
const ERROR = { key: 4, message: 8, params: 456 };
const ARENA = 1480;
const ARENA_FAILED = 8;
const BUFFER = 1496;
const BUFFER_BYTES = 16;
const ROOM = 1528;
const ROOM_BYTES = 72;

const encoder = new TextEncoder();
// A byte order mark is a character of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param {unknown} value @returns {number} NaN also of what Number() throws at, a symbol */
const numberOf = (value) => (typeof value === 'symbol' ? NaN : Number(value));

/** @param {unknown} value @param {string} name in the error message
 * @param {number} [max] */
export function wholeNumber(value, name, max = Number.MAX_SAFE_INTEGER) {
  const number = numberOf(value);
  if (Number.isSafeInteger(number) && number >= 0 && number <= max) return number;
  throw new GlassError('option_out_of_range', { option: name, max });
}

/** @param {Record<string, number>} choices @param {string} word @param {string} option */
export function choice(choices, word, option) {
  if (Object.hasOwn(choices, word)) return choices[word];
  const words = Object.keys(choices).join(', ');
  throw new GlassError('option_not_a_choice', { option, choices: words });
}

/** The engine's counts and sizes are 32-bit integers. */
export const MAX_COUNT = 2 ** 31 - 1;

/** @param {Bytes} value @param {string} [option] in the error message
 * @returns {Uint8Array} */
export function toBytes(value, option = 'text') {
  if (typeof value === 'string') return encoder.encode(value);
  try {
    if (ArrayBuffer.isView(value)) {
      return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    }
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
  } catch (cause) {
    throw new GlassError('bytes_needed', { option }, { cause }); // transferred to elsewhere
  }
  throw new GlassError('bytes_needed', { option });
}

/** The options of a call, which takes no others.
 * @template {object} T
 * @param {T | undefined} options none: null too
 * @param {string[]} known their names @returns {T} */
export function optionsOf(options, known) {
  const given = options ?? {};
  const isObject = typeof given === 'object';
  const other = isObject
    ? Object.keys(given).find((key) => !known.includes(key))
    : given;
  if (isObject && other === undefined) return /** @type {T} */ (given);
  const params = { option: String(other), options: known.join(', ') };
  throw new GlassError('unknown_option', params);
}

/** Throws unless the array has n elements.
 * @param {Float32Array} array @param {number} n */
export function checkLength(array, n) {
  if (array.length === n) return;
  throw new GlassError('wrong_length', { found: array.length, needed: n });
}

/** @template T @param {T[]} value @param {string} name @returns {T[]} */
export function list(value, name) {
  if (Array.isArray(value)) return value;
  throw new GlassError('option_not_a_list', { option: name });
}

/** What JSON would leave out is refused, too. @param {Config | undefined} config */
export function configJson(config) {
  let setting = 'config';
  try {
    return JSON.stringify(config ?? {}, (key, value) => {
      setting = key || setting;
      if (['function', 'symbol'].includes(typeof value))
        throw new TypeError(typeof value);
      return value;
    });
  } catch (cause) {
    throw new GlassError('settings_not_json', { setting }, { cause });
  }
}

/** @param {unknown} value @param {string} name @param {number} least */
export function count(value, name, least) {
  const number = numberOf(value);
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
  if (cause instanceof TypeError) {
    const choices = 'bytes, Module, URL';
    return new GlassError(
      'option_not_a_choice',
      { option: 'wasm', choices },
      { cause },
    );
  }
  return new GlassError('engine_not_compiled', {}, { cause });
}

export class Instance {
  /** @type {Exports} */ #calls;
  /** @type {WebAssembly.Memory} */ #memory;
  /** The instance has trapped; its memory may be in any state. */
  #broken = false;
  /** Address of a struct gf_error and what follows it. */
  #error;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    const { memory, ...calls } = instance.exports;
    this.#memory = /** @type {WebAssembly.Memory} */ (memory);
    this.#calls = /** @type {Exports} */ (calls);
    this.#calls._initialize();
    this.#error = this.alloc(ROOM + ROOM_BYTES);
    this.bytes(this.#error, ROOM + ROOM_BYTES).fill(0);
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
   * @param {(number | bigint)[]} values
   * @returns {number}
   */
  invoke(name, ...values) {
    if (this.#broken) {
      throw new GlassError('engine_stopped');
    }
    // Before the call: a value without a number is no trap.
    const numbers = values.map((x) => (typeof x === 'bigint' ? x : Number(x)));
    try {
      return this.#calls[name](...numbers);
    } catch (cause) {
      this.#broken = true;
      throw GlassError.from(cause);
    }
  }

  /** Calls an export that returns a status and has an error as its last parameter.
   * @param {string} name @param {(number | bigint)[]} values the others */
  call(name, ...values) {
    const status = this.invoke(name, ...values, this.#error);
    if (status !== 0) throw this.failure();
  }

  /** Calls an export that returns an object. @param {string} name @param {number[]} values */
  make(name, ...values) {
    const handle = this.invoke(name, ...values, this.#error);
    if (handle === 0) throw this.failure();
    return handle;
  }

  /** The error of the last call that failed. */
  failure() {
    const calls = this.#calls;
    const at = this.#error;
    const members = this.view(at, ARENA);
    return new GlassError(
      this.text(calls.gf_error_name(members.getInt32(ERROR.key, true))),
      JSON.parse(this.text(at + ERROR.params) || '{}'),
      {
        code: this.text(calls.gf_status_name(members.getInt32(0, true))),
        message: this.text(at + ERROR.message),
      },
    );
  }

  /** @param {number} n bytes */
  alloc(n) {
    const at = this.invoke('malloc', n || 1);
    if (at === 0) throw new GlassError('allocation_failed');
    return at;
  }

  /** Frees something, unless the instance has trapped: then it all goes with the instance.
   * @param {number} at from alloc, or 0 @param {string} [by] the export that frees it */
  release(at, by = 'free') {
    if (!this.#broken) this.invoke(by, at);
  }

  /** Copies inputs into the engine's memory for the length of one call.
   * @template T
   * @param {Bytes[]} inputs @param {(lent: Block[]) => T} use */
  with(inputs, use) {
    /** @type {Block[]} */
    const lent = [];
    try {
      for (const bytes of inputs.map((input) => toBytes(input))) {
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

  /** A view, valid until the next call. @param {number} at @param {number} n */
  view(at, n) {
    return new DataView(this.#memory.buffer, at, n);
  }

  /** Address of ROOM_BYTES for what a call reads or writes. */
  get room() {
    return this.#error + ROOM;
  }

  /** What is there, valid until the next call. */
  get members() {
    return this.view(this.room, ROOM_BYTES);
  }

  /** Frees what a call has left in the buffers. */
  clear() {
    const arena = this.#error + ARENA;
    this.invoke('gf_arena_free', arena);
    const buffers = this.view(this.#error + BUFFER, 2 * BUFFER_BYTES);
    for (let i = 0; i < buffers.byteLength; i += 4) buffers.setUint32(i, 0, true);
    buffers.setUint32(0, arena, true);
    buffers.setUint32(BUFFER_BYTES, arena, true);
  }

  /** Addresses of two empty buffers, for the bytes that a call appends. */
  buffers() {
    this.clear();
    return [this.#error + BUFFER, this.#error + BUFFER + BUFFER_BYTES];
  }

  /** What an export appends as JSON. @param {string} name @param {number[]} values */
  json(name, ...values) {
    const [out] = this.buffers();
    this.invoke(name, ...values, out);
    return JSON.parse(this.readText());
  }

  /** Where the bytes of a buffer are. @param {number} [number] @returns {Block} */
  #filled(number = 0) {
    if (this.view(this.#error + ARENA, ROOM - ARENA).getUint8(ARENA_FAILED)) {
      throw new GlassError('allocation_failed');
    }
    const buffer = this.view(
      this.#error + BUFFER + number * BUFFER_BYTES,
      BUFFER_BYTES,
    );
    return { at: buffer.getUint32(4, true), n: buffer.getUint32(8, true) };
  }

  /** A copy of what was appended to the first buffer, which is emptied. */
  takeBytes() {
    const { at, n } = this.#filled();
    const copy = this.bytes(at, n).slice();
    this.clear();
    return copy;
  }

  /** The same as text, which stays there. */
  readText() {
    const { at, n } = this.#filled();
    return this.string(at, n);
  }

  /** A copy of the floats in the second buffer. */
  readFloats() {
    const { at, n } = this.#filled(1);
    return this.floats(at, n / Float32Array.BYTES_PER_ELEMENT).slice();
  }

  /** @param {number} at @param {number} n bytes of UTF-8 */
  string(at, n) {
    return decoder.decode(this.bytes(at, n));
  }

  /** @param {number} at of zero-terminated text */
  text(at) {
    const memory = new Uint8Array(this.#memory.buffer);
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }
}
