// SPDX-License-Identifier: MIT
// What comes from the engine, in the reader's language: errors by their keys, presets by
// their names. English is what the engine says itself.

import { fill } from '../../wasm/index.js';
import { presetWords } from './preset-words.js';

/** @typedef {import('./index.js').Strings} Strings */
/** @typedef {import('./format.js').Format} Format */
/** @typedef {{ t: Strings, format: Format }} Language */
/** @typedef {{ key?: string, params?: Record<string, any>, message: string }} Said */

/**
 * The sentence of an error or an obstacle.
 *
 * @param {Said} said
 * @param {Language} language
 * @returns {string}
 */
export function errorText({ key = '', params = {}, message }, language) {
  const { sentences, units } = language.t.errors;
  if (!Object.hasOwn(sentences, key)) return message;
  return fill(sentences[key], params, (value, name) => {
    if (typeof value === 'number') return number(value, language.format);
    if (name === 'unit') return units[value] ?? value;
    return value?.key ? errorText({ message: '', ...value }, language) : String(value);
  });
}

/** @param {number} x @param {Format} format */
const number = (x, format) =>
  Number.isInteger(x) ? format.integer(x) : format.small(x);

/**
 * @param {unknown} error
 * @param {Language} language
 * @returns {import('../state/types.js').Notice}
 */
export function explain(error, language) {
  const said = /** @type {Said & { code?: string, hint?: string }} */ (error);
  const { code, key, params } = said;
  const hint = said.hint && (language.t.errors.hints[code ?? ''] ?? said.hint);
  return { kind: 'problem', code, key, params, text: errorText(said, language), hint };
}

/**
 * @param {import('../../wasm/index.js').PlainError[]} errors of describeConfig()
 * @param {Language} language
 * @returns {Record<string, string>} a sentence for each setting
 */
export const explainSettings = (errors, language) =>
  Object.fromEntries(
    errors.map((error) => [error.params.setting ?? '', errorText(error, language)]),
  );

/**
 * The name of the text in use, again; a reader's own keeps its own.
 * @param {import('../state/state.js').State} state
 * @param {Strings} t
 */
export function textName({ text, preset, presets }, t) {
  const own = presets.find(({ name }) => name === preset);
  if (text?.id === 'task' && own) return presetWords(own, t).title;
  return (text?.id !== 'own' && t.corpus.names[text?.id ?? '']) || (text?.name ?? '');
}
