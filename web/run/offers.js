// SPDX-License-Identifier: MIT
// What only some pages have: published models (published.js), and a model that they begin with.

/** @import { SerializedRun } from '../state/run.js' */
/** @typedef {Pick<import('./context.js').RunContext, 't'> & { pretrainedRun?: SerializedRun }} OfPage */

let isOffered = false;
/** @type {((app: OfPage) => Promise<SerializedRun>) | undefined} */ let loadPretrained;

/** A page that has the view of published models says so: links to one lead there. */
export const offerPublished = () => void (isOffered = true);
export const offersPublished = () => isOffered;

/** @param {NonNullable<typeof loadPretrained>} load rejects with a sentence */
export const offerPretrained = (load) => void (loadPretrained = load);
/** @param {OfPage} app */
export const pretrainedOf = (app) => app.pretrainedRun ?? loadPretrained?.(app);
