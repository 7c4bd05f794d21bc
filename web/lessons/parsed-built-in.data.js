// SPDX-License-Identifier: MIT
// The lessons of the page and their English words, parsed; the build runs this module and bundles
// what it exports. Apart, as the words of every language are (strings.js puts them in), both take
// fewer bytes.
import { LESSONS } from './built-in.js';
import { changeWords } from './lesson.js';
import { sentencesIn } from './sentences.js';

export const PARSED = LESSONS.map(
  ({ id, minutes, title, goal, steps, question, answer }) =>
    changeWords({ id, minutes, title, goal, steps, question, answer }, () => ({})),
);
export const ENGLISH = sentencesIn('en');
