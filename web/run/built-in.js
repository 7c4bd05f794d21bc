// SPDX-License-Identifier: MIT
// The texts in the bundle, by id of texts.js. The page adds its own.
import fables from '../texts/fables.txt';
import { SOURCES } from './texts.js';

/** @type {Record<string, string>} */
export const BUILT_IN = { fables };

/** Offers a text before the others. @param {string} id @param {string} text */
export function addBuiltIn(id, text) {
  BUILT_IN[id] = text;
  SOURCES.unshift({ id });
}
