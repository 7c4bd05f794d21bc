// SPDX-License-Identifier: MIT
// Preferences in localStorage. Where the browser refuses (private windows, sandboxed frames,
// full disks), nothing is kept and nothing fails.

/** @param {string} key @returns {string | null} */
export function readPreference(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A switch that is on until the reader switches it off; remembered between visits.
 * @param {string} key */
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

/** @param {string} key @param {string | null} value null: none
 * @returns {boolean} false: it is lost */
export function writePreference(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
