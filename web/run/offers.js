// SPDX-License-Identifier: MIT
// What only some pages have: published models (published.js), and a model that they begin with.

/** @import { SerializedRun } from '../state/run.js' */
/** @typedef {Pick<import('./context.js').RunContext, 't'> & { pretrainedRun?: SerializedRun }} OfPage */

/** @typedef {Pick<typeof import('./published/kept.js'), 'keep' | 'keptFiles'>} Keeping */
/** @type {Keeping | null} */ let keeping = null;
/** @type {((app: OfPage) => Promise<SerializedRun>) | undefined} */ let loadPretrained;

/** A page that has the view of published models, where what it keeps is listed and can be removed,
 * says so: links to one lead there. @param {Keeping} kept */
export const offerPublished = (kept) => void (keeping = kept);
/** What keeps them; null where they are not offered. */
export const publishedKeeping = () => keeping;

/** @param {NonNullable<typeof loadPretrained>} load rejects with a sentence */
export const offerPretrained = (load) => void (loadPretrained = load);
/** @param {OfPage} app */
export const pretrainedOf = (app) => app.pretrainedRun ?? loadPretrained?.(app);
