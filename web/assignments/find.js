// SPDX-License-Identifier: MIT
// The assignment that a link names: one of the page, or a file at an address.
import { DocumentError, fetchDocument } from '../run/fetch-document.js';
import { BUILT_IN } from './built-in.js';
import {
  AssignmentError,
  MAX_BYTES,
  checkAssignment,
  parseAssignment,
} from './check.js';

/** @import { Assignment } from './assignment.js' */

/** @param {string} named a name, or an address relative to the page
 * @returns {Promise<Assignment>} throws an AssignmentError */
export async function findAssignment(named) {
  if (Object.hasOwn(BUILT_IN, named)) return checkAssignment(BUILT_IN[named]);
  const name = named.slice(0, 200);
  if (!/[./]/.test(named)) throw new AssignmentError('notFound', { name });
  try {
    return parseAssignment(await fetchDocument(named, MAX_BYTES));
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause;
    throw new AssignmentError(cause.key, { name }, { cause });
  }
}
