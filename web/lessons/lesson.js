// SPDX-License-Identifier: MIT
// A lesson: what its JSON file holds (lesson.schema.json), and what follows from it. The words
// of a file are sentences in Markdown, in one language or in several.

/** @typedef {import('../state/types.js').Settings} Settings */

/** A sentence, or one for each language by its two letters.
 * @typedef {string | Record<string, string>} Words */

/**
 * A fresh model. `lines`: random letters, each line twice, from a seed of their own.
 * @typedef {object} Start
 * @property {string} [preset]
 * @property {Settings} [settings] on top of the preset's, or of the engine's defaults
 * @property {string} [text] to train on; default: the preset's lines, or the fables
 * @property {{ letters: number, from: number, to: number, n: number, seed: number }} [lines]
 */

/** @typedef {'mirrored' | 'copier' | 'previous' | 'induction'} HeadKind measures.js says how each is found */

/**
 * One thing a step does, by its only key.
 * @typedef {object} Action
 * @property {Start} [start]
 * @property {string} [published] opens this published model (web/run/published.js), which is
 *   downloaded then
 * @property {string} [line] the line on the stage
 * @property {number} [train] until this step
 * @property {Record<string, string>} [keep] name → measure, kept for later steps
 * @property {{ layer: number, head: number } | HeadKind} [select] a head, or the one with the
 *   highest score of that kind
 * @property {number} [pin] the character of the line, from 0
 * @property {'off' | 'on'} [heads] the selected head off; all heads on
 * @property {{ prompt: string, chars: number, temperature?: number, greedy?: boolean }} [write]
 * @property {string} [open] the view to look at
 */

/**
 * below: left < right - by; above: left > right + by; near: no further apart than by.
 * Names are measures of measures.js or kept values.
 * @typedef {object} Claim
 * @property {'below' | 'above' | 'near'} is
 * @property {string} left
 * @property {string | number} right
 * @property {number} [by]
 */

/** One of them is right; each of the others has a sentence.
 * @typedef {{ words: Words, right?: boolean, why?: Words }} Option */

/**
 * @typedef {object} Step
 * @property {Words} say
 * @property {Words} [ask] the prediction to make first: an option, or typed freely
 * @property {Option[]} [options]
 * @property {Words} act label of the button
 * @property {Action[]} actions
 * @property {Claim[]} claims what must come of it
 * @property {Words} see the result; names in braces become measured or kept values
 * @property {boolean} [yours] the reader changes something; the button measures the model there is
 */

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {number} minutes
 * @property {Words} title
 * @property {Words} goal
 * @property {Step[]} steps
 * @property {Words} question at the end
 * @property {Words} answer
 */

export const KIND = 'lesson';
export const VERSION = 1;

/** @param {Words} words @param {string} lang two letters */
export const wordsIn = (words, lang) =>
  typeof words === 'string'
    ? words
    : (words[lang] ?? words.en ?? Object.values(words)[0] ?? '');

/** Which option comes true; -1: none does, as nothing is offered. @param {Step} step */
export const rightOf = ({ options = [] }) => options.findIndex(({ right }) => right);

const PLACE = /\{(\w+)\}/g;

/** The names in braces, in any of the languages. @param {Words} words @returns {string[]} */
export function namesIn(words) {
  const all = typeof words === 'string' ? [words] : Object.values(words);
  const names = all.flatMap((text) =>
    [...text.matchAll(PLACE)].map(([, name]) => name),
  );
  return [...new Set(names)];
}

/** @param {string} words @param {Record<string, string>} values formatted; a dash for none */
export const filled = (words, values) =>
  words.replace(PLACE, (_, name) => values[name] ?? '–');

/** What the outcome of a step consists of: all that its claims and its sentence name.
 * @param {Step} step @returns {string[]} */
export function namesOf({ claims, see }) {
  const claimed = claims.flatMap(({ left, right }) => [left, right]);
  const names = claimed.filter((name) => typeof name === 'string');
  return [...new Set([...names, ...namesIn(see)])];
}

/** Names that a step keeps for later ones. @param {Step} step @returns {string[]} */
export const keptBy = ({ actions }) =>
  actions.flatMap(({ keep = {} }) => Object.keys(keep));
