// SPDX-License-Identifier: MIT
// The file that a learner hands in: what was said, and what shows that a model was trained. Reading
// one never throws: whatever it is, it is a hand-in or one of the problems below.
//
// It holds no measures: they would be the answers, and the program that marks has them from training
// again. Answers are sealed by the last training losses, which are not in it either: a file that was
// changed in an editor shows it.
import { sha256 } from '../../wasm/index.js';
import { has, isText, listOf, tableOf, wrongField } from '../run/fields.js';
import { fingerprint, idOf, seedOf } from './assignment.js';

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
 * @property {number | null} [loss] of training, at the last step
 * @property {Outcome['measures']} [measures] instead of loss and seal, in version 1
 * @property {string} [seal] SHA-256
 * @property {import('./experiment.js').HandedRun[]} [runs] of an experiment
 * @property {string} weights SHA-256; of those of all runs
 * @property {string} engine version
 */

const KIND = 'hand-in';
const VERSION = 2;

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
  const [predictions, answers] = [of('before'), of('after')];
  const handed = { who: idOf(who), predictions, answers };
  return {
    glassformer: KIND,
    version: VERSION,
    assignment: name,
    fingerprint: await fingerprint(assignment),
    who: handed.who,
    seed: await seedOf(name, who),
    steps: outcome.steps,
    predictions,
    answers,
    loss: outcome.measures.loss ?? null,
    ...(outcome.runs && { runs: outcome.runs }),
    weights: outcome.weights,
    engine: outcome.engine,
    seal: await sealOf(handed, outcome),
  };
}

/** @param {Pick<HandIn, 'who' | 'predictions' | 'answers'>} said
 * @param {Pick<Outcome, 'lastLosses'>} outcome */
export const sealOf = ({ who, predictions, answers }, { lastLosses }) =>
  sha256(JSON.stringify([who, sorted(predictions), sorted(answers), lastLosses]));

/** @param {Answers} said */
const sorted = (said) =>
  Object.entries(said).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));

/** As it is shown and saved. @param {HandIn} handIn */
export const textOf = (handIn) => `${JSON.stringify(handIn, null, 2)}\n`;

/** @param {string} assignment its name @param {string} who @param {string} ending */
export const fileName = (assignment, who, ending) =>
  `${assignment}-${who.replace(/[^\p{L}\p{N}]+/gu, '-')}.${ending}`;

const isAnswer = (/** @type {any} */ x) => isText(x) || Number.isFinite(x);

const isNumber = (/** @type {any} */ x) => x === null || Number.isFinite(x);
const isCount = (/** @type {any} */ x) => Number.isInteger(x) && x >= 0;
const isHash = (/** @type {any} */ x) => isText(x) && /^[0-9a-f]{64}$/.test(x);

/** What each field must be. @type {import('../run/fields.js').Fields} */
const FIELDS = {
  assignment: isText,
  fingerprint: isText,
  who: (x) => isText(x) && idOf(x) !== '' && idOf(x) === x,
  seed: Number.isFinite,
  steps: Number.isFinite,
  predictions: tableOf(isAnswer),
  answers: tableOf(isAnswer),
  weights: isHash,
  engine: isText,
};

/** Of an experiment. @type {import('../run/fields.js').Test} */
const isRun = has({
  ...{ x: isCount, line: isCount, seed: isCount, steps: isCount, value: isNumber },
  hash: (x) => x === '' || isHash(x),
});

/** Besides, by version. @type {Record<string, import('../run/fields.js').Fields>} */
const MORE = {
  1: { measures: tableOf(isNumber) },
  [VERSION]: {
    loss: isNumber,
    seal: isHash,
    runs: (x) => x === undefined || listOf(isRun)(x),
  },
};

/** @param {string} text of a file
 * @returns {{ handIn: HandIn } | { problem: Unreadable, detail: string }} */
export function readHandIn(text) {
  const whole = text.replace(/^\ufeff/, '').trim();
  if (whole === '') return { problem: 'empty', detail: '' };
  let json;
  try {
    json = JSON.parse(whole);
  } catch {
    return { problem: isCutOff(whole) ? 'truncated' : 'notJson', detail: '' };
  }
  if (json?.glassformer !== KIND) {
    const detail = isText(json?.glassformer) ? json.glassformer : '';
    return { problem: 'foreign', detail };
  }
  const more = Object.hasOwn(MORE, json.version) && MORE[json.version];
  if (!more) return { problem: 'newer', detail: String(json.version) };
  const wrong = wrongField({ ...FIELDS, ...more }, json);
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
