// SPDX-License-Identifier: MIT
// Words of a file in the reader's language.
import { baseOf } from '../i18n/tags.js';

/** @param {import('./experiment.js').Words | undefined} words @param {string} lang BCP 47
 * @returns {string} in English, or the first there is, where that language is missing */
export function phrase(words = '', lang) {
  if (typeof words === 'string') return words;
  return words[baseOf(lang)] ?? words.en ?? Object.values(words)[0];
}
