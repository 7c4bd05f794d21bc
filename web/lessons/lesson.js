// SPDX-License-Identifier: MIT
// A lesson: what its JSON file holds (lesson.schema.js), and what follows from it. The words
// of a file are sentences in Markdown, in one language or in several; the panel draws what
// parse-words.js makes of them.

/** @typedef {import('../state/types.js').Settings} Settings */

/** What Markdown becomes: a text, or an element with its children; `href` of a link.
 * @typedef {string | ElementNode} Node
 * @typedef {[tag: string, children: Node[], href?: string]} ElementNode */
/** A sentence in Markdown, or after parse-words.js in nodes.
 * @typedef {string | Node[]} Sentence */
/** A sentence, or one for each language by its two letters.
 * @template {Sentence} [T=Sentence] @typedef {T | Record<string, T>} Words */

/**
 * A fresh model. `lines`: random letters, each line twice, from a seed of their own.
 * @typedef {object} Start
 * @property {boolean} [pretrained] where the page has a model that it begins with: that one, as
 *   it is; `train` up to fewer steps than it has leaves it alone
 * @property {string} [preset]
 * @property {Settings} [settings] on top of the preset's, or of the engine's defaults
 * @property {string} [text] to train on; default: the preset's lines, or the fables
 * @property {{ letters: number, from: number, to: number, n: number, seed: number }} [lines]
 */

/** @typedef {'mirrored' | 'copier' | 'besideCopier' | 'previous' | 'besidePrevious' | 'induction'}
 *   HeadKind measures.js says how each is found */

/**
 * One thing a step does, by its only key.
 * @typedef {object} Action
 * @property {Start} [start]
 * @property {string} [published] opens this published model (web/run/published/models.js), which is
 *   downloaded then
 * @property {string} [line] the line on the stage
 * @property {number} [train] until this step
 * @property {Record<string, string>} [keep] name → measure, kept for later steps
 * @property {{ layer: number, head: number } | HeadKind} [select] a head, or the one with the
 *   highest score of that kind
 * @property {number} [pin] the character of the line, from 0
 * @property {'off' | 'on'} [heads] the selected head off; all heads on
 * @property {{ prompt: string, chars: number, temperature?: number, greedy?: boolean,
 *   seed?: number }} [write]
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

/** @template {Sentence} T @param {Words<T>} words @param {string} lang two letters
 * @returns {T | ''} */
export const wordsIn = (words, lang) =>
  isSentence(words)
    ? words
    : (words[lang] ?? words.en ?? Object.values(words)[0] ?? '');

/** @param {Words} words @returns {words is Sentence} */
export const isSentence = (words) => typeof words === 'string' || Array.isArray(words);

/** A lesson with all its words changed.
 * @param {Lesson} lesson @param {(words: Words, field: string) => Words} change
 * @returns {Lesson} */
export function changeWords(lesson, change) {
  /** @template {Record<string, any>} T @param {T} holder @param {string[]} fields @returns {T} */
  const changed = (holder, ...fields) => ({
    ...holder,
    ...Object.fromEntries(
      fields
        .filter((field) => holder[field] !== undefined)
        .map((field) => [field, change(holder[field], field)]),
    ),
  });
  return {
    ...changed(lesson, 'title', 'goal', 'question', 'answer'),
    steps: lesson.steps.map((step) => ({
      ...changed(step, 'say', 'ask', 'act', 'see'),
      options: step.options?.map((option) => changed(option, 'words', 'why')),
    })),
  };
}

/** Which option comes true; -1: none does, as nothing is offered. @param {Step} step */
export const rightOf = ({ options = [] }) => options.findIndex(({ right }) => right);

/** A value, or a value as a percentage: {name}, {name%}. */
const PLACE = /\{(\w+)(%?)\}/g;

/** The names in braces, in any of the languages. @param {Words} words @returns {string[]} */
export function namesIn(words) {
  const all = isSentence(words) ? [words] : Object.values(words);
  const names = all.flatMap((sentence) =>
    [...sourceOf(sentence).matchAll(PLACE)].map(([, name]) => name),
  );
  return [...new Set(names)];
}

/** All texts of a sentence. @param {Sentence} sentence @returns {string} */
const sourceOf = (sentence) =>
  typeof sentence === 'string'
    ? sentence
    : sentence
        .map((node) => (typeof node === 'string' ? node : sourceOf(node[1])))
        .join('');

/** @template {Sentence} T @param {T} sentence
 * @param {Record<string, string>} values formatted; a dash for none
 * @returns {T} */
export function filled(sentence, values) {
  const put = (/** @type {string} */ text) =>
    text.replace(PLACE, (_, name, sign) => values[name + sign] ?? '–');
  /** @param {Node} node @returns {Node} */
  const inNode = (node) =>
    typeof node === 'string' ? put(node) : [node[0], filled(node[1], values), node[2]];
  return /** @type {T} */ (
    typeof sentence === 'string' ? put(sentence) : sentence.map(inNode)
  );
}

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
