// SPDX-License-Identifier: MIT
// Runs of elements that have left the page. Sites of one page make new elements when a reader
// comes back: the new element in the same place, with the same starting point, goes on with
// the run that the reader left there, as an element does that is put back itself.
import { attributeValue } from './attributes.js';
import { elementKey } from './methods.js';
import { startingPoint } from './starting-point.js';

/** Each holds weights and up to 32 MB of snapshots. */
const MOST = 3;

/**
 * A suspended run, until the element that left it or another one takes it.
 * @typedef {object} LeftRun
 * @property {Promise<import('../state/run.js').SerializedRun | null>} serialized
 * @property {import('./methods.js').ExportableRun | undefined} exportable
 * @property {boolean} isTaken
 */

/** By place, oldest first. @type {Map<string, LeftRun>} */
const left = new Map();

/** The page, which element of it, and what that starts from. Asked when the element is in
 * sight: some sites change the address only after the page.
 * @param {import('./starting-point.js').Host} element */
export const placeOf = (element) =>
  JSON.stringify([
    location.pathname + location.search,
    elementKey(element),
    startingPoint(element),
    ...['src', 'corpus', 'view'].map((name) => attributeValue(element, name)),
  ]);

/** An untrained one is made again as quickly. @param {string} place @param {LeftRun} run */
export function leaveRun(place, run) {
  if (run.isTaken || !run.exportable?.session?.steps) return;
  left.delete(place);
  left.set(place, run);
  for (const oldest of left.keys()) if (left.size > MOST) left.delete(oldest);
}

/** The same run, which nobody else takes then; undefined: another one has it.
 * @param {LeftRun} run @returns {LeftRun | undefined} */
export function taken(run) {
  if (run.isTaken) return undefined;
  run.isTaken = true;
  return { ...run, isTaken: false };
}

/** The run left at this place. @param {string} place */
export function takeRun(place) {
  const found = left.get(place);
  left.delete(place);
  return found && taken(found);
}
