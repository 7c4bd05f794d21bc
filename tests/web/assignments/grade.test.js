// SPDX-License-Identifier: MIT
// A class that hands in: files made as the page makes them, some of them forged, marked by the
// program. And what an assignment file and a hand-in must look like.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isRight, seedOf } from '../../../web/assignments/assignment.js';
import { AssignmentError, checkAssignment } from '../../../web/assignments/check.js';
import en from '../../../web/assignments/en.js';
import es from '../../../web/i18n/es/assignments.js';
import { readHandIn, textOf } from '../../../web/assignments/hand-in.js';
import { run } from '../../../web/command/command.js';
import { N_FORGED, classOf, handIn } from '../support/class.js';

const folder = mkdtempSync(join(tmpdir(), 'glassformer-class-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @returns {any} */
const fileOf = (name) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../web/assignments/built-in/${name}.json`, import.meta.url),
      'utf8',
    ),
  );
const BUILT_IN = { answer: fileOf('answer'), circuit: fileOf('circuit') };
const assignment = checkAssignment(BUILT_IN.answer);

/** Rows of a CSV as objects. @param {string} text */
function rowsOf(text) {
  const rows = text.split('\n').filter(Boolean);
  const cells = (/** @type {string} */ row) =>
    [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
  const names = cells(rows[0]);
  return rows
    .slice(1)
    .map((row) => Object.fromEntries(cells(row).map((cell, n) => [names[n], cell])));
}

/** @param {string[]} argv */
async function command(...argv) {
  let out = '';
  let err = '';
  const code = await run(argv, BUILT_IN, {
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

/** What is to be said of each forgery of class.js. @type {[verdict: string, says: RegExp][]} */
const FORGED = [
  ['altered', /^heldOut is 0\.001 in the file and [\d.e-]+ trained again\.$/],
  ['altered', /^The weights are \w{8}… in the file and \w{8}… trained again\.$/],
  [
    'altered',
    /The seed \d+ is not that of learner 9 .* The weights are those of learner 0\.$/,
  ],
  [
    'altered',
    /^loss is .* heldOut is .* Its training loss is that of step 30: training was ended early\.$/,
  ],
  ['truncated', /ends before it is complete/],
];

test('a class of 12: 7 honest files pass, 5 forged ones are found and told apart', async () => {
  const names = (await classOf(assignment, 12)).map((text, n) => {
    const path = join(folder, `${String(n).padStart(2, '0')}.json`);
    writeFileSync(path, text);
    return path;
  });
  const { code, out, err } = await command('grade', folder);
  assert.equal(code, 0, err);
  console.log(err.trim());
  const rows = rowsOf(out);
  assert.deepEqual(
    rows.map(({ file }) => file),
    names,
  );
  for (const [n, row] of rows.slice(0, 7).entries()) {
    assert.equal(row.verdict, 'as trained', row.differs);
    assert.equal(row.differs, '');
    assert.equal(row.who, `learner ${n}`);
    assert.equal(row['run (2)'], '2');
    assert.equal(row['comparison (2)'], '2');
    assert.equal(row['explanation (3)'], '', 'left to the teacher');
    assert.equal(row['total (8)'], '5');
    assert.match(row['words: why'], /^It has learned/);
  }
  assert.equal(FORGED.length, N_FORGED);
  for (const [n, [verdict, says]] of FORGED.entries()) {
    const row = rows[7 + n];
    assert.equal(row.verdict, verdict, row.differs);
    assert.match(row.differs, says);
    assert.equal(row['run (2)'], '0');
  }
  // Copied words are no forgery, but they are noted.
  assert.match(rows[9].notes, /words of "why" are also in .*00\.json/);
});

/** What spreadsheets take for a formula. */
const FORMULAS = ['=HYPERLINK("http://x")', '+1+1', '-1-1', '@SUM(1)'];

test('a file that is no hand-in of this assignment is told apart and stops nothing', async () => {
  const file = await handIn(assignment, 'learner 0');
  const strange = {
    'empty.json': '',
    'letter.json': 'Dear teacher, my computer broke.',
    'list.json': '[1, 2, 3]',
    'null.json': 'null',
    'prototype.json': '{"__proto__": {"glassformer": "hand-in"}}',
    'deep.json': '['.repeat(200_000),
    'assignment.json': JSON.stringify(BUILT_IN.answer),
    'other.json': textOf({ ...file, assignment: 'circuit' }),
    'edition.json': textOf({ ...file, fingerprint: '0'.repeat(64) }),
    'lacks.json': JSON.stringify({ ...file, measures: undefined }),
    'kinds.json': JSON.stringify({ ...file, weights: 7 }),
    'future.json': textOf({ ...file, version: 9 }),
    'engine.json': textOf({ ...file, engine: '9.9.9', weights: '0'.repeat(64) }),
    ...Object.fromEntries(
      FORMULAS.map((why, n) => [
        `formula ${n}.json`,
        textOf({ ...file, answers: { why } }),
      ]),
    ),
  };
  const expected = /** @type {Record<string, [string, RegExp]>} */ ({
    'empty.json': ['truncated', /is empty/],
    'letter.json': ['foreign', /not JSON/],
    'list.json': ['foreign', /not a hand-in/],
    'null.json': ['foreign', /not a hand-in/],
    'prototype.json': ['foreign', /not a hand-in/],
    'deep.json': ['foreign', /not JSON/],
    'assignment.json': ['foreign', /is a Glassformer assignment/],
    'other.json': ['foreign', /the assignment "circuit"/],
    'edition.json': ['foreign', /another text of this assignment/],
    'lacks.json': ['altered', /"measures" is missing/],
    'kinds.json': ['altered', /"weights" is missing or not of its kind/],
    'future.json': ['other version', /Version 9/],
    'engine.json': ['other version', /Made with engine 9\.9\.9/],
    ...Object.fromEntries(
      FORMULAS.map((_, n) => [`formula ${n}.json`, ['as trained', /^$/]]),
    ),
  });
  const paths = Object.entries(strange).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const { code, out, err } = await command('grade', '--assignment', 'answer', ...paths);
  assert.equal(code, 0, err);
  const rows = rowsOf(out);
  for (const [n, name] of Object.keys(strange).entries()) {
    const [verdict, says] = expected[name];
    assert.equal(rows[n].verdict, verdict, `${name}: ${rows[n].differs}`);
    assert.match(rows[n].differs, says, name);
  }
  assert.deepEqual(
    rows.slice(-FORMULAS.length).map((row) => row['words: why']),
    FORMULAS.map((formula) => `'${formula}`),
  );
});

test('mistakes on the command line are one sentence', async () => {
  const cases = /** @type {[string[], number, RegExp][]} */ ([
    [['grade'], 2, /Name the files/],
    [['grade', join(folder, 'nowhere.json')], 1, /nowhere\.json/],
    [['grade', '--nonsense'], 2, /nonsense/],
    [['train'], 2, /no command "train" here/],
    [['key', join(folder, 'nowhere.json')], 1, /nowhere/],
    [['key', join(folder, '00.json')], 1, /not an assignment/],
  ]);
  writeFileSync(join(folder, '00.json'), '{}');
  for (const [argv, exit, says] of cases) {
    const { code, out, err } = await command(...argv);
    assert.equal(code, exit, argv.join(' '));
    assert.equal(out, '');
    assert.match(err, says);
    assert.equal(err.trim().split('\n').length, 1);
  }
});

test('the key prints the numbers of an ID and the right answers', async () => {
  const { code, out } = await command('key', '--who', 'learner 3', 'answer');
  assert.equal(code, 0);
  const { weights } = await handIn(assignment, 'learner 3');
  assert.ok(out.includes(weights));
  assert.match(out, /answers 2\n/);
  assert.match(out, /It is less than a tenth/);
});

test('the seed is the first 32 bits of SHA-256 of name and ID', async () => {
  for (const who of ['ana', 'ñandú 7', '  ana ']) {
    const hash = createHash('sha256').update(`circuit:${who.trim()}`).digest();
    assert.equal(await seedOf('circuit', who), hash.readUInt32BE(0));
  }
  assert.equal(await seedOf('a', 'n\u0303'), await seedOf('a', '\u00f1'));
});

test('the assignments of the page are valid, in both languages', () => {
  for (const [name, json] of Object.entries(BUILT_IN)) {
    const checked = checkAssignment(json);
    assert.equal(checked.name, name);
    const words = [
      checked.title,
      checked.about,
      ...checked.questions.flatMap(({ ask, options = [] }) => [ask, ...options]),
      ...checked.rubric.map((line) => line.words),
      ...checked.measures.map((measure) => measure.words),
    ];
    for (const each of words) assert.deepEqual(Object.keys(each), ['en', 'es']);
    assert.deepEqual(checkAssignment(JSON.parse(JSON.stringify(json))), checked);
  }
});

test('a mistake in an assignment is told by its place', () => {
  const { answer } = BUILT_IN;
  const [number, choice] = answer.questions;
  const mistakes = /** @type {[any, string, string?][]} */ ([
    [null, 'notAssignment'],
    [{ ...answer, glassformer: 'hand-in' }, 'notAssignment'],
    [{ ...answer, version: 2 }, 'newer'],
    [{ ...answer, title: undefined }, 'missing', 'title'],
    [{ ...answer, steps: 0 }, 'wrong', 'steps'],
    [{ ...answer, name: '../x' }, 'wrong', 'name'],
    [{ ...answer, settings: { n_layer: [] } }, 'wrong', 'settings'],
    [{ ...answer, prise: 1 }, 'unknownKey', 'prise'],
    [
      { ...answer, questions: [{ ...number, measure: 'hope' }] },
      'noMeasure',
      'questions[0].measure',
    ],
    [{ ...answer, questions: [number, number] }, 'twice', 'questions'],
    [
      { ...answer, questions: [number, { ...choice, right: 3 }] },
      'wrong',
      'questions[1].right',
    ],
    [
      { ...answer, questions: [{ ...choice, right: [null] }] },
      'wrong',
      'questions[0].right',
    ],
    [{ ...answer, questions: [number] }, 'noQuestion', 'rubric[2].of'],
    [{ ...answer, questions: [7] }, 'wrong', 'questions[0]'],
  ]);
  for (const [json, key, where] of mistakes) {
    assert.throws(
      () => checkAssignment(json),
      (error) =>
        error instanceof AssignmentError &&
        error.key === key &&
        (where === undefined || error.params.where === where),
      `${key} ${where}`,
    );
  }
  assert.deepEqual(Object.keys(es.problems), Object.keys(en.problems));
  for (const t of [en, es])
    for (const say of Object.values(t.problems))
      assert.doesNotMatch(
        say({ where: 'x', name: 'y', detail: 'z', version: '2' }),
        /undefined/,
      );
});

test('answers are right, wrong or for the teacher', () => {
  const [number, choice, words] = assignment.questions;
  const measures = { answers: 2, heldOut: 0.5, uniform: 1.6 };
  assert.equal(isRight(number, 2, measures), true);
  assert.equal(isRight(number, 1, measures), false);
  assert.equal(isRight(number, undefined, measures), false);
  assert.equal(isRight(number, '2', measures), false);
  assert.equal(isRight(choice, 1, measures), true);
  assert.equal(isRight(choice, 2, { ...measures, heldOut: null }), true);
  assert.equal(isRight(choice, 9, measures), false);
  assert.equal(isRight(words, 'too short', measures), false);
  assert.equal(isRight(words, 'x'.repeat(30), measures), null);
});

test('a text that only begins like a hand-in is cut off, not foreign', () => {
  const whole = '{"glassformer": "hand-in", "who": "a}b\\"{"}';
  for (let n = 1; n < whole.length; n++) {
    const read = readHandIn(whole.slice(0, n));
    assert.ok('problem' in read && read.problem === 'truncated', whole.slice(0, n));
  }
  const broken = readHandIn('{"who" "a"}');
  assert.ok('problem' in broken && broken.problem === 'notJson');
});
