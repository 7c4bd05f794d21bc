// SPDX-License-Identifier: MIT
// Where the loss curve can be looked back to, and the losses there. Pure functions.
import { neighbourStep } from '../../queries/snapshots.js';

/** A step of a snapshot; null: the model in training. @typedef {number | null} Stop */

/** By how many stops the page keys move. */
const PAGE = 5;

/**
 * The steps of snapshots, oldest first, then the present.
 * @param {readonly { step: number }[]} snapshots @param {number} steps completed
 * @returns {Stop[]}
 */
export const stopsOf = (snapshots, steps) => [
  ...snapshots.map(({ step }) => step).filter((step) => step < steps),
  null,
];

/**
 * The stop nearest to a place on the curve.
 * @param {readonly Stop[]} stops @param {number} steps completed
 * @param {number} at device pixels @param {(step: number) => number} atX device pixels of a step
 * @returns {Stop}
 */
export function nearestStop(stops, steps, at, atX) {
  const far = (/** @type {Stop} */ stop) => Math.abs(atX(stop ?? steps) - at);
  return stops.reduce((best, stop) => (far(stop) <= far(best) ? stop : best), stops[0]);
}

/**
 * Where a key leads; undefined: the key is none of the slider's.
 * @param {string} key @param {readonly { step: number }[]} snapshots @param {Stop} from
 * @returns {Stop | undefined}
 */
export function stopByKey(key, snapshots, from) {
  if (key === 'End') return null;
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE, Home: -Infinity }[key]; // oxfmt-ignore
  return by === undefined ? undefined : neighbourStep(snapshots, from, by);
}

/**
 * The losses drawn at a step.
 * @param {ReturnType<typeof import('../../draw/series.js').columns>} columns
 * @param {number} step
 * @returns {{ step: number, train: number | null, val: number | null, valStep: number }} the
 *   running mean of the training loss and the last validation loss at or before the step, and
 *   the step of the latter
 */
export function lossesAt([steps, , mean, val], step) {
  /** @type {ReturnType<typeof lossesAt>} */
  const found = { step, train: null, val: null, valStep: step };
  for (let n = 0; n < steps.length && steps[n] <= step; n++) {
    found.train = mean[n] ?? found.train;
    const measured = val[n];
    if (measured !== null) Object.assign(found, { val: measured, valStep: steps[n] });
  }
  return found;
}
