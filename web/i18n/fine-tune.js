// SPDX-License-Identifier: MIT
// Fine-tuning in the languages there are: apart from the catalogue, as only the page has it.
import { baseOf } from './tags.js';
import en from './en/fine-tune.js';
import es from './es/fine-tune.js';

/** @param {string} lang BCP 47; English where there is none */
export const fineTuneIn = (lang) => (baseOf(lang) === 'es' ? es : en);
