// SPDX-License-Identifier: MIT
// A class that hands in an assignment: files made as the page makes them, the last five forged,
// each in another way.
import assert from 'node:assert/strict';
import { createSession } from '../../../wasm/index.js';
import {
  carryOut,
  recipeOf,
  rightOption,
} from '../../../web/assignments/assignment.js';
import { handInOf, textOf } from '../../../web/assignments/hand-in.js';

/** @typedef {import('../../../web/assignments/assignment.js').Assignment} Assignment */
/** @typedef {import('../../../web/assignments/assignment.js').Outcome} Outcome */
/** @typedef {import('../../../web/assignments/hand-in.js').HandIn} HandIn */

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
 * @param {Assignment} assignment @param {string} who @param {number} [steps] fewer than set */
export async function handIn(assignment, who, steps = assignment.steps) {
  const { text, settings } = await recipeOf(assignment, who);
  const session = await createSession({
    text: text.text,
    config: settings,
    mode: 'main',
  });
  const outcome = await carryOut(session, { ...assignment, steps });
  await session.close();
  assert.ok(outcome);
  return handInOf(assignment, who, answers(assignment, who, outcome), outcome);
}

/** How a learner changes an honest file. `other` is a classmate's.
 * @type {((file: HandIn, other: HandIn, assignment: Assignment) =>
 *   HandIn | string | Promise<HandIn>)[]} */
const FORGERIES = [
  // a measure
  (file) => ({ ...file, measures: { ...file.measures, heldOut: 0.001 } }),
  // the hash
  (file) => ({ ...file, weights: [...file.weights].reverse().join('') }),
  // somebody else's under one's own name
  ({ who }, other) => ({ ...other, who }),
  // half of the steps
  async ({ who, steps }, _, assignment) => ({
    ...(await handIn(assignment, who, steps / 2)),
    steps,
  }),
  // cut off
  (file) => textOf(file).slice(0, -90),
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
