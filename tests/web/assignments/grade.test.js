// SPDX-License-Identifier: MIT
// A class that hands in: files made as the page makes them, some of them forged, marked by the
// program. And what an assignment file and a hand-in must look like.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { register } from 'node:module';
import { BUILT_IN as FILES } from '../../../web/assignments/built-in.js';
import {
  MAX_WHO,
  completed,
  fingerprint,
  idOf,
  isRight,
  seedOf,
} from '../../../web/assignments/assignment.js';
import { parseAssignment } from '../../../web/assignments/check.js';
import en from '../../../web/assignments/en.js';
import es from '../../../web/i18n/es/assignments.js';
import { Grader } from '../../../web/assignments/grade.js';
import {
  handInOf,
  readHandIn,
  sealOf,
  textOf,
} from '../../../web/assignments/hand-in.js';
import { MEASURES } from '../../../web/assignments/measures.js';
import { command as commandWith, rowsOf } from '../support/command.js';
import {
  N_FORGED,
  classOf,
  handIn,
  oldHandIn,
  outcomeOf,
  refused,
} from '../support/class.js';
import { newFolder } from '../support/session.js';

register(new URL('../support/text-imports.js', import.meta.url));

const folder = newFolder();

const BUILT_IN = /** @type {Record<string, any>} */ (FILES);
const assignment = completed(BUILT_IN.answer);

/** @param {string[]} argv */
const command = (...argv) => commandWith(argv, BUILT_IN);

/** What is to be said of each forgery of class.js. @type {[verdict: string, says: RegExp][]} */
const FORGED = [
  ['altered', /^loss is 0\.001 in the file and [\d.e-]+ trained again\.$/],
  ['altered', /^The weights are \w{8}… in the file and \w{8}… trained again\.$/],
  [
    'altered',
    /The seed \d+ is not that of learner 27 .* The weights are those of learner 0\.$/,
  ],
  [
    'altered',
    /^loss is .* Its training loss is that of step 30: training was ended early\.$/,
  ],
  ['truncated', /ends before it is complete/],
  ['altered', /^Its answers were changed after it was saved: they count as none\.$/],
  ['altered', /^Its answers were changed after it was saved: they count as none\.$/],
  ['altered', /^loss is .* The weights are /],
  ['altered', /^loss is .* The weights are /],
  ['altered', /^heldOut is 0\.01 in the file and [\d.e-]+ trained again\.$/],
];

const N_HONEST = 25;

test('a class of 35: 25 honest files pass, 10 forged ones are found and told apart', async () => {
  const names = (await classOf(assignment, N_HONEST + N_FORGED)).map((text, n) => {
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
  for (const [n, row] of rows.slice(0, N_HONEST).entries()) {
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
    const row = rows[N_HONEST + n];
    assert.equal(row.verdict, verdict, row.differs);
    assert.match(row.differs, says);
    const repeats = says.source.includes('answers were changed');
    assert.equal(row['run (2)'], repeats ? '2' : '0');
  }
  // Copied words are no forgery, but they are noted once, with the copy.
  const copies = rows.filter(({ notes }) => notes.includes('words of'));
  assert.deepEqual(
    copies.map(({ file }) => file),
    [names[N_HONEST + 2], names[N_HONEST + 6]],
  );
  for (const { notes } of copies)
    assert.match(
      notes,
      /words of "why" are also in .*00\.json\.$/,
      'the first of them',
    );
});

test('the same words of two are noted with the second; no words are nobody’s', () => {
  const markOf = (/** @type {string} */ who, /** @type {string} */ why) =>
    /** @type {any} */ ({
      who,
      file: `${who}.json`,
      words: { why },
      notes: [],
      differs: [],
    });
  const marks = [
    markOf('Ana', ''),
    markOf('Bo', ' '),
    markOf('Cai', 'It repeats.'),
    markOf('Dee', ''),
    markOf('Eli', 'It repeats.'),
    markOf('Bo', 'It forgets.'),
  ];
  new Grader(assignment, () => assert.fail('nothing is trained')).compare(marks);
  assert.deepEqual(
    marks.map(({ notes }) => notes),
    [
      ...[[], [], [], []],
      ['The words of "why" are also in Cai.json.'],
      ['Bo also handed in Bo.json.'],
    ],
  );
});

test('a hand-in names none of the numbers that are asked for', async () => {
  const circuit = completed(BUILT_IN.circuit);
  const outcome = {
    steps: circuit.steps,
    measures: Object.fromEntries(
      Object.keys(MEASURES).map((name, n) => [name, Math.sqrt(n + 2.5)]),
    ),
    ...{ lastLosses: [7.5, 6.25], weights: '0'.repeat(64), engine: 'e' },
  };
  const file = textOf(await handInOf(circuit, 'ana', { way: 0 }, outcome));
  assert.ok(file.includes(String(outcome.measures.loss)), 'that of training is shown');
  for (const [name, value] of Object.entries(outcome.measures))
    if (name !== 'loss') assert.ok(!file.includes(String(value)), name);
  for (const loss of outcome.lastLosses) assert.ok(!file.includes(String(loss)));
});

test('an edited answer gains nothing, whichever it is', async () => {
  const honest = await handIn(assignment, 'learner 0');
  const wrong = { ...honest.answers, 'below-chance': 2 };
  const outcome = await outcomeOf(assignment, 'learner 0');
  const said = { ...honest.predictions, ...wrong };
  const file = await handInOf(assignment, 'learner 0', said, outcome);
  const edited = { ...file, answers: { ...wrong, 'below-chance': 0 } };
  const guessed = { ...file, predictions: { 'how-many': 2.5 } };
  const paths = [file, edited, guessed].map((each, n) => {
    const path = join(folder, `edited-${n}.json`);
    writeFileSync(path, textOf(each));
    return path;
  });
  const { out } = await command('grade', ...paths);
  const rows = rowsOf(out);
  assert.deepEqual(
    rows.map((row) => [row.verdict, row['comparison (2)'], row['total (8)']]),
    [
      ['as trained', '0', '3'],
      ['altered', '0', '2'],
      ['altered', '0', '2'],
    ],
  );
  // Saved again by an editor that sorts and indents, it is the same.
  const { answers, ...rest } = file;
  const again = {
    answers: Object.fromEntries(Object.entries(answers).reverse()),
    ...rest,
  };
  writeFileSync(paths[0], JSON.stringify(again));
  assert.equal(rowsOf((await command('grade', paths[0])).out)[0].verdict, 'as trained');
});

test('a hand-in of version 1 is marked as before, and says that nothing seals it', async () => {
  const path = join(folder, 'old.json');
  writeFileSync(path, textOf(await oldHandIn(assignment, 'learner 0')));
  const { out, err } = await command('grade', path);
  assert.match(err, /^1 file: 1 as trained; /);
  const [row] = rowsOf(out);
  assert.deepEqual([row.verdict, row['total (8)']], ['as trained', '5']);
  assert.match(row.notes, /answers are not sealed/);
});

/** What spreadsheets take for a formula. */
const FORMULAS = ['=HYPERLINK("http://x")', '+1+1', '-1-1', '@SUM(1)'];

test('a file that is no hand-in of this assignment is told apart and stops nothing', async () => {
  const file = await handIn(assignment, 'learner 0');
  /** @type {Record<string, string>} */
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
    'lacks.json': JSON.stringify({ ...file, seal: undefined }),
    'kinds.json': JSON.stringify({ ...file, weights: 7 }),
    'future.json': textOf({ ...file, version: 9 }),
    'engine.json': textOf({ ...file, engine: '9.9.9', weights: '0'.repeat(64) }),
  };
  const outcome = await outcomeOf(assignment, 'learner 0');
  for (const [n, why] of FORMULAS.entries())
    strange[`formula ${n}.json`] = textOf(
      await handInOf(assignment, 'learner 0', { why }, outcome),
    );
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
    'lacks.json': ['altered', /"seal" is missing/],
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

test('a choice that no model can be trained with is the file’s, and stops no other', async () => {
  const path = join(folder, 'chosen.assignment');
  const questions = ['n_head', 'learning_rate'].map((setting) => ({
    ...{ id: setting.replace('_', '-'), kind: 'setting', setting, ask: '?' },
    ...{ least: 0.001, most: 50 },
  }));
  const settings = { ...BUILT_IN.answer.settings, learning_rate: 0.01 };
  const file = {
    ...BUILT_IN.answer,
    name: 'chosen',
    measures: [],
    settings,
    questions,
  };
  file.rubric = [{ id: 'run', points: 1, words: 'run', of: 'run' }];
  writeFileSync(path, JSON.stringify(file));
  const chosen = completed(file);
  const honest = await handIn(chosen, 'ana');
  honest.predictions = {};
  const { lastLosses } = await outcomeOf(chosen, 'ana');
  honest.seal = await sealOf({ ...honest, answers: {} }, { lastLosses });
  honest.answers = {};
  /** @type {Record<string, number>[]} */
  const said = [{ 'n-head': 7 }, { 'n-head': 1.5 }, { 'learning-rate': 50 }, {}];
  const files = said.map((predictions, n) => {
    const at = join(folder, `chosen ${n}.json`);
    writeFileSync(at, textOf({ ...honest, predictions }));
    return at;
  });
  const { code, out, err } = await command('grade', '--assignment', path, ...files);
  assert.equal(code, 0, err);
  const rows = rowsOf(out);
  assert.deepEqual(
    rows.map(({ verdict }) => verdict),
    ['altered', 'altered', 'altered', 'as trained'],
  );
  for (const { differs } of rows.slice(0, 3))
    assert.match(differs, /^What it chose cannot be trained: .*(n_head|learning_rate)/);
});

test('mistakes on the command line are one sentence', async () => {
  const cases = /** @type {[string[], number, RegExp][]} */ ([
    [['grade'], 2, /Name the files/],
    [
      ['grade', join(folder, 'nowhere.json')],
      1,
      /: There is no file .*nowhere\.json\.$/m,
    ],
    [['key', folder], 2, /is a folder\.$/m],
    [['grade', '--nonsense'], 2, /nonsense/],
    [['train'], 2, /no command "train" here/],
    [
      ['key', join(folder, 'nowhere.json')],
      1,
      /: There is no file .*nowhere\.json\.$/m,
    ],
    [['key', join(folder, '00.json')], 1, /not an assignment/],
    [['key', '--text', join(folder, 'latin'), 'answer'], 1, /has to be UTF-8/],
  ]);
  writeFileSync(join(folder, 'latin'), Buffer.from([0x68, 0xe9]));
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
  const cut = idOf(`${'x'.repeat(MAX_WHO - 1)} y`);
  assert.equal(idOf(cut), cut, 'one that is cut off at a space is read again');
});

/** Of a file in the repository. @param {string} path */
const textAt = (path) =>
  readFileSync(new URL(`../../../web/assignments/${path}`, import.meta.url), 'utf8');

test('the assignments of the page are of the published form, in both languages', () => {
  for (const [name, json] of Object.entries(BUILT_IN)) {
    const text = textAt(`built-in/${name}.json`);
    const checked = parseAssignment(text);
    assert.equal(checked.name, name);
    assert.deepEqual(checked, completed(json));
    const words = [
      checked.title,
      checked.about,
      ...checked.questions.flatMap(({ ask, options = [], onScreen = [] }) => [
        ask,
        ...options,
        ...onScreen.map((each) => each.words),
      ]),
      ...checked.rubric.map((line) => line.words),
      ...checked.measures.map((measure) => measure.words),
    ];
    for (const each of words) assert.deepEqual(Object.keys(each), ['en', 'es']);
  }
});

test('the order of fields and what may be left out change no fingerprint', async () => {
  const { answer } = BUILT_IN;
  // As of files that were handed in before there was a schema.
  const OF_ANSWER = '01bd4b31bfe53bbaab50a23fc2e57639e19772e434de68f50ea8109b1898355d';
  assert.equal(await fingerprint(completed(answer)), OF_ANSWER);
  const turned = Object.fromEntries(Object.entries(answer).reverse());
  const [first, ...others] = answer.questions;
  turned.questions = [Object.fromEntries(Object.entries(first).reverse()), ...others];
  const again = parseAssignment(JSON.stringify({ ...turned, settings: {}, text: '' }));
  assert.equal(await fingerprint(again), OF_ANSWER);
});

test('a mistake in an assignment is told by its line and place', () => {
  const written = textAt('built-in/answer.json');
  const { answer } = BUILT_IN;
  const [number, choice] = answer.questions;
  const lineOf = (/** @type {string} */ piece) =>
    String(written.slice(0, written.indexOf(piece)).split('\n').length);
  /** @type {[from: string, to: string, key: string, where?: string][]} */
  const inText = [
    ['"title"', '"titel"', 'unknownKey', 'titel'],
    ['"steps": 60', '"steps": 0', 'wrong', 'steps'],
    ['"name": "answer"', '"name": "../x"', 'wrong', 'name'],
    ['"measure": "answers"', '"measure": "hope"', 'wrong', 'questions[0].measure'],
    ['"version": 1', '"version": 2', 'newer'],
    ['"glassformer": "assignment"', '"glassformer": "hand-in"', 'foreign'],
    ['"preset"', 'preset', 'notJson'],
  ];
  for (const [from, to, key, where] of inText) {
    const text = written.replace(from, to);
    assert.notEqual(text, written, from);
    refused(text, key, where, where && lineOf(from));
  }
  const mistakes = /** @type {[any, string, string?][]} */ ([
    [null, 'foreign'],
    [{ ...answer, title: undefined }, 'missing', 'title'],
    [{ ...answer, settings: { n_layer: [] } }, 'wrong', 'settings.n_layer'],
    [{ ...answer, settings: { seed: 1 } }, 'wrong', 'settings'],
    [{ ...answer, questions: [number, number] }, 'twice', 'questions[1].id'],
    [{ ...answer, questions: [number, { ...choice, right: 3 }] }, 'wrong', 'questions[1].right'],
    [{ ...answer, questions: [{ ...choice, right: [null] }] }, 'wrong', 'questions[0].right'],
    [{ ...answer, questions: [{ ...choice, least: 3 }] }, 'unknownKey', 'questions[0].least'],
    [{ ...answer, questions: [{ ...number, tolerance: undefined }] }, 'missing', 'questions[0].tolerance'],
    [{ ...answer, questions: [number] }, 'noQuestion', 'rubric[2].of'],
    [{ ...answer, questions: [7] }, 'wrong', 'questions[0]'],
  ]); // oxfmt-ignore
  for (const [json, key, where] of mistakes) refused(JSON.stringify(json), key, where);
  assert.deepEqual(Object.keys(es.problems), Object.keys(en.problems));
});

test('a preset brings its text, where the assignment has none', async () => {
  const own = completed({
    ...{ ...BUILT_IN.answer, name: 'fables', preset: 'fables', steps: 2 },
    ...{ questions: [], rubric: [] },
    settings: { n_layer: 1, n_embd: 16, n_head: 2, block_size: 16, batch_size: 2 },
  });
  const { measures } = await outcomeOf(own, 'ana');
  assert.ok(Number(measures.heldOut) < 6, String(measures.heldOut));
});

test('answers are right, wrong or for the teacher', () => {
  const [number, choice, words] = assignment.questions;
  const measures = { answers: 2, heldOut: 0.5, uniform: 1.6 };
  assert.equal(isRight(number, 2, measures), true);
  assert.equal(isRight(number, 1, measures), false);
  const within = { ...number, tolerance: 0.05 };
  for (const [answer, isGood] of /** @type {const} */ ([
    [0.8, true],
    [0.7, true],
    [0.801, false],
  ]))
    assert.equal(isRight(within, answer, { answers: 0.75 }), isGood);
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
