// SPDX-License-Identifier: MIT
// What a reader has done in the lessons, kept by the browser.
import { has, isObject, parsed, tableOf } from '../run/fields.js';
import { readPreference, writePreference } from '../state/preferences.js';

const KEY = 'glassformer.lessons';

/**
 * The outcome of a step: the measures its claims and its sentence name.
 * @typedef {object} Outcome
 * @property {Record<string, number>} values
 * @property {boolean[]} held one a claim
 * @property {string} wrote text the model wrote in the step; '' if none
 */

/**
 * Of one lesson; tables are by step, and the question comes after the last.
 * @typedef {object} Progress
 * @property {number} at step
 * @property {Record<number, number | string>} predictions
 * @property {Record<number, Outcome>} outcomes
 * @property {Record<number, string>} words the reader's own
 * @property {Record<string, number>} kept values that later steps need
 */

const isProgress = has({
  ...{ at: Number.isInteger, predictions: isObject, words: isObject, kept: isObject },
  outcomes: tableOf(has({ values: isObject, held: Array.isArray })),
});

/** The progress as far as it is valid, by lesson; that of a panel of the page. */
export class StoredProgress {
  /** What stood there when this panel read or wrote last. @type {string | null | undefined} */
  #known;
  /** @type {Record<string, Progress>} */ all = {};

  /** Also what other panels and tabs have written since. */
  read() {
    const text = readPreference(KEY);
    if (text === this.#known) return this.all;
    this.#known = text;
    return (this.all = validIn(parsed(text ?? '')));
  }

  /** @param {Record<string, Progress>} all by lesson */
  write(all) {
    this.all = all;
    writePreference(KEY, JSON.stringify(all));
    this.#known = readPreference(KEY);
  }
}

/** @param {any} stored @returns {Record<string, Progress>} */
function validIn(stored) {
  const all = Object.entries(stored ?? {}).map(([key, progress]) => [
    key,
    { words: {}, ...progress },
  ]);
  return Object.fromEntries(all.filter(([, progress]) => isProgress(progress)));
}
