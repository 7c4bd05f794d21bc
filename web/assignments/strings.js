// SPDX-License-Identifier: MIT
// The words of assignments in the languages there are.
import { baseOf, tagOf } from '../i18n/tags.js';
import { units } from '../i18n/units.js';
import en from './en.js';
import es from './es.js';

/** @param {string} lang BCP 47; English where there is none */
export const assignmentStrings = (lang) =>
  baseOf(lang) === 'es'
    ? { lang: tagOf(lang), strings: es, units: units.es }
    : { lang: 'en', strings: en, units: units.en };
