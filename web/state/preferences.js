// SPDX-License-Identifier: MIT
// Small things a browser keeps for its reader. Private windows, sandboxed frames and full
// disks may refuse; then nothing is kept and nothing fails.

/** @param {string} key @returns {string | null} */
export function readPreference(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Something that is on until the reader switches it off, here and on the next visit.
 * @param {string} key
 */
export function rememberedSwitch(key) {
  let on = readPreference(key) !== 'off';
  return {
    get on() {
      return on;
    },
    set on(value) {
      on = value;
      writePreference(key, value ? 'on' : 'off');
    },
  };
}

/** Letter keys; the live region. */
export const shortcuts = rememberedSwitch('glassformer-letters');
export const announcements = rememberedSwitch('glassformer-aloud');

/** @param {string} key @param {string} value */
export function writePreference(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not kept: the reader goes on all the same.
  }
}
