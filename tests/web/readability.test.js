// SPDX-License-Identifier: MIT
// English stays about as hard to read as a ninth school year's text, by the formula of
// Kincaid, Fishburne, Rogers & Chissom (1975), and nobody shouts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { configPresets, configSchema } from '../../wasm/index.js';
import enLessons from '../../web/lessons/en.js';
import esLessons from '../../web/lessons/es.js';
import en from '../../web/i18n/en/index.js';
import enHood from '../../web/i18n/en/diagnostics.js';
import enPlacing from '../../web/i18n/en/embed-code.js';
import enSound from '../../web/i18n/en/sound.js';
import enWays from '../../web/i18n/en/attention-timing.js';
import enHelp from '../../web/i18n/en/help.js';
import esHelp from '../../web/i18n/es/help.js';
import es from '../../web/i18n/es/index.js';
import esHood from '../../web/i18n/es/diagnostics.js';
import esPlacing from '../../web/i18n/es/embed-code.js';
import esSound from '../../web/i18n/es/sound.js';
import esWays from '../../web/i18n/es/attention-timing.js';

/** Of all sentences together; and of a lesson by itself, which is a shorter text. */
const GRADE = 9;
const LESSON_GRADE = 9.5;

/** Names and terms a reader meets as such are not made easier by shorter words. */
const NAMES =
  /Tiny Shakespeare|Martín Fierro|Shakespeare|nanoGPT|Glassformer|PyTorch|GitHub|AdamW?|encoder[-_]decoder|n_\w+|\w+_\w+/g;

/** @param {string} word */
function syllables(word) {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  if (plain.length <= 3) return plain === '' ? 0 : 1;
  const spoken = plain
    .replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '');
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/** @param {string} text */
const sentencesOf = (text) =>
  text
    .replace(NAMES, 'Name')
    .split(/[.?]\s|[.?]$|\n/)
    .map((sentence) => sentence.match(/[A-Za-z][A-Za-z’'-]*/g) ?? [])
    .filter((words) => words.length >= 4);

/** Flesch-Kincaid grade. @param {string[]} texts */
function grade(texts) {
  const sentences = texts.flatMap(sentencesOf);
  const words = sentences.flat();
  const beats = words.reduce((sum, word) => sum + syllables(word), 0);
  return (
    (0.39 * words.length) / sentences.length + (11.8 * beats) / words.length - 15.59
  );
}

/** Every sentence of a catalogue; data is the number 7. @param {unknown} node @returns {string[]} */
function texts(node) {
  if (typeof node === 'string') return [node];
  if (typeof node === 'function') {
    const seven = new Proxy(Object('7'), {
      get: (target, key) =>
        typeof key === 'symbol' || key in String.prototype
          ? key === Symbol.toPrimitive
            ? () => '7'
            : typeof target[key] === 'function'
              ? target[key].bind('7')
              : target[key]
          : '7',
    });
    return [String(node(...Array.from({ length: node.length }, () => seven)))];
  }
  return node !== null && typeof node === 'object'
    ? Object.values(node).flatMap(texts)
    : [];
}

test('readability: the formula gives what it should for texts of known grade', () => {
  const easy = grade(['The cat sat on the mat. The dog ran to the cat.']);
  const hard = grade([
    'Institutional considerations necessitate comprehensive administrative reorganisation of interdepartmental responsibilities.',
  ]);
  assert.ok(easy < 2, String(easy));
  assert.ok(hard > 20, String(hard));
});

test('readability: the page, its help and the engine stay near grade 9', async (t) => {
  const [schema, presets] = await Promise.all([configSchema(), configPresets()]);
  const page = readFileSync(
    new URL('../../web/page/index.html', import.meta.url),
    'utf8',
  );
  const body = page.slice(page.indexOf('<body')).replace(/<[^>]*>/g, '\n');
  const areas = /** @type {Record<string, string[]>} */ ({
    strings: [en, enHood, enWays, enPlacing, enSound].flatMap(texts),
    help: texts(enHelp),
    lessons: texts(enLessons),
    around: [body.replace(/\n\s+/g, ' ')],
    settings: schema.map(({ help }) => help),
    presets: presets.flatMap((/** @type {any} */ { about, look }) => [about, look]),
  });
  for (const [area, all] of Object.entries(areas)) {
    t.diagnostic(`${area}: grade ${grade(all).toFixed(1)}`);
  }
  const whole = grade(Object.values(areas).flat());
  assert.ok(whole <= GRADE, `grade ${whole.toFixed(1)}`);
});

test('readability: each lesson by itself stays near grade 9', (t) => {
  for (const [id, lesson] of Object.entries(enLessons.lessons)) {
    const its = grade(texts(lesson));
    t.diagnostic(`${id}: grade ${its.toFixed(1)}`);
    assert.ok(its <= LESSON_GRADE, `${id}: grade ${its.toFixed(1)}`);
  }
});

test('readability: no exclamation marks', () => {
  const all = [en, es, enHood, esHood, enWays, esWays, enPlacing, esPlacing, enSound, esSound, enLessons, esLessons, enHelp, esHelp]; // prettier-ignore
  for (const words of all) {
    for (const text of texts(words)) assert.doesNotMatch(text, /[!¡]/, text);
  }
});
