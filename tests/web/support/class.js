// SPDX-License-Identifier: MIT
// A class that hands in an assignment: files made as the page makes them, the last of them forged,
// each in another way. And files that are no assignment.
import assert from 'node:assert/strict';
import { createSession } from '../../../wasm/index.js';
import {
  carryOut,
  recipeOf,
  rightOption,
} from '../../../web/assignments/assignment.js';
import { parseAssignment } from '../../../web/assignments/check.js';
import en from '../../../web/assignments/en.js';
import { handInOf, textOf } from '../../../web/assignments/hand-in.js';
import es from '../../../web/i18n/es/assignments.js';
import { DocumentError } from '../../../web/run/fetch-document.js';

/** @import { Assignment, Outcome } from '../../../web/assignments/assignment.js' */
/** @import { HandIn } from '../../../web/assignments/hand-in.js' */

/** Right answers. @param {Assignment} assignment @param {string} who @param {Outcome} outcome
 * @returns {Record<string, number | string>} */
const answers = ({ questions }, who, { measures }) =>
  Object.fromEntries(
    questions.map((question) => {
      const { id, kind, measure = '' } = question;
      if (kind === 'number') return [id, measures[measure] ?? 0];
      if (kind === 'choice') return [id, rightOption(question, measures)];
      const why = `It has learned what it was shown, says ${who}: in my own words, and with numbers.`;
      return [id, why];
    }),
  );

/** What the page does for one learner, in this thread instead of a worker.
 * @param {Assignment} assignment @param {string} who
 * @param {{ steps?: number, settings?: Assignment['settings'] }} [other] than set
 * @returns {Promise<Outcome>} */
export async function outcomeOf(assignment, who, { steps, settings: more } = {}) {
  const { text, settings } = await recipeOf(assignment, who);
  const session = await createSession({
    text: text.text,
    config: { ...settings, ...more },
    mode: 'main',
  });
  const wanted = { ...assignment, steps: steps ?? assignment.steps };
  const outcome = await carryOut(session, wanted).finally(() => session.close());
  assert.ok(outcome);
  return outcome;
}

/** @param {Parameters<typeof outcomeOf>} of */
export async function handIn(...of) {
  const [assignment, who] = of;
  const outcome = await outcomeOf(...of);
  return handInOf(assignment, who, answers(assignment, who, outcome), outcome);
}

/** An honest file in the form of version 1. @param {Assignment} assignment @param {string} who */
export async function oldHandIn(assignment, who) {
  const file = await handIn(assignment, who);
  const { measures } = await outcomeOf(assignment, who);
  const old = { ...file, version: 1, measures };
  delete old.loss;
  delete old.seal;
  return old;
}

/** How a learner changes an honest file. `other` is a classmate's.
 * @type {((file: HandIn, other: HandIn, assignment: Assignment) =>
 *   HandIn | string | Promise<HandIn>)[]} */
const FORGERIES = [
  // the loss
  (file) => ({ ...file, loss: 0.001 }),
  // the hash
  (file) => ({ ...file, weights: [...file.weights].reverse().join('') }),
  // somebody else's under one's own name
  ({ who }, other) => ({ ...other, who }),
  // half of the steps
  async ({ who, steps }, _, assignment) => ({
    ...(await handIn(assignment, who, { steps: steps / 2 })),
    steps,
  }),
  // cut off
  (file) => textOf(file).slice(0, -90),
  // another answer, after the file was saved
  (file) => ({ ...file, answers: { ...file.answers, 'below-chance': 1 } }),
  // a classmate's words, with the seal that belongs to them
  (file, { answers: copied, seal }) => ({ ...file, answers: copied, seal }),
  // a larger learning rate
  ({ who }, _, assignment) =>
    handIn(assignment, who, { settings: { learning_rate: 0.2 } }),
  // the best of several seeds
  async ({ who, seed }, _, assignment) => ({
    ...(await handIn(assignment, who, { settings: { seed: 7 } })),
    seed,
  }),
  // the older form, with measures that were wished for
  async ({ who }, _, assignment) => {
    const file = await oldHandIn(assignment, who);
    return { ...file, measures: { ...file.measures, heldOut: 0.01 } };
  },
];
export const N_FORGED = FORGERIES.length;

/** @param {Assignment} assignment @param {number} n learners
 * @returns {Promise<string[]>} their files, the last N_FORGED of them forged */
export async function classOf(assignment, n) {
  /** @type {HandIn[]} */
  const files = [];
  for (let i = 0; i < n; i++) files.push(await handIn(assignment, `learner ${i}`));
  return Promise.all(
    files.map(async (file, i) => {
      const forge = FORGERIES[i - (n - N_FORGED)];
      const handed = forge ? await forge(file, files[0], assignment) : file;
      return typeof handed === 'string' ? handed : textOf(handed);
    }),
  );
}

/** A file is refused, with a sentence in both languages.
 * @param {string} text @param {string} key @param {string} [where] @param {string} [line] */
export const refused = (text, key, where, line) =>
  assert.throws(
    () => parseAssignment(text),
    (error) => {
      assert.ok(error instanceof DocumentError, String(error));
      const { params } = error;
      assert.deepEqual([error.key, where ?? params.where], [key, params.where]);
      assert.equal(line ?? params.line, params.line);
      for (const { problems } of [en, es]) {
        const said = /** @type {Record<string, (params: object) => string>} */ (
          problems
        );
        assert.doesNotMatch(said[key](params), /undefined/);
      }
      return true;
    },
  );
