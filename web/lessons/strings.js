// SPDX-License-Identifier: MIT
// The words of the panel and of the lessons of the page.
import { Part } from '../i18n/languages.js';
import en from './en.js';
import { changeWords, isSentence } from './lesson.js';
import { PARSED } from './parsed-built-in.js';

const part = new Part(en, {
  es: async () => {
    const spanish = await import('./es.js');
    const sentences = spanish.sentences.values();
    for (const lesson of PARSED)
      changeWords(lesson, (words) =>
        isSentence(words)
          ? words
          : Object.assign(words, { es: sentences.next().value }),
      );
    return spanish;
  },
});

/** @param {string} lang BCP 47 */
export const lessonStrings = (lang) => part.speak(lang);
