// SPDX-License-Identifier: MIT
// What our own page has beside a run: apart from the catalogue, as only the page has it.
import { Part } from './languages.js';
import en from './en/run-tools.js';

export const runToolsWords = new Part(en, (lang) => import(`./${lang}/run-tools.js`));
