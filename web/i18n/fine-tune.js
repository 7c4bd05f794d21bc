// SPDX-License-Identifier: MIT
// Fine-tuning: apart from the catalogue, as only the page has it.
import { Part } from './languages.js';
import en from './en/fine-tune.js';

export const fineTuneWords = new Part(en, (lang) => import(`./${lang}/fine-tune.js`));
