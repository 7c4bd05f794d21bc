// SPDX-License-Identifier: MIT
// The texts that come with the element, by id of texts.js. The page adds its own.
import { SOURCES, TextError } from './texts.js';

/** In our own page the fables are a file beside it.
 * @type {Record<string, () => Promise<{ default: string }>>} */
const TEXTS = { fables: () => import('../texts/fables.txt') };

/** @param {string} id */
export const isBuiltIn = (id) => Object.hasOwn(TEXTS, id);

/** @param {string} id @returns {Promise<string>} throws a TextError */
export async function builtInText(id) {
  try {
    return (await TEXTS[id]()).default;
  } catch (cause) {
    throw new TextError('no-network', { cause });
  }
}

/** Offers a text before the others. @param {string} id @param {string} text */
export function addBuiltIn(id, text) {
  TEXTS[id] = async () => ({ default: text });
  SOURCES.unshift({ id });
}
