// SPDX-License-Identifier: MIT
// Sentence by sentence, what English says of training or validation, rows or columns, more or less,
// the others say too, and the same numbers. Where they say it in another way, they are recorded in
// tests/web/recorded/terms.txt, having been read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configPresets, configSchema, errorCatalogue } from '../../../wasm/index.js';
import { HINTS } from '../../../wasm/shared/errors.js';
import { BUILT_IN } from '../../../web/assignments/built-in.js';
import { EXPERIMENTS } from '../../../web/experiments/built-in.js';
import { sentencesIn } from '../../../web/lessons/sentences.js';
import {
  OTHERS,
  filesBeside,
  leaves,
  spoken,
  wordsIn,
  wordsOfFile,
} from '../support/catalogues.js';
import { sameAsRecorded } from '../support/recorded.js';
import { TERMS } from './terms.js';

/** Of sentences with data all that they say of several, of one and of none. @param {unknown} leaf */
function textOf(leaf) {
  if (typeof leaf === 'string') return leaf;
  if (typeof leaf !== 'function') return '';
  return [undefined, '1', '0'].map((only) => spoken(leaf, only).text).join(' · ');
}

/** Without what is filled in. @param {string} text */
const bare = (text) => text.replace(/⟦[^⟧]*⟧|\{[^}]*\}/g, '◌');

/** How a sentence begins, all of whose words may be in a list. @param {unknown} english */
const begin = (english) => textOf([...leaves(english).values()][0]).slice(0, 40);

/** Every sentence beside that of a language, by where it stands.
 * @param {string} lang @returns {Promise<Map<string, [string, string]>>} */
async function sentencesBeside(lang) {
  /** @type {Map<string, [string, string]>} */
  const all = new Map();
  const known = new Set();
  const add = (/** @type {string} */ key, /** @type {unknown[]} */ ...both) => {
    const [english, other] = both.map((leaf) => bare(textOf(leaf)));
    if (!english || !other || known.has(english + other)) return;
    known.add(english + other);
    all.set(key, [english, other]);
  };
  const addAll = (
    /** @type {string} */ area,
    /** @type {unknown} */ english,
    /** @type {unknown} */ other,
  ) => {
    const others = leaves(other);
    for (const [key, leaf] of leaves(english))
      add(`${area} ${key}`.trim(), leaf, others.get(key));
  };
  for (const { file, english, other } of await filesBeside(lang))
    addAll(file.replace(/(\.data)?\.js$/, ''), english, other);

  const { settings, presets, errors } = await wordsIn(lang, 'index.js');
  for (const { key, help } of await configSchema())
    add(`help ${key}`, help, settings.help[key]);
  for (const { name, title, about, look } of /** @type {any[]} */ (
    await configPresets()
  ))
    addAll(`preset ${name}`, { title, about, look }, presets.texts[name]);
  for (const { key, message } of await errorCatalogue())
    add(`error ${key}`, message, errors.sentences[key]);
  addAll('hint', HINTS, errors.hints);
  const { sentences } = await import(`../../../web/i18n/${lang}/lessons.js`);
  for (const [n, english] of sentencesIn('en').entries())
    addAll(`lesson “${begin(english)}”`, english, sentences[n]);
  const own = await wordsIn(lang, 'built-in.js');
  for (const words of wordsOfFile([EXPERIMENTS, BUILT_IN]))
    add(`built-in “${begin(words.en)}”`, words.en, words[lang] ?? own[words.en]);
  return all;
}

/** Numbers in digits, whatever stands between thousands; Pos1 is a key. @param {string} text */
function digitsIn(text) {
  const plain = text.replace('Pos1', '').replace(/(\d)[.,\s](?=\d{3}\b)/g, '$1');
  return [...new Set(plain.match(/\d+/g))].sort();
}

/** What says a term in a language, and what may. @param {RegExp | [RegExp, RegExp]} of */
const both = (of) => (Array.isArray(of) ? of : [of, of]);

/** Terms that one of two sentences says and the other does not.
 * @param {string} lang @param {[string, string]} sentences English, and in that language */
function unlike(lang, sentences) {
  const [english, other] = sentences.map((text) => text.toLowerCase());
  return Object.entries(TERMS).flatMap(([name, { en, [lang]: own }]) => {
    const [[says, may], [saysOwn, mayOwn]] = [both(en), both(own)];
    const isLost = says.test(english) && !mayOwn.test(other);
    const isNew = saysOwn.test(other) && !may.test(english);
    return isLost || isNew ? [name] : [];
  });
}

/** Of the languages that have terms. */
const BESIDE = await Promise.all(
  OTHERS.filter((lang) => TERMS.head[lang])
    .toSorted()
    .map(async (lang) => ({ lang, all: await sentencesBeside(lang) })),
);

test('terms: a sentence says in every language what it says in English, or was read', () => {
  const lines = BESIDE.flatMap(({ lang, all }) => {
    assert.ok(all.size > 2000, `${all.size}`);
    return [...all].flatMap(([key, sentences]) => {
      const found = unlike(lang, sentences);
      return found.length > 0 ? [`${lang} ${key}: ${found.join(', ')}`] : [];
    });
  });
  sameAsRecorded('terms', lines);
});

test('terms: a sentence has the same numbers in every language', () => {
  for (const { lang, all } of BESIDE)
    for (const [key, [english, other]] of all)
      assert.deepEqual(digitsIn(other), digitsIn(english), `${lang} ${key}: ${other}`);
});
