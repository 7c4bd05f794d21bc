// SPDX-License-Identifier: MIT
// Published models: apart from the catalogue, as only the page offers them.
import { Part } from './languages.js';
import en from './en/published.js';

export const publishedWords = new Part(en, (lang) => import(`./${lang}/published.js`));
