// SPDX-License-Identifier: MIT
// Spanish: what views say that have their words in their definitions.
import { sentencesIn } from '../../views/words.js';

export const sentences = sentencesIn('es');
