// SPDX-License-Identifier: MIT
// A first minute on the stage: in the page alone.
import { Part } from './languages.js';
import en from './en/minute.js';

export const minuteWords = new Part(en, (lang) => import(`./${lang}/minute.js`));
