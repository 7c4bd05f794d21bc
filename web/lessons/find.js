// SPDX-License-Identifier: MIT
// Lessons of one's own, in files at addresses. With the libraries that check and parse them it is
// loaded for such lessons only.
import { DocumentError, fetchDocument } from '../run/fetch-document.js';
import { parseLesson } from './check.js';
import { parseWords } from './parse-words.js';

// The program for Node checks assignments with the same libraries.
export { Mistake, parseDocument } from '../run/parse-document.js';

/** @import { Entry } from './runner.js' */
/** @typedef {{ address: string, error: DocumentError<import('./check.js').Problem> }} Failure */

/** @param {string} address relative to the page @returns {Promise<Entry>} */
async function findLesson(address) {
  const lesson = parseWords(parseLesson(await fetchDocument(address)));
  return { key: new URL(address, document.baseURI).href, lesson };
}

/** All that are lessons, and what is wrong with each of the others.
 * @param {string} addresses separated by spaces */
export async function findLessons(addresses) {
  /** @type {Entry[]} */ const entries = [];
  /** @type {Failure[]} */ const failures = [];
  const all = addresses.split(/\s+/).filter(Boolean);
  const found = await Promise.allSettled(all.map(findLesson));
  found.forEach((result, n) => {
    const fail = (/** @type {Failure['error']} */ error) =>
      failures.push({ address: all[n], error });
    if (result.status === 'rejected') {
      if (!(result.reason instanceof DocumentError)) throw result.reason;
      return fail(result.reason);
    }
    const { id } = result.value.lesson;
    const isTaken = entries.some(({ lesson }) => lesson.id === id);
    return isTaken
      ? fail(new DocumentError('twice', { name: id }))
      : entries.push(result.value);
  });
  return { entries, failures };
}
