// SPDX-License-Identifier: MIT
// Help in the languages there are: apart from the catalogue, as only the page shows it.
import { baseOf } from './tags.js';
import en from './en/help.js';
import es from './es/help.js';

/** @param {string} lang BCP 47; English where there is none */
export const helpIn = (lang) => (baseOf(lang) === 'es' ? es : en);
