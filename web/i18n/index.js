// SPDX-License-Identifier: MIT
// One file a language; English decides what a catalogue holds.
import en from './en/index.js';
import es from './es/index.js';

/**
 * Words of views that the element goes without; they come along with those views.
 * @typedef {object} MoreWords
 * @property {typeof import('./en/diagnostics.js').default} hood
 * @property {typeof import('./en/attention-timing.js').default} ways
 * @property {typeof import('./en/origin.js').default} origin
 * @property {typeof import('./en/sound.js').default} sound
 * @property {typeof import('./en/battery.js').default} battery
 * @property {typeof import('./en/tiny-model.js').default} tiny
 * @property {typeof import('./en/embed-code.js').default & Pick<typeof import('./en/help.js').default, 'parts'>} placing
 */
/** @typedef {typeof en & MoreWords} Strings */

/** @type {Record<string, any>} */
const CATALOGUES = { en, es };

/** @param {Record<keyof typeof LANGUAGES, Partial<MoreWords>>} words */
export function addWords(words) {
  for (const lang of /** @type {(keyof typeof words)[]} */ (Object.keys(words)))
    Object.assign(CATALOGUES[lang], words[lang]);
}

/** Languages there are, each by its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', es: 'Español' });

/** @param {string} lang BCP 47 @returns {lang is keyof typeof LANGUAGES} */
export const speaks = (lang) => baseOf(lang) in CATALOGUES;

const baseOf = (/** @type {string} */ lang) => lang.toLowerCase().split('-')[0];

/**
 * @param {string} lang BCP 47; its first part decides, English when there is none
 * @returns {{ lang: string, strings: Strings }}
 */
export function catalogue(lang) {
  return speaks(lang)
    ? { lang, strings: CATALOGUES[baseOf(lang)] }
    : { lang: 'en', strings: CATALOGUES.en };
}
