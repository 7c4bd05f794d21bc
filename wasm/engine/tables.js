// SPDX-License-Identifier: MIT
// What the engine answers when it is asked about the inside of a model: JSON with tables
// of floats behind it, as src/inspect/inspect.h writes them. Here it becomes plain
// objects: keys in camelCase, and each table as { rows, columns, data }.

/** @typedef {{ what: string, [key: string]: unknown }} Request */
/** @typedef {{ rows: number, columns: number, data: Float32Array<ArrayBuffer> }} Table */

const decoder = new TextDecoder();

/** @param {string} key */
const camelCase = (key) =>
  key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/**
 * @param {Uint8Array<ArrayBuffer>} bytes JSON, padded with spaces, then floats
 * @param {number} start of the floats
 * @param {Transferable[]} [buffers] receives the buffer of every table
 * @returns {any}
 */
export function readAnswer(bytes, start, buffers) {
  /** @param {any} value @returns {any} */
  const convert = (value) => {
    if (Array.isArray(value)) return value.map(convert);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value.shape)) return table(value);
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([k, v]) => [camelCase(k), convert(v)]));
  };
  /** @param {{ shape: [number, number], at: number }} place @returns {Table} */
  const table = ({ shape: [rows, columns], at }) => {
    const from = start + at * Float32Array.BYTES_PER_ELEMENT;
    const to = from + rows * columns * Float32Array.BYTES_PER_ELEMENT;
    const data = new Float32Array(bytes.buffer.slice(from, to));
    buffers?.push(data.buffer);
    return { rows, columns, data };
  };
  return convert(JSON.parse(decoder.decode(bytes.subarray(0, start))));
}
