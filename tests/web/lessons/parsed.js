// SPDX-License-Identifier: MIT
// The lessons of the page in all their languages, as the panel draws them.
import { LESSONS as FILES } from '../../../web/lessons/built-in.js';
import { parseWords } from '../../../web/lessons/parse-words.js';

export const LESSONS = FILES.map(parseWords);
