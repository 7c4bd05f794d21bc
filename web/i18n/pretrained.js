// SPDX-License-Identifier: MIT
// The pretrained model: apart from the catalogue, as only the page has one.
import { Part } from './languages.js';
import en from './en/pretrained.js';

export const pretrainedWords = new Part(
  en,
  (lang) => import(`./${lang}/pretrained.js`),
);
