// SPDX-License-Identifier: MIT
// The words of the lessons in the languages there are.
import { units } from '../i18n/units.js';
import en from './en.js';
import es from './es.js';

/** @param {string} lang BCP 47; English where there is none */
export const lessonStrings = (lang) =>
  lang.toLowerCase().startsWith('es')
    ? { lang, strings: es, units: units.es }
    : { lang: 'en', strings: en, units: units.en };
