// SPDX-License-Identifier: MIT
// Files of lessons: the built-in ones are such files, the schema names what there is, and each
// kind of mistake is told by its line.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { LESSONS } from '../../../web/lessons/built-in.js';
import { parseLesson } from '../../../web/lessons/check.js';
import en from '../../../web/lessons/en.js';
import es from '../../../web/i18n/es/lessons.js';
import { namesIn, rightOf } from '../../../web/lessons/lesson.js';
import { plainText } from '../../../web/lessons/markdown.js';
import { parseWords } from '../../../web/lessons/parse-words.js';
import { DocumentError } from '../../../web/run/fetch-document.js';
import { MEASURES } from '../../../web/lessons/measures.js';

/** @import { Sentence } from '../../../web/lessons/lesson.js' */

const FOLDER = new URL('../../../web/lessons/', import.meta.url);
const read = (/** @type {string} */ path) =>
  readFileSync(new URL(path, FOLDER), 'utf8');

test('every built-in lesson is a file of the published form', () => {
  const files = readdirSync(new URL('built-in/', FOLDER));
  const read_ = files.map((name) => parseLesson(read(`built-in/${name}`)));
  const ids = (/** @type {{ id: string }[]} */ list) => list.map(({ id }) => id).sort();
  assert.deepEqual(ids(read_), ids(LESSONS));
  assert.deepEqual(files.map((name) => name.replace('.json', '')).sort(), ids(LESSONS));
});

test('the examples are lessons, and the guide names every measure', () => {
  const root = new URL('../../', FOLDER);
  const guide = readFileSync(new URL('docs/teaching.md', root), 'utf8');
  for (const name of ['lesson', 'lesson-template'])
    parseLesson(readFileSync(new URL(`examples/${name}.json`, root), 'utf8'));
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)];
  assert.deepEqual(
    Object.fromEntries(rows.map(([, name, words]) => [name, words])),
    en.measures,
  );
});

test('both languages of a lesson say the same things', () => {
  const walk = (/** @type {any} */ value, /** @type {string} */ where) => {
    if (typeof value !== 'object' || value === null) return;
    if (typeof value.en === 'string') {
      assert.deepEqual(Object.keys(value), ['en', 'es'], where);
      // Numbers and names may be the same.
      const isSentence =
        value.en.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu)?.length > 4;
      if (isSentence) assert.notEqual(value.en, value.es, where);
      assert.deepEqual(namesIn(value.es).sort(), namesIn(value.en).sort(), where);
      return;
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${where}.${key}`);
  };
  for (const lesson of LESSONS) walk(lesson, lesson.id);
});

test('every lesson predicts, explains each wrong option, and ends with the reader’s turn', () => {
  for (const { id, steps } of LESSONS) {
    assert.ok(
      steps.some(({ ask }) => ask),
      `${id} asks`,
    );
    assert.deepEqual(
      steps.map(({ yours }) => Boolean(yours)),
      steps.map((_, n) => n === steps.length - 1),
      id,
    );
    for (const step of steps) {
      if (step.options) assert.ok(rightOf(step) >= 0, id);
      assert.ok(step.claims.length > 0, `${id} claims something at each step`);
    }
  }
});

test('the words name every measure', () => {
  for (const { measures: words } of [en, es])
    assert.deepEqual(Object.keys(words).sort(), Object.keys(MEASURES).sort());
});

/** @param {string} text @param {'en' | 'es'} [lang] */
function problemOf(text, lang = 'en') {
  try {
    parseLesson(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const key = /** @type {keyof typeof en.problems} */ (error.key);
    return { en, es }[lang].problems[key](error.params);
  }
  return '';
}

/** A change of slip.json and the sentence that follows, without its line.
 * @type {[from: string | RegExp, to: string, sentence: string][]} */
const MISTAKES = [
  [/^/, '[', 'The file is not JSON: line 332, column 1.'],
  [/"glassformer": "lesson"/, '"glassformer": "model"', 'It is not a lesson: '],
  ['"version": 1', '"version": 2', 'Version 2 of the format is not known here.'],
  ['"minutes"', '"minute"', 'there is no field minute.'],
  [/"minutes": \d+,/, '', 'the field minutes is missing.'],
  ['"ask"', '"aks"', 'there is no field steps[0].aks.'],
  ['"near"', '"nearly"', 'steps[0].claims[0].is has a wrong value.'],
  ['"train": 600', '"train": "all"', 'steps[0].actions[1].train has a wrong value.'],
  ['"train": 600', '"train": 600, "pin": 3', 'steps[0].actions[1] has a wrong value.'],
  ['"open": "head"', '"open": "heat"', 'steps[0].actions[3].open has a wrong value.'],
  ['"right": true', '"why": "No."', 'exactly one of steps[0].options must have'],
  ['"why"', '"right": true, "why"', 'steps[0].options[0] has a wrong value.'],
  ['{headMoved}', '{headMove}', 'steps[0].see names headMove, which is neither'],
  ['"left": "headMoved"', '"left": "moved"', 'steps[0].claims[0].left names moved,'],
];

test('a mistake is told in one sentence with its line, in both languages', () => {
  const text = read('built-in/slip.json');
  assert.equal(problemOf(text), '');
  for (const [from, to, sentence] of MISTAKES) {
    const wrong = text.replace(from, to);
    assert.notEqual(wrong, text, String(from));
    const said = problemOf(wrong);
    assert.ok(said.includes(sentence), `${said} for ${from}`);
    const line = /^Line (\d+): /.exec(said)?.[1];
    if (!line) continue;
    // The line of the change, or of the object around it.
    const changed = text.slice(0, text.search(from)).split('\n').length;
    assert.ok(Number(line) <= changed && changed - Number(line) < 50, `${said}`);
    assert.ok(problemOf(wrong, 'es').startsWith(`Línea ${line}: `));
  }
});

/** @param {string} answer in Markdown */
const parsed = (answer) =>
  /** @type {Sentence} */ (parseWords({ ...LESSONS[0], answer }).answer);

test('Markdown as plain text: marks go, what looks like HTML stays', () => {
  assert.equal(
    plainText(parsed('A **b** `c<d` [e](f) <EOS> \\* 1/2')),
    'A b c<d e <EOS> * 1/2',
  );
  assert.equal(plainText(parsed('- one\n- two')), 'one two');
});
