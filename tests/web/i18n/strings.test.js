// SPDX-License-Identifier: MIT
// The languages: each says all that English says, with the same data in it, and no component says
// anything by itself.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { configPresets, configSchema, errorCatalogue } from '../../../wasm/index.js';
import enFirst from '../../../web/i18n/en/index.js';
import enLater from '../../../web/i18n/en/inspection.js';
import enHelp from '../../../web/i18n/en/help.data.js';
import { BUILT_IN } from '../../../web/assignments/built-in.js';
import { EXPERIMENTS } from '../../../web/experiments/built-in.js';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { changeWords, isSentence } from '../../../web/lessons/lesson.js';
import { sentencesIn } from '../../../web/lessons/sentences.js';
import { LANGUAGES } from '../../../web/i18n/all.js';
import { VIEWS } from '../../../web/views/registry.data.js';
import { HINTS, fill } from '../../../wasm/shared/errors.js';
import {
  OTHERS,
  LANGS,
  filesBeside,
  leaves,
  loadLanguages,
  mark,
  spoken,
  wordsIn,
  wordsOf,
  wordsOfFile,
} from '../support/catalogues.js';
import { sameAsRecorded } from '../support/recorded.js';

const en = { ...enFirst, ...enLater };
const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));

/** What the engine says in English by itself: others have more here. */
const OPEN =
  'errors.sentences errors.hints errors.units presets.texts settings.help'.split(' ');

/** @typedef {{ area: string, english: Map<string, unknown>, other: Map<string, unknown>,
 *   same: Set<unknown>, reordered: Set<string>, quoted: RegExp }} Catalogue of a language beside the
 *   English one; quoted: what stands between its quotes */

/** @param {string} lang @returns {Promise<Catalogue[]>} */
async function cataloguesOf(lang) {
  const { SAME, REORDERED } = await import(
    `../../../web/i18n/${lang}/as-in-english.js`
  );
  const [open, close] = LANGUAGES[lang].quotes;
  const quoted = new RegExp(`${open}[^${close}]*${close}`, 'g');
  const files = await filesBeside(lang);
  return files.map(({ file, english, other }) => ({
    area: `${file} (${lang})`,
    // Other languages come whole.
    english: leaves(file === 'index.js' ? en : english),
    other: leaves(other),
    same: new Set(SAME),
    reordered: new Set(REORDERED),
    quoted,
  }));
}

const CATALOGUES = (await Promise.all(OTHERS.map(cataloguesOf))).flat();

for (const { area, english, other: spanish } of CATALOGUES) {
  test(`strings of ${area}: they have the shape of English`, () => {
    const missing = [...english.keys()].filter((key) => !spanish.has(key));
    assert.deepEqual(missing, []);
    const extra = [...spanish.keys()].filter(
      (key) => !english.has(key) && !OPEN.some((open) => key.startsWith(`${open}.`)),
    );
    assert.deepEqual(extra, []);
    for (const [key, value] of english) {
      const other = spanish.get(key);
      assert.equal(typeof other, typeof value, key);
      if (typeof value !== 'function') continue;
      assert.equal(/** @type {Function} */ (other).length, value.length, key);
    }
  });
}

for (const { area, english, other: spanish, same, quoted } of CATALOGUES) {
  test(`strings of ${area}: no sentence was left in English`, () => {
    const left = [...english].filter(
      ([key, value]) =>
        typeof value === 'string' && value === spanish.get(key) && !same.has(value),
    );
    assert.deepEqual(left, []);
    for (const [key, value] of spanish) {
      if (typeof value !== 'string') continue;
      // A text or a question as it is.
      assert.doesNotMatch(value.replace(quoted, ''), /\b(the|of|and|is)\b/, key);
    }
  });
}

for (const { area, english, other: spanish, reordered } of CATALOGUES) {
  test(`strings of ${area}: they use every datum that English uses`, () => {
    for (const [key, value] of english) {
      if (typeof value !== 'function') continue;
      const other = /** @type {Function} */ (spanish.get(key));
      for (const only of [undefined, '1', '0']) {
        const wanted = spoken(value, only);
        const got = spoken(other, only);
        assert.deepEqual([...got.asked].sort(), [...wanted.asked].sort(), key);
        if (only) continue;
        const marks = (/** @type {{ text: string }} */ { text }) => {
          const found = [...new Set(text.match(/⟦[^⟧]*⟧/g) ?? [])];
          return reordered.has(key) ? found.sort() : found;
        };
        // Sentences may say a datum twice; none may be lost, or change places with another.
        const [wantedMarks, gotMarks] = [wanted, got].map(marks);
        assert.deepEqual(gotMarks, wantedMarks, `${key}: ${got.text}`);
      }
    }
  });
}

/** What a sentence says of several and of one, for each datum that makes a difference. @param {Function} sentence */
function numbersIn(sentence) {
  const { asked, text: of } = spoken(sentence);
  return [...asked]
    .map((name) => {
      const one = (/** @type {string} */ n) => (n === name ? '1' : undefined);
      const many = mark(name.replace(/^\d+\./, ''));
      return { of, as: of.replaceAll(many, '1'), ofOne: spoken(sentence, one).text };
    })
    .filter(({ as, ofOne }) => as !== ofOne);
}

test('strings: of one thing they say other words than of several, as they were read', async () => {
  const files = ['de', 'en', 'es'].flatMap((lang) =>
    readdirSync(join(WEB, 'i18n', lang)).map((file) => ({ lang, file })),
  );
  /** @type {Set<string>} */
  const said = new Set();
  for (const { lang, file } of files)
    for (const [key, sentence] of leaves(await wordsIn(lang, file)))
      for (const { of, ofOne } of typeof sentence === 'function'
        ? numbersIn(sentence)
        : [])
        said.add(`${lang} ${key}: ${of}`).add(`${lang} ${key}, one: ${ofOne}`);
  assert.ok(said.size > 80, `${said.size}`);
  sameAsRecorded('of-one', [...said].sort());
});

for (const lang of OTHERS)
  test(`strings: every setting and preset of the engine has words (${lang})`, async () => {
    const es = await wordsIn(lang, 'index.js');
    const [schema, presets] = await Promise.all([configSchema(), configPresets()]);
    assert.ok(schema.length > 40 && presets.length > 10);
    for (const { key, help } of schema) {
      assert.ok(en.settings.labels[key], `${key} has no label`);
      assert.ok(es.settings.labels[key], `${key} has no label in ${lang}`);
      assert.ok(es.settings.help[key], `${key} has no help in ${lang}`);
      assert.notEqual(es.settings.help[key], help, key);
    }
    for (const { name, about, look } of /** @type {any[]} */ (presets)) {
      const words = es.presets.texts[name];
      assert.ok(words, `${name} has no words in ${lang}`);
      assert.ok(words.title && words.about !== about && words.look !== look, name);
    }
    const keys = new Set(schema.map(({ key }) => key));
    const names = new Set(presets.map(({ name }) => name));
    for (const key of Object.keys(es.settings.help)) assert.ok(keys.has(key), key);
    for (const name of Object.keys(es.presets.texts)) assert.ok(names.has(name), name);
  });

for (const lang of OTHERS)
  test(`strings: every error has words with the same parameters (${lang})`, async () => {
    const es = await wordsIn(lang, 'index.js');
    const errors = await errorCatalogue();
    const { sentences, hints } = es.errors;
    const names = (/** @type {string} */ text) => [
      ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
    ];
    assert.ok(errors.length > 150);
    assert.deepEqual(
      Object.keys(sentences).sort(),
      errors.map(({ key }) => key).sort(),
    );
    for (const { key, params, message } of errors) {
      assert.deepEqual(names(message).sort(), [...params].sort(), key);
      assert.deepEqual(names(sentences[key]).sort(), [...params].sort(), key);
      assert.match(message, /[.}]$/, key);
      const values = Object.fromEntries(params.map((name) => [name, mark(name)]));
      assert.doesNotMatch(fill(message, values), /…|\{\w/, key);
      assert.doesNotMatch(fill(sentences[key], values), /…|\{\w/, key);
    }
    assert.deepEqual(Object.keys(hints).sort(), Object.keys(HINTS).sort());
  });

/** The names in braces of a sentence, with how they are written. @param {unknown} sentence */
const dataOf = (sentence) =>
  (JSON.stringify(sentence).match(/\{\w+%?\}/g) ?? []).sort();

/** Of each sentence of the lessons, whether it is of no language: a letter of the text, code, a number.
 * @type {boolean[]} */
const isPlain = [];
for (const lesson of LESSONS)
  changeWords(lesson, (words) => {
    isPlain.push(isSentence(words));
    return words;
  });

for (const lang of OTHERS)
  test(`strings: the lessons of the page are said whole, with the same data (${lang})`, async () => {
    const file = await import(`../../../web/i18n/${lang}/lessons.js`);
    const { SAME } = await import(`../../../web/i18n/${lang}/as-in-english.js`);
    const english = sentencesIn('en');
    assert.equal(file.sentences.length, english.length);
    for (const [n, sentence] of english.entries()) {
      const other = file.sentences[n];
      assert.deepEqual(dataOf(other), dataOf(sentence), JSON.stringify(sentence));
      if (isPlain[n]) assert.deepEqual(other, sentence);
      else if (JSON.stringify(other) === JSON.stringify(sentence))
        assert.ok(SAME.includes(String(sentence)), `in English: ${sentence}`);
    }
  });

for (const lang of OTHERS)
  test(`strings: the experiments and assignments of the page are said whole (${lang})`, async () => {
    const own = await wordsIn(lang, 'built-in.js');
    const { SAME } = await import(`../../../web/i18n/${lang}/as-in-english.js`);
    const all = wordsOfFile([EXPERIMENTS, BUILT_IN]);
    assert.ok(all.length > 80, `${all.length}`);
    for (const words of all) {
      const said = words[lang] ?? own[words.en];
      assert.ok(said, `no “${words.en}”`);
      if (said === words.en) assert.ok(SAME.includes(said), `in English: ${said}`);
    }
    const asked = new Set(all.map(({ en: english }) => english));
    assert.deepEqual(
      Object.keys(own).filter((english) => !asked.has(english)),
      [],
    );
  });

test('strings: help explains every part of the page, and no other', () => {
  const shown = VIEWS.filter((part) => !['status', 'keys'].includes(part));
  assert.deepEqual(Object.keys(enHelp.parts).sort(), shown.sort());
});

for (const lang of OTHERS)
  test(`strings: the page around the element has words, and no spare ones (${lang})`, async () => {
    const pageWords = await wordsIn(lang, 'page.js');
    const page = readFileSync(join(WEB, 'page/index.html'), 'utf8');
    const used = [...page.matchAll(/data-words="(\w+)"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(pageWords).sort());
  });

/** Definitions and what checks them; names of fonts. */
const NAMING = /^((define-view|words)|.*\.view|tokens\.data)\.js$/;

test('strings: no component has a sentence of its own', () => {
  const files = ['app', 'draw', 'element', 'page', 'queries', 'views'].flatMap(
    (folder) =>
      readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js') && !NAMING.test(name))
        .map((name) => join(folder, name)),
  );
  assert.ok(files.length > 40);
  const found = files.flatMap((name) =>
    ownWords(readFileSync(join(WEB, name), 'utf8')).map((words) => `${name}: ${words}`),
  );
  assert.deepEqual(found, []);
  assert.deepEqual(ownWords('html`<p title="x">Hello ${who}</p>`'), ['Hello']);
  assert.deepEqual(ownWords("say('Nothing to see here.')"), ['Nothing to see here.']);
});

/** Words between tags, in labels, and sentences in quotes. @param {string} source */
function ownWords(source) {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/css`[^`]*`/g, '');
  const plain = code.replace(/\$\{[^{}]*\}/g, '');
  const between = [
    ...plain.matchAll(/<\/?[\w-]+(?:\s[^<>]*)?>([^<>`]*[A-Za-z]{3,}[^<>`]*)</g),
  ].map(([, words]) => words.trim());
  const labels = [...plain.matchAll(/(?:aria-label|title|alt)="([A-Z][^"]*)"/g)].map(
    ([, words]) => words,
  );
  const quoted = [
    ...code.matchAll(/(['"`])(\p{Lu}\p{Ll}+(?: [\p{L},’']+)+[^'"`\n]*)\1/gu),
  ].map(([, , words]) => words);
  return [...between, ...labels, ...quoted].filter(
    (words) => !/[;{}=]|=>/.test(words) && words !== '',
  );
}

test('every op has a sentence on where its numbers come from', async () => {
  const table = readFileSync(join(WEB, '../src/graph/ops.def'), 'utf8');
  const ops = [...table.matchAll(/^GF_OP\((\w+)\)/gm)].map(([, name]) => name);
  assert.ok(ops.length > 10);
  for (const { origin } of [
    en,
    ...(await Promise.all(OTHERS.map((lang) => wordsIn(lang, 'index.js')))),
  ]) {
    const named = Object.keys(origin.ops);
    // The loss is no activation.
    assert.deepEqual(
      ops.filter((name) => name !== 'cross_entropy').sort(),
      [...named].sort(),
    );
  }
});

test('strings: the limit of time names the button that goes on', async () => {
  await loadLanguages();
  for (const lang of LANGS) {
    const { embed, screen } = wordsOf(lang).strings;
    assert.ok(embed.limit('2 s').includes(screen.goOn), lang);
  }
});
