// SPDX-License-Identifier: MIT
// Whether a JSON file is an assignment, and where not: by assignment.schema.js, then what it
// cannot say.
import { parseExperiment } from '../experiments/check.js';
import { DocumentError } from '../run/fetch-document.js';
import { Mistake, parseDocument } from '../run/parse-document.js';
import { completed } from './assignment.js';
import { OF_RUNS, experimentIn } from './experiment.js';
import schema from './assignment.schema.js';

/** @import { FormProblem, Path } from '../run/parse-document.js' */
/** @import { Assignment, Kind } from './assignment.js' */

/** Keys of the sentences in en.js and those of other languages.
 * @typedef {FormProblem | 'noQuestion' | 'twice' | 'noExperiment' | 'inExperiment' | 'unnamed'
 *   | 'notFound' | 'noNetwork' | 'tooLarge' | 'headsOff'} Problem */

/** Fields that a question of each kind has, and one of another kind has not.
 * @type {Record<Kind, string[]>} */
const FIELDS = {
  number: ['measure', 'tolerance'],
  choice: ['options', 'right'],
  words: [],
  setting: ['setting', 'least', 'most'],
};
/** Those that it may have besides. @type {Record<Kind, string[]>} */
const MORE = { number: [], choice: [], words: ['least'], setting: [] };
const EVERY = ['id', 'kind', 'when', 'ask', 'onScreen'];

/** @param {any} question @param {Path} path */
function checkQuestion(question, path) {
  const kind = /** @type {Kind} */ (question.kind);
  const odd = Object.keys(question).find(
    (key) => ![...EVERY, ...FIELDS[kind], ...MORE[kind]].includes(key),
  );
  if (odd) throw new Mistake('unknownKey', [...path, odd]);
  const lacks = FIELDS[kind].find((key) => question[key] === undefined);
  if (lacks) throw new Mistake('missing', [...path, lacks]);
  const { right, options } = question;
  if (Array.isArray(right) ? right.length !== options.length : right >= options?.length)
    throw new Mistake('wrong', [...path, 'right']);
}

/** @param {{ id: string }[]} list @param {string} where */
function checkUnique(list, where) {
  const ids = list.map(({ id }) => id);
  const n = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (n >= 0) throw new Mistake('twice', [where, n, 'id'], ids[n]);
}

/** An experiment, and what may be asked of one; or one model.
 * @param {Assignment} assignment as it stands in the file */
function checkSubject(assignment) {
  const { experiment, measures = [], questions } = assignment;
  const odd = /** @type {const} */ (['preset', 'settings', 'text', 'steps']).find(
    (key) => experiment && assignment[key] !== undefined,
  );
  if (odd) throw new Mistake('unknownKey', [odd]);
  if (!experiment && assignment.steps === undefined)
    throw new Mistake('missing', ['steps']);
  if (experiment && !experimentIn(assignment))
    throw new Mistake('noExperiment', ['experiment'], String(experiment));
  if (typeof experiment === 'object') checkExperiment(experiment);
  /** @param {string | number | undefined} name @param {Path} path */
  const check = (name, path) => {
    if (typeof name !== 'string') return;
    const isOfRuns = /** @type {readonly string[]} */ (OF_RUNS).includes(name);
    if (isOfRuns !== Boolean(experiment)) throw new Mistake('wrong', path);
  };
  measures.forEach(({ name }, n) => check(name, ['measures', n, 'name']));
  questions.forEach(({ measure, right, onScreen }, n) => {
    check(measure, ['questions', n, 'measure']);
    if (experiment && onScreen)
      throw new Mistake('unknownKey', ['questions', n, 'onScreen']);
    if (!Array.isArray(right)) return;
    right.forEach((claim, k) => {
      check(claim?.left, ['questions', n, 'right', k, 'left']);
      check(claim?.right, ['questions', n, 'right', k, 'right']);
    });
  });
}

/** @param {object} experiment */
function checkExperiment(experiment) {
  try {
    parseExperiment(JSON.stringify(experiment));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new Mistake('inExperiment', ['experiment'], error.params.where ?? error.key);
  }
}

/** @param {Assignment} assignment as it stands in the file */
function checkSense(assignment) {
  const { questions, rubric } = assignment;
  checkSubject(assignment);
  questions.forEach((question, n) => checkQuestion(question, ['questions', n]));
  checkUnique(questions, 'questions');
  rubric.forEach(({ of }, n) => {
    if (of !== 'run' && !questions.some(({ id }) => id === of))
      throw new Mistake('noQuestion', ['rubric', n, 'of'], of);
  });
  checkUnique(rubric, 'rubric');
}

/** @param {string} text of a file @returns {Assignment} throws a DocumentError<Problem> */
export const parseAssignment = (text) =>
  completed(parseDocument(text, schema, checkSense, DocumentError));
