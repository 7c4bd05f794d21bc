// SPDX-License-Identifier: MIT
// The words on the cards of the forward pass: loaded with the code that draws them.
import { Part } from './languages.js';
import en from './en/cards.js';

export const cardWords = new Part(en, (lang) => import(`./${lang}/cards.js`));
