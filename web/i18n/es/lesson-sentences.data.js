// SPDX-License-Identifier: MIT
// The Spanish words of the lessons of the page, which their files have beside the English ones.
import { sentencesIn } from '../../lessons/sentences.js';

export const SENTENCES = sentencesIn('es');
