// SPDX-License-Identifier: MIT
// Published models in the languages there are: apart from the catalogue, as only the page
// offers them.
import { baseOf } from './tags.js';
import en from './en/published.js';
import es from './es/published.js';

/** @param {string} lang BCP 47; English where there is none */
export const publishedIn = (lang) => (baseOf(lang) === 'es' ? es : en);
