// SPDX-License-Identifier: MIT
// The assignment that a link names: one of the page, or a file at an address.
import { fetchDocument } from '../run/fetch-document.js';
import { BUILT_IN } from './built-in.js';
import { AssignmentError, checkAssignment, parseAssignment } from './check.js';

/** @import { Assignment } from './assignment.js' */

/** @param {string} named a name, or an address relative to the page
 * @returns {Promise<Assignment>} throws a DocumentError */
export async function findAssignment(named) {
  if (Object.hasOwn(BUILT_IN, named)) return checkAssignment(BUILT_IN[named]);
  if (!/[./]/.test(named))
    throw new AssignmentError('notFound', { name: named.slice(0, 200) });
  return parseAssignment(await fetchDocument(named));
}
