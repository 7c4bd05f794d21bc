// SPDX-License-Identifier: MIT
// The hash of Fowler, Noll and Vo (FNV-1a), 32 bits, of UTF-16 units: short names of texts.

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** @param {string} text @returns {number} 0 … 2^32 − 1 */
export function fnv1a(text) {
  let hash = FNV_OFFSET;
  for (let n = 0; n < text.length; n++)
    hash = Math.imul(hash ^ text.charCodeAt(n), FNV_PRIME);
  return hash >>> 0;
}
