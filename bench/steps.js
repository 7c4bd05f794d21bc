// SPDX-License-Identifier: MIT
// What timings of steps need: a text and quartiles. Runs in Node and in
// a browser.

export const TEXT_CHARS = 20000;

/** V different characters in no order; it does not affect speed. @param {number} V */
export function makeText(V) {
  let x = 1;
  let text = '';
  for (let i = 0; i < TEXT_CHARS; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    text += String.fromCharCode(0x100 + (i < V ? i : (x >>> 16) % V));
  }
  return text;
}

/** Median and quartiles. @param {readonly number[]} values at least one */
export function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), lower_quartile: at(0.25), upper_quartile: at(0.75) };
}
