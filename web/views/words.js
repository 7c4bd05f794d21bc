// SPDX-License-Identifier: MIT
// What views are called and what help says of them, from their definitions, in one language. A
// language may have them in its own folder instead (docs/add-a-language.md).
import { ALL } from './all.js';
import { lackOfWords } from './define-view.js';

/** @import { Words } from './define-view.js' */

/** @param {string} lang @param {Record<string, Words>} [own] by view, of the language’s folder
 * @returns {[name: string, words: Words][]} throws where words are missing */
function wordsIn(lang, own = {}) {
  return ALL.filter(({ words }) => words).map((view) => {
    const words = own[view.name] ?? view.words?.[lang];
    const lack = lackOfWords(view, lang, words);
    if (lack) throw new Error(`The view “${view.name}” has ${lack}.`);
    return [view.name, /** @type {Words} */ (words)];
  });
}

/** tab → its name @param {string} lang @param {Record<string, Words>} [own] */
export const tabsIn = (lang, own) =>
  Object.fromEntries(
    wordsIn(lang, own).flatMap(([name, { tab }]) => (tab ? [[name, tab]] : [])),
  );

/** view → title and help @param {string} lang @param {Record<string, Words>} [own] */
export const helpIn = (lang, own) =>
  /** @type {Record<string, [string, string]>} */ (
    Object.fromEntries(
      wordsIn(lang, own).map(([name, { title, help }]) => [name, [title, help]]),
    )
  );

/** view → its own sentences, and its title @param {string} lang @param {Record<string, Words>} [own] */
export const sentencesIn = (lang, own) =>
  /** @type {Record<string, Record<string, string>>} */ (
    Object.fromEntries(
      wordsIn(lang, own).flatMap(([name, { title, sentences }]) =>
        sentences ? [[name, { title, ...sentences }]] : [],
      ),
    )
  );
