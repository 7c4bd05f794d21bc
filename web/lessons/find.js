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

/** @param {string} address relative to the page @returns {Promise<Entry | Failure>} */
async function findLesson(address) {
  try {
    const lesson = parseWords(parseLesson(await fetchDocument(address)));
    return { key: new URL(address, document.baseURI).href, lesson };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { address, error };
  }
}

/** All that are lessons, and what is wrong with each of the others.
 * @param {string} addresses separated by spaces */
export async function findLessons(addresses) {
  /** @type {Entry[]} */ const entries = [];
  /** @type {Failure[]} */ const failures = [];
  const all = addresses.split(/\s+/).filter(Boolean);
  for (const [n, found] of (await Promise.all(all.map(findLesson))).entries()) {
    if ('error' in found) {
      failures.push(found);
      continue;
    }
    const { id: name } = found.lesson;
    const isTaken = entries.some(({ lesson }) => lesson.id === name);
    const error = new DocumentError('twice', { name });
    if (isTaken) failures.push({ address: all[n], error });
    else entries.push(found);
  }
  return { entries, failures };
}
