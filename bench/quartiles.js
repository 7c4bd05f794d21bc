// SPDX-License-Identifier: MIT

/** Median and quartiles. @param {readonly number[]} values at least one */
export function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), lower_quartile: at(0.25), upper_quartile: at(0.75) };
}
