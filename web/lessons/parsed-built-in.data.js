// SPDX-License-Identifier: MIT
// The lessons of the page with their English words, parsed; the build runs this module and
// bundles what it exports. Other languages come as they are wanted (strings.js).
import { LESSONS } from './built-in.js';
import { changeWords, isSentence } from './lesson.js';
import { parseWords } from './parse-words.js';

export const PARSED = LESSONS.map((lesson) =>
  changeWords(parseWords(lesson), (words) =>
    isSentence(words) ? words : { en: words.en },
  ),
);
