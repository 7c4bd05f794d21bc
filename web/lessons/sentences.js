// SPDX-License-Identifier: MIT
// The words of the lessons of the page in one language, parsed, in the order of changeWords(); for
// the build, which bundles them as data.
import { LESSONS } from './built-in.js';
import { changeWords, isSentence } from './lesson.js';
import { parseWords } from './parse-words.js';

/** @import { Sentence } from './lesson.js' */

/** @param {string} lang
 * @param {Record<string, string>} [own] English → the same in this language, of its own folder;
 *   where it has none the files have the words
 * @returns {Sentence[]} in English where both have none */
export function sentencesIn(lang, own = {}) {
  /** @type {Sentence[]} */
  const all = [];
  for (const lesson of LESSONS) {
    const spoken = changeWords(lesson, (words) =>
      isSentence(words) ? words : (own[String(words.en)] ?? words[lang] ?? words.en),
    );
    changeWords(parseWords(spoken), (words) => {
      all.push(/** @type {Sentence} */ (words));
      return words;
    });
  }
  return all;
}
