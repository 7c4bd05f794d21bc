// SPDX-License-Identifier: MIT
// The file that a learner hands in: what was said and what was measured. Reading one never
// throws: whatever it is, it is a hand-in or one of the problems below.
import { isText, tableOf, wrongField } from '../run/fields.js';
import { KIND, VERSION, fingerprint, idOf, seedOf } from './assignment.js';

/** @import { Assignment, Outcome } from './assignment.js' */

/** @typedef {Record<string, number | string>} Answers by id of the question */

/**
 * @typedef {object} HandIn
 * @property {'hand-in'} glassformer
 * @property {number} version
 * @property {string} assignment
 * @property {string} fingerprint of the assignment
 * @property {string} who
 * @property {number} seed
 * @property {number} steps
 * @property {Answers} predictions
 * @property {Answers} answers
 * @property {Outcome['measures']} measures
 * @property {string} weights SHA-256
 * @property {string} engine version
 */

/** Why a file cannot be marked.
 * @typedef {'empty' | 'truncated' | 'notJson' | 'foreign' | 'damaged' | 'newer'} Unreadable */

/** Far more than words and numbers need. */
export const MAX_BYTES = 256 * 1024;

/**
 * @param {Assignment} assignment @param {string} who @param {Answers} said
 * @param {Outcome} outcome
 * @returns {Promise<HandIn>}
 */
export async function handInOf(assignment, who, said, outcome) {
  const { name, questions } = assignment;
  const of = (/** @type {string} */ time) =>
    Object.fromEntries(
      questions
        .filter(({ id, when }) => when === time && said[id] !== undefined)
        .map(({ id }) => [id, said[id]]),
    );
  return {
    glassformer: 'hand-in',
    version: VERSION,
    assignment: name,
    fingerprint: await fingerprint(assignment),
    who: idOf(who),
    seed: await seedOf(name, who),
    steps: outcome.steps,
    predictions: of('before'),
    answers: of('after'),
    measures: outcome.measures,
    weights: outcome.weights,
    engine: outcome.engine,
  };
}

/** As it is shown and saved. @param {HandIn} handIn */
export const textOf = (handIn) => `${JSON.stringify(handIn, null, 2)}\n`;

/** @param {HandIn} handIn */
export const fileName = ({ assignment, who }) =>
  `${assignment}-${who.replace(/[^\p{L}\p{N}]+/gu, '-')}.json`;

const isAnswer = (/** @type {any} */ x) => isText(x) || Number.isFinite(x);

/** What each field must be. @type {import('../run/fields.js').Fields} */
const FIELDS = {
  assignment: isText,
  fingerprint: isText,
  who: (x) => isText(x) && idOf(x) !== '' && idOf(x) === x,
  seed: Number.isFinite,
  steps: Number.isFinite,
  predictions: tableOf(isAnswer),
  answers: tableOf(isAnswer),
  measures: tableOf((x) => x === null || Number.isFinite(x)),
  weights: (x) => isText(x) && /^[0-9a-f]{64}$/.test(x),
  engine: isText,
};

/**
 * @param {string} text of a file
 * @returns {{ handIn: HandIn } | { problem: Unreadable, detail: string }}
 */
export function readHandIn(text) {
  const whole = text.replace(/^\ufeff/, '').trim();
  if (whole === '') return { problem: 'empty', detail: '' };
  let json;
  try {
    json = JSON.parse(whole);
  } catch {
    return { problem: isCutOff(whole) ? 'truncated' : 'notJson', detail: '' };
  }
  if (json?.glassformer !== KIND.handIn) {
    const detail = isText(json?.glassformer) ? json.glassformer : '';
    return { problem: 'foreign', detail };
  }
  if (json.version !== VERSION)
    return { problem: 'newer', detail: String(json.version) };
  const wrong = wrongField(FIELDS, json);
  return wrong ? { problem: 'damaged', detail: wrong } : { handIn: json };
}

/** Whether a text is the beginning of an object: it ends inside a string or before its last
 * bracket closes. @param {string} text */
function isCutOff(text) {
  if (!text.startsWith('{')) return false;
  let depth = 0;
  let inString = false;
  for (let n = 0; n < text.length; n++) {
    const character = text[n];
    if (inString && character === '\\') n++;
    else if (character === '"') inString = !inString;
    else if (!inString && '{['.includes(character)) depth++;
    else if (!inString && '}]'.includes(character)) depth--;
    if (depth === 0) return false;
  }
  return true;
}
