// SPDX-License-Identifier: MIT
// The text of a preset where a file names no other.
import { builtInText, isBuiltIn } from './built-in.js';
import { SOURCES, fetchText } from './texts.js';

/** A preset of any text trains on the fables. @param {string | undefined} id of the preset's text */
export const sourceOf = (id) => SOURCES.find((each) => each.id === id)?.id ?? 'fables';

/** From the network only where it does not come with the element. @param {string} id of a source
 * @returns {Promise<string>} throws a TextError */
export async function sourceText(id) {
  const source = SOURCES.find((each) => each.id === id);
  return isBuiltIn(id) || !source ? builtInText(id) : fetchText(source, () => {});
}
