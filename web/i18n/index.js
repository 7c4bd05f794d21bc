// SPDX-License-Identifier: MIT
// The catalogue of the element. English decides which keys there are.
import en from './en/index.js';
import { Part } from './languages.js';

/** Of all; those of views that come later, or only in the page, come with them (inspection.js,
 * diagnostics.js).
 * @typedef {typeof en & typeof import('./en/inspection.js').default &
 *   typeof import('./en/diagnostics.js').default} Strings */

const part = new Part(
  /** @type {Strings} */ (en),
  (lang) => import(`./${lang}/index.js`),
);

/**
 * @param {string} lang BCP 47; its first part decides. English for a language that there is
 *   none of, or that is not loaded (loadLanguage)
 * @returns {{ lang: string, strings: Strings }}
 */
export const catalogue = (lang) => part.speak(lang);

/** Adds the English of a view that a page begins without; other languages have all their words in
 * a file. @param {Partial<Strings>} english */
export function addEnglish(english) {
  Object.assign(part.in('en'), english);
}

/** Adds the words of a view that not every page has. @template {Partial<Strings>} T
 * @param {T} english @param {import('./languages.js').Load<T>} load */
export function addStrings(english, load) {
  addEnglish(english);
  return new Part(english, (lang) => joined(lang, english, load));
}

/** @template T @param {string} lang @param {T} english @param {import('./languages.js').Load<T>} load */
async function joined(lang, english, load) {
  await part.load(lang);
  if (!part.has(lang)) return { default: english };
  // English, should it not be loaded.
  const words = Object.assign(part.in(lang), english);
  const module = await load(lang);
  Object.assign(words, module.default);
  return module;
}
