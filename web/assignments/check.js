// SPDX-License-Identifier: MIT
// Whether a JSON file is an assignment, and where not. Tables of fields instead of code for
// each: an unknown key, a missing one and one of another kind are told by their place.
import { DocumentError } from '../run/fetch-document.js';
import { isObject, isText, listOf, tableOf } from '../run/fields.js';
import { KIND, VERSION } from './assignment.js';
import { MEASURES } from './measures.js';

/** @import { Assignment } from './assignment.js' */

/** Keys of the sentences in en.js and es.js.
 * @typedef {'notJson' | 'notAssignment' | 'newer' | 'unknownKey' | 'missing' | 'wrong'
 *   | 'noMeasure' | 'noQuestion' | 'twice' | 'notFound' | 'noNetwork' | 'tooLarge'
 *   | 'headsOff'} Problem */

/** @extends {DocumentError<Problem>} */
export class AssignmentError extends DocumentError {}

/** A field: what it must be, and its value where it is missing; without one it is required.
 * @typedef {{ is: import('../run/fields.js').Test, or?: unknown }} Field */

const isNumber = Number.isFinite;
const isList = Array.isArray;
const isName = (/** @type {any} */ x) =>
  isText(x) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(x);
const isWords = (/** @type {any} */ x) => (isText(x) && x !== '') || tableOf(isText)(x);
const isCount = (/** @type {any} */ x) => Number.isInteger(x) && x >= 1 && x <= 1e6;
const isMeasure = (/** @type {any} */ x) => isText(x) && Object.hasOwn(MEASURES, x);
const isAmount = (/** @type {any} */ x) => isNumber(x) && x >= 0;
const oneOf = (/** @type {string[]} */ names) => (/** @type {any} */ x) =>
  names.includes(x);
const isSettings = tableOf((x) => ['number', 'string', 'boolean'].includes(typeof x));
const isClaim = (/** @type {any} */ x) =>
  x === null ||
  (isObject(x) &&
    ['below', 'above', 'near'].includes(x.is) &&
    isMeasure(x.left) &&
    (isNumber(x.right) || isMeasure(x.right)) &&
    (x.by === undefined || isNumber(x.by)));

/** @type {Record<string, Field>} */
const ASSIGNMENT = {
  name: { is: isName },
  title: { is: isWords },
  about: { is: isWords, or: '' },
  preset: { is: isText, or: '' },
  settings: { is: isSettings, or: {} },
  text: { is: isText, or: '' },
  steps: { is: isCount },
  measures: { is: isList, or: [] },
  questions: { is: isList },
  rubric: { is: isList },
};
/** @type {Record<string, Field>} */
const EXPECTED = {
  name: { is: isMeasure },
  words: { is: isWords },
  expected: { is: isNumber },
  tolerance: { is: isAmount },
};
/** @type {Record<string, Field>} */
const QUESTION = {
  id: { is: isName },
  kind: { is: oneOf(['number', 'choice', 'words']) },
  when: { is: oneOf(['before', 'after']), or: 'after' },
  ask: { is: isWords },
};
/** What a question of each kind has besides. @type {Record<string, Record<string, Field>>} */
const KINDS = {
  number: { measure: { is: isMeasure }, tolerance: { is: isAmount } },
  choice: {
    options: { is: (x) => listOf(isWords)(x) && x.length >= 2 },
    right: {
      is: (x) => (Number.isInteger(x) && x >= 0) || listOf(isClaim)(x),
    },
  },
  words: { least: { is: isCount, or: 1 } },
};
/** @type {Record<string, Field>} */
const RUBRIC = {
  id: { is: isName },
  points: { is: isAmount },
  words: { is: isWords },
  of: { is: isText },
  needs: { is: oneOf(['right', 'answered']), or: 'right' },
};
/** The kind of file, beside the fields. */
const HEAD = ['glassformer', 'version'];

/** The fields of an object in the order of the table, whatever their order in the file.
 * @param {any} object @param {Record<string, Field>} fields @param {string} where
 * @returns {any} */
function take(object, fields, where) {
  if (!isObject(object)) throw new AssignmentError('wrong', { where });
  const at = (/** @type {string} */ key) => (where ? `${where}.${key}` : key);
  for (const key of Object.keys(object))
    if (!Object.hasOwn(fields, key) && !(where === '' && HEAD.includes(key)))
      throw new AssignmentError('unknownKey', { where: at(key) });
  const entries = Object.entries(fields).map(([key, { is, or }]) => {
    const value = object[key] ?? or;
    if (value === undefined) throw new AssignmentError('missing', { where: at(key) });
    if (!is(value) && value !== or) throw mistake(key, value, at(key));
    return [key, value];
  });
  return Object.fromEntries(entries);
}

/** @param {string} key @param {unknown} value @param {string} where */
function mistake(key, value, where) {
  const names = key === 'measure' || (key === 'name' && where.startsWith('measures'));
  return names && isText(value)
    ? new AssignmentError('noMeasure', { where, name: String(value) })
    : new AssignmentError('wrong', { where });
}

/** @param {any} given @param {string} where */
function takeQuestion(given, where) {
  const kind = Object.hasOwn(KINDS, given?.kind) ? KINDS[given.kind] : {};
  const question = take(given, { ...QUESTION, ...kind }, where);
  const { right, options } = question;
  if (isList(right) ? right.length !== options.length : right >= options?.length)
    throw new AssignmentError('wrong', { where: `${where}.right` });
  return question;
}

/** @param {{ id: string }[]} list @param {string} where */
function checkUnique(list, where) {
  const ids = list.map(({ id }) => id);
  const name = ids.find((id, n) => ids.indexOf(id) !== n);
  if (name !== undefined) throw new AssignmentError('twice', { where, name });
}

/** @param {any} json @returns {Assignment} throws an AssignmentError */
export function checkAssignment(json) {
  if (!isObject(json) || json.glassformer !== KIND.assignment)
    throw new AssignmentError('notAssignment');
  if (json.version !== VERSION)
    throw new AssignmentError('newer', { version: String(json.version) });
  const assignment = take(json, ASSIGNMENT, '');
  const each = (
    /** @type {'measures' | 'questions' | 'rubric'} */ list,
    /** @type {(item: any, where: string) => any} */ check,
  ) =>
    assignment[list].map((/** @type {any} */ item, /** @type {number} */ n) =>
      check(item, `${list}[${n}]`),
    );
  const questions = each('questions', takeQuestion);
  checkUnique(questions, 'questions');
  const ids = questions.map((/** @type {{ id: string }} */ { id }) => id);
  const rubric = each('rubric', (item, where) => {
    const line = take(item, RUBRIC, where);
    if (line.of !== 'run' && !ids.includes(line.of))
      throw new AssignmentError('noQuestion', { where: `${where}.of`, name: line.of });
    return line;
  });
  checkUnique(rubric, 'rubric');
  const measures = each('measures', (item, where) => take(item, EXPECTED, where));
  return { ...assignment, measures, questions, rubric };
}

/** @param {string} text of a file @returns {Assignment} throws an AssignmentError */
export function parseAssignment(text) {
  let json;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : '';
    throw new AssignmentError('notJson', { detail }, { cause });
  }
  return checkAssignment(json);
}
