// SPDX-License-Identifier: MIT
// Reading a catalogue of words: its leaves by their paths, and what a sentence says; in every
// language.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import enAssignments from '../../../web/assignments/en.js';
import { LANGUAGES } from '../../../web/i18n/all.js';
import { Format } from '../../../web/i18n/format.js';
import { catalogue } from '../../../web/i18n/index.js';
import { loadLanguage } from '../../../web/i18n/languages.js';
import enLessons from '../../../web/lessons/en.js';

const WORDS = fileURLToPath(new URL('../../../web/i18n/', import.meta.url));

/** All languages, English first. */
export const LANGS = Object.keys(LANGUAGES);

/** Loads what there is so far of all of them. */
export const loadLanguages = () => Promise.all(LANGS.map(loadLanguage));

/** Sentences of a language as an App takes them. @param {string} language BCP 47 */
export function wordsOf(language) {
  const { lang, strings } = catalogue(language);
  return { lang, strings, format: new Format(lang, strings.units) };
}

/** All others. */
export const OTHERS = LANGS.filter((lang) => lang !== 'en');

/** @param {string} lang @param {string} file */
export const wordsIn = async (lang, file) =>
  (await import(`${WORDS}${lang}/${file}`)).default;

/** The files of words of a language, each beside the English one. @param {string} lang
 * @returns {Promise<{ file: string, english: unknown, other: unknown }[]>} */
export function filesBeside(lang) {
  /** English ones that stand with what they are about. @type {Record<string, unknown>} */
  const apart = { 'lessons.js': enLessons, 'assignments.js': enAssignments };
  const files = [...readdirSync(`${WORDS}en`), ...Object.keys(apart)];
  return Promise.all(
    files.map(async (file) => ({
      file,
      english: apart[file] ?? (await wordsIn('en', file)),
      other: await wordsIn(lang, file),
    })),
  );
}

/** Every leaf of a catalogue by its path. @param {unknown} node @param {string} path
 * @returns {Map<string, unknown>} */
export function leaves(node, path = '') {
  if (node === null || typeof node !== 'object') return new Map([[path, node]]);
  return new Map(
    Object.entries(node).flatMap(([key, child]) => [
      ...leaves(child, path ? `${path}.${key}` : key),
    ]),
  );
}

/** The words of a file in several languages, wherever they stand in it. @param {unknown} node
 * @returns {Record<string, string>[]} */
export function wordsOfFile(node) {
  if (node === null || typeof node !== 'object') return [];
  const { en } = /** @type {Record<string, string>} */ (node);
  return en === undefined
    ? Object.values(node).flatMap(wordsOfFile)
    : [/** @type {Record<string, string>} */ (node)];
}

/** A value that shows up in the sentence it is put into. @param {string} name */
export const mark = (name) => `⟦${name}⟧`;

/** What a sentence says when every datum is a mark, and which it asked for.
 * @param {Function} sentence @param {string | ((name: string) => string | undefined)} [only] given
 * instead, to every argument or to those of a name, to reach other branches */
export function spoken(sentence, only) {
  /** @type {Set<string>} */
  const asked = new Set();
  const valueOf = (/** @type {string} */ name, inMark = name) =>
    (typeof only === 'function' ? only(name) : only) ?? mark(inMark);
  const argument = (/** @type {number} */ n) => {
    const own = valueOf(String(n));
    return new Proxy(Object(own), {
      get(target, key) {
        if (key === Symbol.toPrimitive) {
          return () => (asked.add(`${n}`), own);
        }
        // Units: one, many.
        if (key === Symbol.iterator)
          return () => [0, 1].map((k) => valueOf(`${n}.${k}`)).values();
        if (typeof key === 'symbol' || key in String.prototype) {
          const member = target[key];
          return typeof member === 'function' ? member.bind(own) : member;
        }
        asked.add(`${n}.${key}`);
        return valueOf(`${n}.${key}`, key);
      },
    });
  };
  // Compared with others, a text has to be one.
  const plain = (/** @type {number} */ n) =>
    typeof only === 'function' ? only(String(n)) : undefined;
  const given = Array.from(
    { length: sentence.length },
    (_, n) => plain(n) ?? argument(n),
  );
  return { text: String(sentence(...given)), asked };
}
