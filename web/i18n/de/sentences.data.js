// SPDX-License-Identifier: MIT
// German: what views say that have their words in their definitions.
import { sentencesIn } from '../../views/words.js';
import views from './of-views.js';

export const sentences = sentencesIn('de', views);
