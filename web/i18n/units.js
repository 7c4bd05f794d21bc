// SPDX-License-Identifier: MIT
// How numbers are written in each language.

const times = {
  seconds: (/** @type {string} */ n) => `${n} s`,
  minutes: (/** @type {string} */ n) => `${n} min`,
  hours: (/** @type {string} */ n) => `${n} h`,
};

/** `group` stands between groups of three digits; in Spanish a thin space (RAE). */
export const units = {
  en: { group: ',', quote: (/** @type {string} */ c) => `‘${c}’`, ...times },
  es: { group: '\u202f', quote: (/** @type {string} */ c) => `«${c}»`, ...times },
};
