// SPDX-License-Identifier: MIT
// What a reader has done in the lessons, kept by the browser.
import { has, isObject, tableOf } from '../run/fields.js';
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

/** What stood there when this page read or wrote last. @type {string | null} */
let known;

/** The stored progress, as far as it is valid.
 * @param {Record<string, Progress>} [own] to stay with where no other tab has written since
 * @returns {Record<string, Progress>} by lesson */
export function readProgress(own) {
  const text = readPreference(KEY);
  if (own && text === known) return own;
  known = text;
  try {
    const stored = JSON.parse(text ?? '{}');
    const all = Object.entries(stored).map(([key, progress]) => [
      key,
      { words: {}, .../** @type {any} */ (progress) },
    ]);
    return Object.fromEntries(all.filter(([, progress]) => isProgress(progress)));
  } catch {
    return {};
  }
}

/** @param {Record<string, Progress>} all by lesson */
export function writeProgress(all) {
  writePreference(KEY, JSON.stringify(all));
  known = readPreference(KEY);
}
