// SPDX-License-Identifier: MIT
// The words of the panel and of the lessons of the page.
import { Part } from '../i18n/languages.js';
import en from './en.js';
import { changeWords } from './lesson.js';
import { ENGLISH, PARSED } from './parsed-built-in.data.js';

/** @import { Sentence } from './lesson.js' */

/** Puts the words of a language into the lessons. @param {string} lang @param {Sentence[]} all */
function put(lang, all) {
  const sentences = all.values();
  for (const lesson of PARSED)
    changeWords(lesson, (words) =>
      Object.assign(words, { [lang]: sentences.next().value }),
    );
}

put('en', ENGLISH);

const part = new Part(en, async (lang) => {
  const file = await import(`../i18n/${lang}/lessons.js`);
  put(lang, file.sentences);
  return file;
});

/** The lessons of the page, with the words of the languages that are there. */
export { PARSED };

/** @param {string} lang BCP 47 */
export const lessonStrings = (lang) => part.speak(lang);
