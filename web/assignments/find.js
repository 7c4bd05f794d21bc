// SPDX-License-Identifier: MIT
// The assignment that a link names: one of the page, or a file at an address.
import { DocumentError, fetchDocument } from '../run/fetch-document.js';
import { completed } from './assignment.js';
import { BUILT_IN } from './built-in.js';

/** @import { Assignment } from './assignment.js' */

/** A link would otherwise show a stranger's text as the page's own. @param {string} address */
const isOfThisSite = (address) =>
  URL.canParse(address, document.baseURI) &&
  new URL(address, document.baseURI).origin === new URL(document.baseURI).origin;

/** @param {string} named a name, or an address relative to the page, of its own site
 * @returns {Promise<Assignment>} throws a DocumentError */
export async function findAssignment(named) {
  if (Object.hasOwn(BUILT_IN, named)) return completed(BUILT_IN[named]);
  if (named === '') throw new DocumentError('unnamed');
  const name = named.slice(0, 200);
  if (!/[./]/.test(named)) throw new DocumentError('notFound', { name });
  if (!isOfThisSite(named)) throw new DocumentError('noNetwork', { name });
  const text = await fetchDocument(named);
  const { parseAssignment } = await import('./check.js').catch((cause) => {
    throw new DocumentError('noNetwork', { name }, { cause });
  });
  return parseAssignment(text);
}
