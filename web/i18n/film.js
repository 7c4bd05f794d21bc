// SPDX-License-Identifier: MIT
// What is said of a film of the stage: loaded with the code that makes it.
import { Part } from './languages.js';
import en from './en/film.js';

export const filmWords = new Part(en, (lang) => import(`./${lang}/film.js`));
