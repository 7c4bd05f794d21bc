// SPDX-License-Identifier: MIT
// The assignment that a link names: one of the page, or a file at an address. What the page may
// fetch is limited by its policy; such a file is data and its sentences are shown as text.
import { decodeText, readAll } from '../run/texts.js';
import { BUILT_IN } from './built-in.js';
import {
  AssignmentError,
  MAX_BYTES,
  checkAssignment,
  parseAssignment,
} from './check.js';

/** @import { Assignment } from './assignment.js' */

const FETCH_TIMEOUT_MS = 30_000;

/** @param {string} named a name, or an address relative to the page
 * @returns {Promise<Assignment>} throws an AssignmentError */
export async function findAssignment(named) {
  if (Object.hasOwn(BUILT_IN, named)) return checkAssignment(BUILT_IN[named]);
  const name = named.slice(0, 200);
  if (!/[./]/.test(named)) throw new AssignmentError('notFound', { name });
  return parseAssignment(await fetched(named, name));
}

/** @param {string} address @param {string} name for sentences */
async function fetched(address, name) {
  try {
    const response = await fetch(new URL(address, document.baseURI), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    return decodeText(await readAll(response.body, MAX_BYTES));
  } catch (cause) {
    const isLarge = /** @type {{ code?: string }} */ (cause).code === 'too-large';
    throw new AssignmentError(isLarge ? 'tooLarge' : 'noNetwork', { name }, { cause });
  }
}
