// SPDX-License-Identifier: MIT
// Answers of the engine's analyses (src/inspect/inspect.h): JSON beside one block of floats.
// Here they become plain objects with keys in camelCase; each table is a
// { rows, columns, data } whose data is a view of that block.

/** @typedef {import('../shared/types.js').Table} Table */

/** @param {string} key */
const camelCase = (key) =>
  key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/**
 * @param {string} json
 * @param {Float32Array<ArrayBuffer>} floats of all tables
 * @returns {any}
 */
export function readAnswer(json, floats) {
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
    return { rows, columns, data: floats.subarray(at, at + rows * columns) };
  };
  return convert(JSON.parse(json));
}
