// SPDX-License-Identifier: MIT
// The languages: a line for each. Its words are in the folder of its name (docs/add-a-language.md).

/**
 * @typedef {object} Language
 * @property {string} name in itself
 * @property {string} group what stands between groups of three digits
 * @property {[string, string]} quotes around a token
 */

/** The thin space is that of the RAE. @type {Record<string, Language>} */
export const LANGUAGES = {
  en: { name: 'English', group: ',', quotes: ['‘', '’'] },
  es: { name: 'Español', group: '\u202f', quotes: ['«', '»'] },
  de: { name: 'Deutsch', group: '.', quotes: ['„', '“'] },
};
