// SPDX-License-Identifier: MIT
// The words of the panel and of the lessons of the page.
import { Part } from '../i18n/languages.js';
import en from './en.js';
import { changeWords, isSentence } from './lesson.js';
import { PARSED } from './parsed-built-in.data.js';

const part = new Part(en, async (lang) => {
  const file = await import(`../i18n/${lang}/lessons.js`);
  const sentences = file.sentences.values();
  for (const lesson of PARSED)
    changeWords(lesson, (words) =>
      isSentence(words)
        ? words
        : Object.assign(words, { [lang]: sentences.next().value }),
    );
  return file;
});

/** @param {string} lang BCP 47 */
export const lessonStrings = (lang) => part.speak(lang);
