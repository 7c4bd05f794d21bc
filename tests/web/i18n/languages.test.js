// SPDX-License-Identifier: MIT
// How words come: English at once, another language once its file is loaded, and English where it
// cannot be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStrings, catalogue } from '../../../web/i18n/index.js';
import { Part, loadLanguage, withWords } from '../../../web/i18n/languages.js';

const missing = () => Promise.reject(new Error('not there'));

test('languages: the catalogue is English until Spanish is loaded', async () => {
  const before = catalogue('es-MX');
  assert.deepEqual(
    [before.lang, before.strings.run.train],
    ['en', 'Train on this text'],
  );
  assert.equal(loadLanguage('en-GB'), undefined, 'English needs no file');
  assert.equal(loadLanguage('fr'), undefined, 'there is none');
  const added = /** @type {any} */ ({ added: 'one' });
  addStrings(added, async () => ({ default: { added: 'uno' } }));
  await loadLanguage('es-MX');
  assert.equal(loadLanguage('es'), undefined, 'nothing more to load');
  const { lang, strings } = catalogue('es-MX');
  assert.equal(lang, 'es-MX');
  assert.equal(strings.run.train, 'Entrenar con este texto');
  assert.equal(/** @type {any} */ (strings).added, 'uno');
  assert.equal(/** @type {any} */ (catalogue('en').strings).added, 'one');
});

test('languages: a file is asked for once, whoever waits', async () => {
  let n = 0;
  const part = new Part('yes', async () => ({ default: `sí ${++n}` }));
  const both = await Promise.all([
    part.load('es'),
    part.load('es-AR'),
    part.load('es'),
  ]);
  assert.equal(both.length, 3);
  assert.deepEqual(
    [part.in('es'), part.in('en'), part.in('fr')],
    ['sí 1', 'yes', 'yes'],
  );
});

test('languages: what cannot be loaded stays English, with one warning', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const part = new Part('yes', missing);
  const other = new Part('no', missing);
  const kept = /** @type {any} */ ({ kept: 'English' });
  addStrings(kept, missing);
  await loadLanguage('es');
  assert.equal(loadLanguage('es'), undefined, 'it is not asked for again');
  assert.deepEqual(part.speak('es'), { ...other.speak('es'), strings: 'yes' });
  assert.equal(part.speak('es').lang, 'en');
  assert.equal(/** @type {any} */ (catalogue('es').strings).kept, 'English');
  assert.equal(warn.mock.callCount(), 1);
  const [sentence] = warn.mock.calls[0].arguments;
  assert.equal(sentence, 'Glassformer: Español could not be loaded: not there');
});

test('languages: drawing waits for words, and for nothing in English', async () => {
  /** @type {string[]} */ const drawn = [];
  const draw = (/** @type {string} */ lang) =>
    withWords(lang, () => drawn.push(part.in(lang)));
  const part = new Part('yes', async () => ({ default: 'sí' }));
  const later = draw('es');
  draw('en');
  assert.deepEqual(drawn, ['yes'], 'at once');
  await later;
  assert.deepEqual(drawn, ['yes', 'sí']);
});
