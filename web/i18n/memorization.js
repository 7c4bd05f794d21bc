// SPDX-License-Identifier: MIT
// What is said of a text that is memorised: loaded with the code that says it.
import { Part } from './languages.js';
import en from './en/memorization.js';

export const memorizationWords = new Part(
  en,
  (lang) => import(`./${lang}/memorization.js`),
);
