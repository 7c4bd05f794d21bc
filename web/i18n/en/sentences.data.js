// SPDX-License-Identifier: MIT
// English: what views say that have their words in their definitions.
import { sentencesIn } from '../../views/words.js';

export const sentences = sentencesIn('en');
