// SPDX-License-Identifier: MIT
// An assignment: what to train, what is asked, what it is worth. Data in a JSON file
// (assignment.schema.js); docs/course.md describes it. Nothing here draws: the page and the command
// that marks use the same functions, and train the same model.
import { configPresets, sha256 } from '../../wasm/index.js';
import { placeOfText } from '../experiments/base.js';
import { textOf } from '../run/preset-text.js';
import { checkText } from '../run/texts.js';
import { holds } from '../lessons/measures.js';
import { MEASURES } from './measures.js';

/** @import { Claim } from '../lessons/lesson.js' */
/** @typedef {import('../lessons/lesson.js').Words<string>} Words */
/** @import { Session, Settings, TextInUse } from '../state/types.js' */

/** setting: a number that the learner chooses before training.
 * @typedef {'number' | 'choice' | 'words' | 'setting'} Kind */

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {Kind} kind
 * @property {'before' | 'after'} when training; before: a prediction
 * @property {Words} ask
 * @property {Words[]} [options] of a choice
 * @property {number | (Claim | null)[]} [right] of a choice: the index of the right option, or
 *   a claim for each option: the first that holds of the trained model is right, null always
 * @property {string} [measure] of a number: the right answer
 * @property {number} [tolerance] of a number: how far off still counts
 * @property {number} [least] of words: characters; of a setting: the smallest that may be chosen
 * @property {number} [most] of a setting
 * @property {string} [setting] its name
 * @property {{ name: string, words: Words }[]} [onScreen] what a button measures of the model on
 *   the screen, as it is then
 */

/**
 * @typedef {object} RubricLine
 * @property {string} id
 * @property {number} points
 * @property {Words} words
 * @property {string} of `run`: the training repeats; or the id of a question
 * @property {'right' | 'answered'} [needs] of a question; default right. Words that must be
 *   right are left to the teacher
 */

/** What a measure is expected to be, for any seed. It is noted where it is not.
 * @typedef {{ name: string, words: Words, expected: number, tolerance: number }} Expected */

/**
 * @typedef {object} Assignment
 * @property {string} name
 * @property {Words} title
 * @property {Words} about
 * @property {string} preset '' for none
 * @property {Settings} settings on top of the preset's
 * @property {string} text to train on; '' for a task or the lines of a preset
 * @property {number} steps 0 with an experiment
 * @property {string | import('../experiments/experiment.js').Experiment} [experiment] whose runs
 *   are trained, instead of one model: of the page, by its name, or in the file
 * @property {Expected[]} measures
 * @property {Question[]} questions
 * @property {RubricLine[]} rubric
 */

/** What training made.
 * @typedef {object} Outcome
 * @property {number} steps
 * @property {Record<string, number | null>} measures null: not a number
 * @property {number[]} lastLosses of training, of the last steps
 * @property {string} weights SHA-256
 * @property {string} engine its version, and whether it is the fast one
 * @property {import('./experiment.js').HandedRun[]} [runs] of an experiment
 */

/** Training losses that seal what is handed in. */
const SEALED_BY = 16;
/** Measured of every model. */
const ALWAYS = ['loss', 'heldOut'];
/** Longest ID of a learner. */
export const MAX_WHO = 100;
/** The seed has so many bits of the hash, as hexadecimal digits. */
const SEED_DIGITS = 8;

/** A file of the published form with what it may leave out, in the one order of fields that its
 * fingerprint is of. @param {any} file @returns {Assignment} */
export const completed = ({ questions, rubric, measures = [], ...file }) => ({
  name: file.name,
  title: file.title,
  about: file.about ?? '',
  preset: file.preset ?? '',
  settings: file.settings ?? {},
  text: file.text ?? '',
  steps: file.steps ?? 0,
  ...(file.experiment && { experiment: file.experiment }),
  measures: measures.map((/** @type {Expected} */ each) => inOrder(each, OF_EXPECTED)),
  questions: questions.map((/** @type {Question} */ each) =>
    inOrder({ ...defaultsOf(each), ...each }, OF_QUESTION),
  ),
  rubric: rubric.map((/** @type {RubricLine} */ each) =>
    inOrder({ ...RUBRIC_DEFAULTS, ...each }, OF_RUBRIC),
  ),
});

const OF_EXPECTED = ['name', 'words', 'expected', 'tolerance'];
const OF_QUESTION =
  'id kind when ask measure tolerance options right setting least most onScreen'.split(
    ' ',
  );
const OF_RUBRIC = ['id', 'points', 'words', 'of', 'needs'];

const RUBRIC_DEFAULTS = { needs: 'right' };

/** @param {Question} question */
const defaultsOf = ({ kind }) => ({
  when: kind === 'setting' ? 'before' : 'after',
  ...(kind === 'words' && { least: 1 }),
});

/** @param {any} object @param {string[]} keys @returns {any} */
const inOrder = (object, keys) =>
  Object.fromEntries(
    keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]),
  );

/** An ID as it is hashed: without spaces around it, in Unicode's composed form.
 * @param {string} who */
export const idOf = (who) => who.normalize('NFC').trim().slice(0, MAX_WHO).trimEnd();

/** The learner's own seed: the first 32 bits of SHA-256 of `name:who` in UTF-8.
 * @param {string} name of the assignment @param {string} who */
export async function seedOf(name, who) {
  const digits = await sha256(`${name}:${idOf(who)}`);
  return Number.parseInt(digits.slice(0, SEED_DIGITS), 16);
}

/** What tells two assignments of one name apart. @param {Assignment} assignment */
export const fingerprint = (assignment) => sha256(JSON.stringify(assignment));

/** Settings that the learner chose, as far as they may be chosen.
 * @param {Assignment} assignment @param {Record<string, number | string>} said */
export const chosenBy = ({ questions }, said) =>
  Object.fromEntries(
    questions
      .filter((question) => question.kind === 'setting')
      .filter((question) => isAnswered(question, said[question.id]))
      .map(({ setting, id }) => [setting, said[id]]),
  );

/**
 * What the engine trains for one learner.
 * @param {Assignment} assignment @param {string} who
 * @param {Record<string, number | string>} [said] what was chosen is in it
 * @param {string} [presetText] instead of what comes with a preset
 * @returns {Promise<{ preset: string, settings: Settings, text: TextInUse }>} throws what
 *   the engine or the check of the text says of it
 */
export async function recipeOf(assignment, who, said = {}, presetText = '') {
  const { name, preset, settings, text, steps } = assignment;
  const presets = await configPresets();
  const found = presets.find((each) => each.name === preset);
  const whole = /** @type {Settings} */ ({
    max_steps: steps,
    ...found?.config,
    ...settings,
    ...chosenBy(assignment, said),
    seed: await seedOf(name, who),
  });
  const place = placeOfText({ preset, text: text || undefined }, whole, presets);
  const used = await textOf(place, presetText);
  const inUse =
    place.id === 'task'
      ? { id: 'task', name, text: used, characters: [...used].length, distinct: 0 }
      : checkText({ id: 'own', name, text: used });
  return { preset, settings: whole, text: inUse };
}

/** Whether what the engine says is that no model can be trained with these settings.
 * @param {any} error */
export const isOfSettings = ({ code }) => ['bad-config', 'diverged'].includes(code);

/** Names of the measures that are shown or asked for. @param {Assignment} assignment */
export function measuresOf({ measures, questions }) {
  const asked = questions.flatMap(({ measure, right }) => [
    ...(measure ? [measure] : []),
    ...(Array.isArray(right)
      ? right.flatMap((claim) => (claim ? [claim.left, claim.right] : []))
      : []),
  ]);
  const names = [...ALWAYS, ...measures.map(({ name }) => name), ...asked];
  return [...new Set(names)].filter((name) => typeof name === 'string');
}

/**
 * Trains a fresh model to the end of the assignment and measures it.
 * @param {Session} session untrained, of recipeOf()
 * @param {Assignment} assignment
 * @returns {Promise<Outcome | null>} null: paused
 */
export async function carryOut(session, assignment) {
  const { steps } = assignment;
  if (session.steps < steps) await session.run({ until: steps });
  if (session.steps !== steps) return null;
  /** @type {Outcome['measures']} */
  const measures = {};
  for (const name of measuresOf(assignment)) {
    const value = await MEASURES[name](session);
    measures[name] = Number.isFinite(value) ? value : null;
  }
  const { version: engine } = session.info;
  const lastLosses = session.history.loss.slice(-SEALED_BY);
  return { steps, measures, lastLosses, weights: await session.hash(), engine };
}

/** The right option of a choice. @param {Question} question
 * @param {Outcome['measures']} measures @returns {number} -1: none */
export function rightOption({ right = -1 }, measures) {
  if (!Array.isArray(right)) return right;
  const values = Object.fromEntries(
    Object.entries(measures).map(([name, value]) => [name, value ?? NaN]),
  );
  return right.findIndex((claim) => claim === null || holds(claim, values));
}

/** Whether a question has an answer of its kind. @param {Question} question
 * @param {unknown} answer */
export function isAnswered({ kind, options = [], least = 1, most = least }, answer) {
  const isNumber = typeof answer === 'number' && Number.isFinite(answer);
  if (kind === 'number') return isNumber;
  if (kind === 'setting') return isNumber && answer >= least && answer <= most;
  if (kind === 'choice') return Number.isInteger(answer) && Number(answer) in options;
  return typeof answer === 'string' && answer.trim().length >= least;
}

/** Of decimal numbers as binary ones: 0.8 is more than 0.05 away from 0.75. */
const ROUNDING = 1e-12;

/** @param {number | null} x @param {number} expected @param {number} [tolerance] */
export const isWithin = (x, expected, tolerance = 0) =>
  x !== null &&
  Math.abs(x - expected) <= tolerance + ROUNDING * Math.max(1, Math.abs(expected));

/**
 * Whether an answer is right.
 * @param {Question} question @param {unknown} answer
 * @param {Outcome['measures']} measures of the model trained with the learner's seed
 * @returns {boolean | null} null: for the teacher to say
 */
export function isRight(question, answer, measures) {
  if (!isAnswered(question, answer)) return false;
  if (question.kind === 'words') return null;
  if (question.kind === 'setting') return true;
  if (question.kind === 'choice') return answer === rightOption(question, measures);
  return isWithin(measures[question.measure ?? ''], Number(answer), question.tolerance);
}
