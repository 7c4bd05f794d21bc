// SPDX-License-Identifier: MIT
// The languages. English decides which keys a catalogue has.
import en from './en/index.js';
import es from './es/index.js';
import { baseOf, tagOf } from './tags.js';

/** Of all; those of views that are only in the page come with them (diagnostics.js).
 * @typedef {typeof en & typeof import('./en/diagnostics.js').default} Strings */

/** @type {Record<string, Strings>} */
const CATALOGUES = /** @type {any} */ ({ en, es });

/** The languages, each by its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', es: 'Español' });

/** @param {string} lang BCP 47 @returns {lang is keyof typeof LANGUAGES} */
export const speaks = (lang) => Object.hasOwn(CATALOGUES, baseOf(lang));

/**
 * @param {string} lang BCP 47; its first part decides, English when there is none
 * @returns {{ lang: string, strings: Strings }}
 */
export function catalogue(lang) {
  return speaks(lang)
    ? { lang: tagOf(lang), strings: CATALOGUES[baseOf(lang)] }
    : { lang: 'en', strings: CATALOGUES.en };
}

/** @param {Record<keyof typeof LANGUAGES, Partial<Strings>>} more */
export function addStrings(more) {
  for (const [lang, strings] of Object.entries(more)) {
    Object.assign(CATALOGUES[lang], strings);
  }
}
