// SPDX-License-Identifier: MIT
// The Spanish words of the lessons of the page, parsed, in the order of changeWords(), without
// those that are the same in all languages; the build runs this module and bundles what it
// exports.
import { LESSONS } from './built-in.js';
import { changeWords, isSentence } from './lesson.js';
import { parseWords } from './parse-words.js';

/** @import { Sentence } from './lesson.js' */

/** @type {Sentence[]} */
export const SENTENCES = [];

for (const lesson of LESSONS)
  changeWords(parseWords(lesson), (words) => {
    if (!isSentence(words)) SENTENCES.push(words.es);
    return words;
  });
