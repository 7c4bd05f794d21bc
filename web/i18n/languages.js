// SPDX-License-Identifier: MIT
// How words come in the reader's language. They are in parts: those of the element, of the
// lessons, of a view that only the page has. The English of a part comes with what says it; other
// languages are files of their own, loaded when they are wanted. Until then, and where the file
// cannot be loaded, English is answered.
import { baseOf, tagOf } from './tags.js';
import { LANGUAGES } from './all.js';
import { units } from './units.js';

/** @param {string} lang BCP 47 */
export const speaks = (lang) => Object.hasOwn(LANGUAGES, baseOf(lang));

/** The language that an element speaks: its own, or that of what is around it; a host page may set
 * anything. @param {HTMLElement} element @returns {string} BCP 47 */
export const languageOf = ({ lang, parentElement: around }) =>
  String(
    lang ||
      around?.closest('[lang]')?.getAttribute('lang') ||
      document.documentElement.lang ||
      navigator.language,
  );

/** The file of a language but English: an import of `./${lang}/NAME.js`, which the build knows.
 * @template T @typedef {(lang: string) => Promise<{ default: T }>} Load */

/** @type {Set<Part<any>>} */
const parts = new Set();

/** @template T */
export class Part {
  /** @type {Record<string, T>} */ #words;
  #file;
  /** @type {Map<string, Promise<void>>} */ #loading = new Map();
  /** Languages whose file was loaded, or cannot be. @type {Set<string>} */
  #settled = new Set(['en']);

  /** @param {T} english @param {Load<T>} file */
  constructor(english, file) {
    this.#words = { en: english };
    this.#file = file;
    parts.add(this);
  }

  /** @param {string} lang BCP 47 */
  has(lang) {
    return Object.hasOwn(this.#words, baseOf(lang));
  }

  /** @param {string} lang BCP 47; English where there is none, or none yet */
  in(lang) {
    return this.has(lang) ? this.#words[baseOf(lang)] : this.#words.en;
  }

  /** The same with the tag of that language, and how it writes numbers. @param {string} lang */
  speak(lang) {
    const strings = this.in(lang);
    return this.has(lang)
      ? { lang: tagOf(lang), strings, units: units[baseOf(lang)] }
      : { lang: 'en', strings, units: units.en };
  }

  /** @param {string} lang BCP 47
   * @returns {Promise<void> | undefined} undefined: nothing to wait for */
  load(lang) {
    const base = baseOf(lang);
    if (!speaks(lang) || this.#settled.has(base)) return undefined;
    const loading = this.#loading.get(base) ?? this.#load(base);
    this.#loading.set(base, loading);
    return loading;
  }

  /** @param {string} base */
  async #load(base) {
    try {
      this.#words[base] = (await this.#file(base)).default;
    } catch (cause) {
      warnOnce(base, cause);
    }
    this.#settled.add(base);
  }
}

/** @type {Set<string>} */
const warned = new Set();

/** @param {string} base @param {unknown} cause */
function warnOnce(base, cause) {
  if (warned.has(base)) return;
  warned.add(base);
  const { message } = /** @type {Error} */ (cause);
  console.warn(`Glassformer: ${LANGUAGES[base].name} could not be loaded: ${message}`);
}

/** Loads what is missing of a language, in all parts there are so far.
 * @param {string} lang BCP 47
 * @returns {Promise<unknown> | undefined} undefined: nothing to wait for. Never rejects */
export function loadLanguage(lang) {
  const loading = [...parts].flatMap((part) => part.load(lang) ?? []);
  return loading.length > 0 ? Promise.all(loading) : undefined;
}

/**
 * Draws once the words are there, so that no English is seen before; at once in English.
 * @template T @param {string} lang BCP 47 @param {() => T} draw
 */
export const withWords = (lang, draw) => loadLanguage(lang)?.then(draw) ?? draw();
