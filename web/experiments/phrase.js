// SPDX-License-Identifier: MIT
// Words of a file of an experiment or an assignment in the reader's language.
import { builtInWords } from '../i18n/built-in.js';
import { baseOf } from '../i18n/tags.js';

/** @param {import('./experiment.js').Words | undefined} words @param {string} lang BCP 47
 * @returns {string} where the file lacks that language, the page's own words for the English ones;
 *   without them English, or the first there is */
export function phrase(words = '', lang) {
  if (typeof words === 'string') return words;
  const { en } = words;
  return (
    words[baseOf(lang)] ?? builtInWords.in(lang)[en] ?? en ?? Object.values(words)[0]
  );
}
