// SPDX-License-Identifier: MIT
// A checkpoint in a quarter of its size, and back: matrices as whole numbers of eight bits
// with one scale a row, vectors and scales as BF16, no optimizer. What comes back is an
// ordinary checkpoint; its weights differ by at most half a scale. The packed file is
// safetensors too:
//
//   NAME      I8 [rows, columns], or BF16 [n]
//   scales    BF16 [all rows], of the matrices in the order of the header
//   metadata  that of the checkpoint, and `history`: the run it is from, as JSON

/** @typedef {{ dtype: string, shape: number[], data: Uint8Array }} Stored */
/** @typedef {Record<string, number[]>} History */

const MOST = 127;
const HEADER_ALIGNMENT = 8;

/** @type {Record<string, number>} bytes of one element */
const SIZES = { I8: 1, BF16: 2, F32: 4 };

/**
 * @param {Uint8Array} bytes of a safetensors file
 * @returns {{ tensors: Map<string, Stored>, metadata: Record<string, string> }} throws
 *   when it is none, or not whole
 */
export function readFile(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, start)),
  );
  const { __metadata__: metadata, ...entries } = header;
  let end = start;
  /** @type {Map<string, Stored>} */
  const tensors = new Map();
  for (const [name, { dtype, shape, data_offsets: at }] of Object.entries(entries)) {
    const data = bytes.subarray(start + at[0], start + at[1]);
    const n = shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b);
    if (data.length !== n * SIZES[dtype]) throw new Error(`${name} is not whole`);
    tensors.set(name, { dtype, shape, data });
    end = Math.max(end, start + at[1]);
  }
  if (end !== bytes.length) throw new Error('the file is not whole');
  return { tensors, metadata };
}

/**
 * @param {Map<string, Stored>} tensors
 * @param {Record<string, string>} metadata
 */
function writeFile(tensors, metadata) {
  /** @type {Record<string, unknown>} */
  const header = { __metadata__: metadata };
  let at = 0;
  for (const [name, { dtype, shape, data }] of tensors) {
    header[name] = { dtype, shape, data_offsets: [at, (at += data.length)] };
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil(text.length / HEADER_ALIGNMENT) * HEADER_ALIGNMENT;
  const bytes = new Uint8Array(8 + padded + at).fill(0x20, 8, 8 + padded);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true);
  bytes.set(text, 8);
  at = 8 + padded;
  for (const { data } of tensors.values()) {
    bytes.set(data, at);
    at += data.length;
  }
  return bytes;
}

/** The upper half of a float's bits, rounded to the nearest. @param {number} x */
function toBf16(x) {
  const [bits] = new Uint32Array(new Float32Array([x]).buffer);
  return (bits + 0x7fff + ((bits >> 16) & 1)) >>> 16;
}

/** @param {ArrayLike<number>} halves */
const fromBf16 = (halves) =>
  new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);

/** Bytes wherever they begin, and of whatever kind: a Buffer's slice is no copy.
 * @param {Uint8Array} data */
const copyOf = (data) => new Uint8Array(data).buffer;

/**
 * @param {Uint8Array} checkpoint as the engine saves it
 * @param {History} history
 * @returns {Uint8Array} the packed file
 */
export function pack(checkpoint, history) {
  const { tensors, metadata } = readFile(checkpoint);
  /** @type {Map<string, Stored>} */
  const packed = new Map();
  /** @type {number[]} */
  const scales = [];
  for (const [name, { shape, data }] of tensors) {
    if (name.startsWith('optimizer.')) continue;
    const values = new Float32Array(copyOf(data));
    if (shape.length === 1) {
      const data = new Uint8Array(Uint16Array.from(values, toBf16).buffer);
      packed.set(name, { dtype: 'BF16', shape, data });
      continue;
    }
    const whole = new Int8Array(values.length);
    for (let at = 0; at < values.length; at += shape[1]) {
      const row = values.subarray(at, at + shape[1]);
      const half = toBf16(Math.max(...row.map(Math.abs)) / MOST);
      scales.push(half);
      const [scale] = fromBf16([half]);
      // The scale is rounded by less than 1/512, so none gets over 127.
      whole.set(
        Array.from(row, (x) => Math.round(x / (scale || 1))),
        at,
      );
    }
    packed.set(name, { dtype: 'I8', shape, data: new Uint8Array(whole.buffer) });
  }
  const data = new Uint8Array(Uint16Array.from(scales).buffer);
  packed.set('scales', { dtype: 'BF16', shape: [scales.length], data });
  return writeFile(packed, { ...metadata, history: JSON.stringify(history) });
}

/**
 * @param {Uint8Array} bytes a packed file
 * @returns {{ bytes: Uint8Array, step: number, history: History }} the checkpoint, and the
 *   run it is from. Throws when the file is not whole
 */
export function unpack(bytes) {
  const { tensors, metadata } = readFile(bytes);
  const { history, ...rest } = metadata;
  const { data } = /** @type {Stored} */ (tensors.get('scales'));
  const scales = fromBf16(new Uint16Array(copyOf(data)));
  tensors.delete('scales');
  let row = 0;
  for (const stored of tensors.values()) {
    if (stored.dtype !== 'I8') continue;
    const [rows, columns] = stored.shape;
    const whole = new Int8Array(copyOf(stored.data));
    const first = row;
    const values = Float32Array.from(
      whole,
      (x, at) => x * scales[first + Math.floor(at / columns)],
    );
    row += rows;
    stored.dtype = 'F32';
    stored.data = new Uint8Array(values.buffer);
  }
  if (row !== scales.length) throw new Error('the scales are not whole');
  return {
    bytes: writeFile(tensors, rest),
    step: Number(metadata.step),
    history: JSON.parse(history),
  };
}
