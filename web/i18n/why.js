// SPDX-License-Identifier: MIT
// What the stage says of a prediction that it explains: loaded with the code that explains it.
import { Part } from './languages.js';
import en from './en/why.js';

export const whyWords = new Part(en, (lang) => import(`./${lang}/why.js`));
