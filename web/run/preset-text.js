// SPDX-License-Identifier: MIT
// The text of a preset where a file names no other.
import { builtInText, isBuiltIn } from './built-in.js';
import { SOURCES, fetchText } from './texts.js';

/** A preset of any text trains on the fables. @param {string | undefined} id of the preset's text */
export const sourceOf = (id) => SOURCES.find((each) => each.id === id)?.id ?? 'fables';

/** The text at a place (web/experiments/base.js); where another file is to give it, that one, else from
 * the network where it does not come with the element.
 * @param {{ id: string, text?: string }} place id of a source @param {string} [given] by a file
 * @returns {Promise<string>} throws a TextError */
export async function textOf({ id, text }, given) {
  if (text !== undefined) return text;
  const source = SOURCES.find((each) => each.id === id);
  return given || (isBuiltIn(id) || !source ? builtInText(id) : fetchText(source));
}
