// SPDX-License-Identifier: MIT
// Experiments: apart from the catalogue, as only the page has them.
import { Part } from './languages.js';
import en from './en/experiments.js';

export const experimentWords = new Part(
  en,
  (lang) => import(`./${lang}/experiments.js`),
);
