// SPDX-License-Identifier: MIT
// The words of assignments.
import { Part } from '../i18n/languages.js';
import en from './en.js';

const part = new Part(en, (lang) => import(`../i18n/${lang}/assignments.js`));

/** @param {string} lang BCP 47 */
export const assignmentStrings = (lang) => part.speak(lang);
