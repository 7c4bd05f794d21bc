// SPDX-License-Identifier: MIT
// The German words of the lessons of the page.
import { sentencesIn } from '../../lessons/sentences.js';
import lessons from './of-lessons.js';

export const SENTENCES = sentencesIn('de', lessons);
