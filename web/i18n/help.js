// SPDX-License-Identifier: MIT
// Help: apart from the catalogue, as only the page shows it.
import { Part } from './languages.js';
import en from './en/help.data.js';

export const helpWords = new Part(en, (lang) => import(`./${lang}/help.data.js`));
