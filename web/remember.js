// SPDX-License-Identifier: MIT
// Small things a browser keeps for its reader. Private windows, sandboxed frames and full
// disks may refuse; then nothing is kept and nothing fails.

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not kept: the reader goes on all the same.
  }
}
