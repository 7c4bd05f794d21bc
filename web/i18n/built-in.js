// SPDX-License-Identifier: MIT
// Words of the experiments and assignments of the page, by the English ones: in languages that
// their files do not have.
import { Part } from './languages.js';

/** @type {Record<string, string>} */
const english = {};

export const builtInWords = new Part(
  english,
  (lang) => import(`./${lang}/built-in.js`),
);
