// SPDX-License-Identifier: MIT
// How numbers are written in each language.
import { LANGUAGES } from './all.js';

const times = {
  seconds: (/** @type {string} */ n) => `${n} s`,
  minutes: (/** @type {string} */ n) => `${n} min`,
  hours: (/** @type {string} */ n) => `${n} h`,
};

export const units = Object.fromEntries(
  Object.entries(LANGUAGES).map(([lang, { group, quotes }]) => [
    lang,
    { group, quote: (/** @type {string} */ c) => quotes.join(c), ...times },
  ]),
);
