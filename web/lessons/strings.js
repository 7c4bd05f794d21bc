// SPDX-License-Identifier: MIT
// The words of the lessons in the languages there are.
import { catalogue } from '../strings/index.js';
import en from './en.js';
import es from './es.js';

/** @param {string} lang BCP 47 */
export function lessonStrings(lang) {
  const found = catalogue(lang);
  const strings = found.lang.startsWith('es') ? es : en;
  return { lang: found.lang, strings, units: found.strings.units };
}
