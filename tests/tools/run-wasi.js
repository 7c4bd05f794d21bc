// SPDX-License-Identifier: MIT
// `node tests/tools/run-wasi.js PROGRAM.wasm [ARGUMENT…]`: runs C tests compiled to wasm with
// this process's environment, streams and files.
//
// The calls are those of WASI preview 1 that emcc's standalone libc makes there
// (https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md). Node's own `node:wasi`
// is not used: Node 20 sometimes crashes at the end of a program that ran in it.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { resolve } from 'node:path';

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const FAULT = 29;
/** WASI's number of an error of the system. @type {Record<string, number>} */
const ERRNO = { EACCES: 2, EBADF: 8, EEXIST: 20, EISDIR: 31, ENOENT: 44, ENOTDIR: 54 };
const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = constants;
/** Bits of path_open, and what they are called in open(2). */
const OPEN_FLAGS = [
  [1, O_CREAT],
  [4, O_EXCL],
  [8, O_TRUNC],
];
const APPEND = 1;
const RIGHT_READ = 1n << 1n;
const RIGHT_WRITE = 1n << 6n;
/** What fd_seek counts from; 2 is the end. */
const [FROM_START, FROM_HERE] = [0, 1];

const program = process.argv[2];
if (!program) {
  console.error('usage: node tests/tools/run-wasi.js PROGRAM.wasm [ARGUMENT…]');
  process.exit(2);
}

/** Thrown by proc_exit, so that the program goes no further. */
class Exit {
  /** @param {number} code */
  constructor(code) {
    this.code = code;
  }
}

/** An open file: descriptor of the system, and where the next read or write begins; null
 * where the system keeps that (streams, and files that are appended to).
 * @typedef {{ fd: number, at: number | null }} File */

/** @type {Map<number, File>} */
const files = new Map([0, 1, 2].map((fd) => [fd, { fd, at: null }]));
/** 3 and 4 are the working folder and the root in wasi-open.c. @type {Map<number, string>} */
const folders = new Map([
  [3, process.cwd()],
  [4, '/'],
]);
let nextDescriptor = 5;

// Memory that grows gets a new buffer.
const view = () => new DataView(memory.buffer);
const bytes = (/** @type {number} */ at, /** @type {number} */ length) =>
  new Uint8Array(memory.buffer, at, length);

/** What a call of the system that throws is to the program. @param {() => void} call */
function attempt(call) {
  try {
    call();
    return SUCCESS;
  } catch (error) {
    return ERRNO[/** @type {NodeJS.ErrnoException} */ (error).code ?? ''] ?? FAULT;
  }
}

/** @typedef {(fd: number, part: Uint8Array, at: number | null) => number} Move */

/** Moves bytes between a file and the parts that `count` pairs of address and length name.
 * @param {Move} move
 * @param {number} descriptor @param {number} parts @param {number} count
 * @param {number} result address of the number of bytes moved */
function transfer(move, descriptor, parts, count, result) {
  const file = files.get(descriptor);
  if (!file) return BAD_DESCRIPTOR;
  return attempt(() => {
    let moved = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(parts + 8 * i, true);
      const length = view().getUint32(parts + 8 * i + 4, true);
      const n = move(file.fd, bytes(at, length), file.at);
      if (file.at !== null) file.at += n;
      moved += n;
      if (n < length) break;
    }
    view().setUint32(result, moved, true);
  });
}

/** @type {Move} */
const read = (fd, part, at) => readSync(fd, part, 0, part.length, at);
/** @type {Move} */
const write = (fd, part, at) => writeSync(fd, part, 0, part.length, at);

/** Two calls that hand out a list: its sizes, then addresses and texts. @param {string[]} list */
function listed(list) {
  const texts = list.map((text) => Buffer.from(`${text}\0`));
  return {
    sizes(/** @type {number} */ count, /** @type {number} */ size) {
      view().setUint32(count, texts.length, true);
      view().setUint32(size, Buffer.concat(texts).length, true);
      return SUCCESS;
    },
    get(/** @type {number} */ addresses, /** @type {number} */ at) {
      texts.forEach((text, i) => {
        view().setUint32(addresses + 4 * i, at, true);
        bytes(at, text.length).set(text);
        at += text.length;
      });
      return SUCCESS;
    },
  };
}
const args = listed(process.argv.slice(2));
const environment = listed(
  Object.entries(process.env).map(([name, value]) => `${name}=${value}`),
);

/** @type {Record<string, (...args: any[]) => number>} */
const calls = {
  args_sizes_get: args.sizes,
  args_get: args.get,
  environ_sizes_get: environment.sizes,
  environ_get: environment.get,
  proc_exit(code) {
    throw new Exit(code);
  },
  fd_read: (file, parts, count, result) => transfer(read, file, parts, count, result),
  fd_write: (file, parts, count, result) => transfer(write, file, parts, count, result),
  fd_close(descriptor) {
    const file = files.get(descriptor);
    if (!file) return BAD_DESCRIPTOR;
    files.delete(descriptor);
    return attempt(() => closeSync(file.fd));
  },
  fd_seek(descriptor, offset, from, result) {
    const file = files.get(descriptor);
    if (!file || file.at === null) return BAD_DESCRIPTOR;
    const { fd, at } = file;
    return attempt(() => {
      const begin =
        from === FROM_START ? 0 : from === FROM_HERE ? at : fstatSync(fd).size;
      file.at = begin + Number(offset);
      view().setBigUint64(result, BigInt(file.at), true);
    });
  },
  path_open(folder, _lookup, path, length, how, rights, _inherited, flags, result) {
    const base = folders.get(folder);
    if (base === undefined) return BAD_DESCRIPTOR;
    const name = Buffer.from(bytes(path, length)).toString();
    const reads = (rights & RIGHT_READ) !== 0n;
    const writes = (rights & RIGHT_WRITE) !== 0n;
    const appends = (flags & APPEND) !== 0;
    let mode = !writes ? O_RDONLY : reads ? O_RDWR : O_WRONLY;
    for (const [bit, flag] of OPEN_FLAGS) if (how & bit) mode |= flag;
    if (appends) mode |= O_APPEND;
    return attempt(() => {
      const fd = openSync(resolve(base, name), mode);
      files.set(nextDescriptor, { fd, at: appends ? null : 0 });
      view().setUint32(result, nextDescriptor++, true);
    });
  },
};

const module = new WebAssembly.Module(readFileSync(program));
const { exports } = new WebAssembly.Instance(module, {
  wasi_snapshot_preview1: calls,
  env: { emscripten_notify_memory_growth() {} },
});
const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
try {
  /** @type {() => void} */ (exports._start)();
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
