// SPDX-License-Identifier: MIT
// The measures that an assignment may name: those of the lessons that need the model alone, not
// what is selected on the screen, and what is left of copying without a head.
import { MEASURES as OF_LESSONS, bestHead } from '../lessons/measures.js';

/** @import { Session } from '../state/types.js' */
/** @typedef {(place: import('../state/types.js').HeadAt) => boolean} IsOff heads that stay off */
/** @typedef {(session: Session, isOff?: IsOff) => Promise<number>} Measure */

/** Guesses by content while a head is off.
 * @param {Session} session @param {import('../state/types.js').HeadAt} place
 * @param {IsOff} [isOff] */
async function withoutHead(session, place, isOff = () => false) {
  await session.setHead({ ...place, on: false });
  try {
    return await OF_LESSONS.byContent(session, /** @type {any} */ (null));
  } finally {
    if (!isOff(place)) await session.setHead({ ...place, on: true });
  }
}

/** The same, of the best head of a kind.
 * @param {import('../lessons/lesson.js').HeadKind} kind @returns {Measure} */
const without = (kind) => async (session, isOff) =>
  withoutHead(session, await bestHead(session, kind), isOff);

/** The least that is left of the guesses by content with one head of layer 1 off.
 * @type {Measure} */
async function leastWithoutHead(session, isOff) {
  const left = [];
  for (let head = 0; head < Number(session.info.config.n_head); head++)
    left.push(await withoutHead(session, { layer: 0, head }, isOff));
  return Math.min(...left);
}

/** A measure of the lessons with one parameter reads the session only. */
const ofTheModel = Object.entries(OF_LESSONS).filter(([, of]) => of.length === 1);

/** @type {Record<string, (session: Session, isOff?: IsOff) => number | Promise<number>>} */
export const MEASURES = {
  ...Object.fromEntries(
    /** @type {[string, (session: Session) => number | Promise<number>][]} */ (
      ofTheModel
    ),
  ),
  loss: ({ history }) => history.loss.at(-1) ?? NaN,
  withoutCopier: without('copier'),
  withoutPrevious: without('previous'),
  leastWithoutHead,
};
