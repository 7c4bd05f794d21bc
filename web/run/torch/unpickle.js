// SPDX-License-Identifier: MIT
// A pickle that holds nothing but a dictionary of tensors, as torch.save writes the weights of a
// model. A pickle is a program for a machine with a stack; of its operations only those are here
// that make texts, numbers, lists, dictionaries and tensors, and of all that it could call only what
// makes a tensor. Nothing of it is ever run. Operations: Lib/pickletools.py of Python.

/** Where a tensor lies: elements of a storage, one row after another.
 * @typedef {{ kind: string, key: string, length: number, offset: number, shape: number[] }}
 *   StoredTensor */

/** More than a model needs. */
const MAX_STACK = 1e6;
const MAX_DIMS = 8;
const MARK = Symbol('mark');

/** What a pickle may call, by module and name: the arguments as a list.
 * @type {Record<string, (args: any[]) => unknown>} */
const CALLS = {
  'collections OrderedDict': () => new Map(),
  'torch._utils _rebuild_tensor_v2': rebuildTensor,
  'torch._utils _rebuild_parameter': ([tensor]) => tensor,
};
/** Types of storages, e.g. FloatStorage. */
const STORAGE = /^torch (\w+)Storage$/;

class Refused extends Error {}

/** @param {unknown} condition @returns {asserts condition} */
function need(condition) {
  if (!condition) throw new Refused();
}

/** @param {unknown} n @returns {n is number} */
const isCount = (n) => Number.isSafeInteger(n) && Number(n) >= 0;

/** Dense rows alone: others would have to be put in order.
 * @param {any[]} args storage, first element, shape, strides @returns {StoredTensor} */
function rebuildTensor([storage, offset, shape, strides]) {
  need(storage?.kind && isCount(offset) && Array.isArray(shape));
  need(Array.isArray(strides) && strides.length === shape.length);
  need(shape.length <= MAX_DIMS && shape.every(isCount));
  let dense = 1;
  for (let d = shape.length - 1; d >= 0; d--) {
    need(shape[d] <= 1 || strides[d] === dense);
    dense *= Math.max(1, shape[d]);
  }
  need(shape.includes(0) || offset + dense <= storage.length);
  return { ...storage, offset, shape };
}

/** A storage, which lies in a file of its own. @param {any} id */
function storageOf(id) {
  need(Array.isArray(id) && id.length === 5);
  const [word, type, key, , length] = id;
  const kind = STORAGE.exec(type?.call ?? '')?.[1];
  need(word === 'storage' && kind && /^\w+$/.test(key) && isCount(length));
  return { kind, key, length };
}

class Machine {
  /** @type {any[]} */
  stack = [];
  /** @type {Map<number, unknown>} */
  memo = new Map();
  isDone = false;
  #at = 0;
  #bytes;
  #view;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** @param {number} n */
  take(n) {
    need(isCount(n) && this.#at + n <= this.#bytes.length);
    return this.#bytes.subarray(this.#at, (this.#at += n));
  }

  /** An unsigned number of `n` bytes, little-endian. @param {number} n */
  count(n) {
    return this.take(n).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }

  int32() {
    this.take(4);
    return this.#view.getInt32(this.#at - 4, true);
  }

  float64() {
    this.take(8);
    return this.#view.getFloat64(this.#at - 8);
  }

  /** A signed number of so many bytes as the first byte says. */
  long() {
    const n = this.count(1);
    need(n <= 8);
    const value = this.count(n);
    return n > 0 && this.#bytes[this.#at - 1] >= 128 ? value - 256 ** n : value;
  }

  /** @param {number} n bytes */
  text(n) {
    return new TextDecoder('utf-8', { fatal: true }).decode(this.take(n));
  }

  line() {
    const end = this.#bytes.indexOf(10, this.#at);
    need(end >= 0);
    const line = this.text(end - this.#at);
    this.take(1);
    return line;
  }

  /** @param {unknown} value */
  push(value) {
    need(this.stack.length < MAX_STACK);
    this.stack.push(value);
  }

  pop() {
    const value = this.stack.pop();
    need(value !== MARK && value !== undefined);
    return value;
  }

  /** @param {number} n */
  popSome(n) {
    return Array.from({ length: n }, () => this.pop()).reverse();
  }

  /** All since the last mark. */
  popMarked() {
    const at = this.stack.lastIndexOf(MARK);
    need(at >= 0);
    return this.stack.splice(at).slice(1);
  }

  /** @param {number} at */
  put(at) {
    this.memo.set(at, this.stack.at(-1));
  }

  /** @param {number} at */
  get(at) {
    need(this.memo.has(at));
    this.push(this.memo.get(at));
  }

  /** @param {string} call */
  global(call) {
    need(Object.hasOwn(CALLS, call) || STORAGE.test(call));
    this.push({ call });
  }

  /** @param {unknown[]} pairs */
  setItems(pairs) {
    const dictionary = this.stack.at(-1);
    need(dictionary instanceof Map && pairs.length % 2 === 0);
    for (let i = 0; i < pairs.length; i += 2) dictionary.set(pairs[i], pairs[i + 1]);
  }

  /** @param {unknown[]} values */
  append(values) {
    const list = this.stack.at(-1);
    need(Array.isArray(list) && list.length + values.length < MAX_STACK);
    for (const value of values) list.push(value);
  }

  reduce() {
    const args = this.pop();
    const { call } = this.pop() ?? {};
    need(Array.isArray(args) && Object.hasOwn(CALLS, call));
    this.push(CALLS[call](args));
  }

  /** Attributes that a dictionary has beside its members: nothing here. */
  build() {
    this.pop();
    need(this.stack.at(-1) instanceof Map);
  }
}

/** By the byte that stands for it. @type {Record<number, (m: Machine) => unknown>} */
const OPERATIONS = {
  0x80: (m) => need(m.count(1) <= 5), // PROTO
  0x95: (m) => m.take(8), // FRAME
  0x2e: (m) => (m.isDone = true), // STOP
  0x28: (m) => m.push(MARK), // MARK
  0x7d: (m) => m.push(new Map()), // EMPTY_DICT
  0x5d: (m) => m.push([]), // EMPTY_LIST
  0x29: (m) => m.push([]), // EMPTY_TUPLE
  0x4e: (m) => m.push(null), // NONE
  0x88: (m) => m.push(true), // NEWTRUE
  0x89: (m) => m.push(false), // NEWFALSE
  0x4b: (m) => m.push(m.count(1)), // BININT1
  0x4d: (m) => m.push(m.count(2)), // BININT2
  0x4a: (m) => m.push(m.int32()), // BININT
  0x8a: (m) => m.push(m.long()), // LONG1
  0x47: (m) => m.push(m.float64()), // BINFLOAT
  0x58: (m) => m.push(m.text(m.count(4))), // BINUNICODE
  0x8c: (m) => m.push(m.text(m.count(1))), // SHORT_BINUNICODE
  0x71: (m) => m.put(m.count(1)), // BINPUT
  0x72: (m) => m.put(m.count(4)), // LONG_BINPUT
  0x94: (m) => m.put(m.memo.size), // MEMOIZE
  0x68: (m) => m.get(m.count(1)), // BINGET
  0x6a: (m) => m.get(m.count(4)), // LONG_BINGET
  0x63: (m) => m.global(`${m.line()} ${m.line()}`), // GLOBAL
  0x93: (m) => m.global(m.popSome(2).join(' ')), // STACK_GLOBAL
  0x51: (m) => m.push(storageOf(m.pop())), // BINPERSID
  0x52: (m) => m.reduce(), // REDUCE
  0x62: (m) => m.build(), // BUILD
  0x74: (m) => m.push(m.popMarked()), // TUPLE
  0x85: (m) => m.push(m.popSome(1)), // TUPLE1
  0x86: (m) => m.push(m.popSome(2)), // TUPLE2
  0x87: (m) => m.push(m.popSome(3)), // TUPLE3
  0x73: (m) => m.setItems(m.popSome(2)), // SETITEM
  0x75: (m) => m.setItems(m.popMarked()), // SETITEMS
  0x61: (m) => m.append([m.pop()]), // APPEND
  0x65: (m) => m.append(m.popMarked()), // APPENDS
};

/** @param {unknown} value @returns {value is StoredTensor} */
const isTensor = (value) => Array.isArray(/** @type {any} */ (value)?.shape);

/** The tensors of a pickle by name.
 * @param {Uint8Array} bytes @returns {Map<string, StoredTensor> | null} null: it holds something
 *   else, or is damaged */
export function tensorsOf(bytes) {
  const machine = new Machine(bytes);
  try {
    while (!machine.isDone) {
      const operation = OPERATIONS[machine.count(1)];
      need(operation);
      operation(machine);
    }
    const found = machine.pop();
    need(found instanceof Map && machine.stack.length === 0);
    for (const [name, value] of found)
      need(typeof name === 'string' && isTensor(value));
    return found;
  } catch (error) {
    // Texts that are no UTF-8 are a TypeError.
    if (error instanceof Refused || error instanceof TypeError) return null;
    throw error;
  }
}
