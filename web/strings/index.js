// SPDX-License-Identifier: MIT
// One file a language; English decides what a catalogue holds.
import en from './en.js';

/** @typedef {typeof en} Strings */

/** @type {Record<string, Strings>} */
const CATALOGUES = { en };

/**
 * @param {string} lang BCP 47; its first part decides, English when there is none
 * @returns {{ lang: string, strings: Strings }}
 */
export function catalogue(lang) {
  const base = lang.toLowerCase().split('-')[0];
  return base in CATALOGUES
    ? { lang, strings: CATALOGUES[base] }
    : { lang: 'en', strings: en };
}
