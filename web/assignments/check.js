// SPDX-License-Identifier: MIT
// Whether a JSON file is an assignment, and where not: by assignment.schema.json, then what it
// cannot say.
import { Mistake, parseDocument } from '../run/parse-document.js';
import { AssignmentError } from './assignment-error.js';
import { KIND, VERSION, completed } from './assignment.js';
import schema from './assignment.schema.json' with { type: 'json' };

/** @import { Path } from '../run/parse-document.js' */
/** @import { Assignment, Kind } from './assignment.js' */

/** Fields that a question of each kind has, and one of another kind has not.
 * @type {Record<Kind, string[]>} */
const FIELDS = {
  number: ['measure', 'tolerance'],
  choice: ['options', 'right'],
  words: [],
};
/** Those that it may have besides. @type {Record<Kind, string[]>} */
const MORE = { number: [], choice: [], words: ['least'] };
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

/** @param {Assignment} assignment as it stands in the file */
function checkSense({ questions, rubric }) {
  questions.forEach((question, n) => checkQuestion(question, ['questions', n]));
  checkUnique(questions, 'questions');
  rubric.forEach(({ of }, n) => {
    if (of !== 'run' && !questions.some(({ id }) => id === of))
      throw new Mistake('noQuestion', ['rubric', n, 'of'], of);
  });
  checkUnique(rubric, 'rubric');
}

/** @param {string} text of a file @returns {Assignment} throws an AssignmentError */
export const parseAssignment = (text) =>
  completed(
    parseDocument(text, {
      kind: KIND.assignment,
      version: VERSION,
      schema,
      checkSense,
      error: (...what) => new AssignmentError(...what),
    }),
  );
