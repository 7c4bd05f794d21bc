// SPDX-License-Identifier: MIT
// What stands in the way of an assignment, as data.
import { DocumentError } from '../run/fetch-document.js';

/** Keys of the sentences in en.js and those of other languages.
 * @typedef {import('../run/parse-document.js').FormProblem | 'noQuestion' | 'twice'
 *   | 'noExperiment' | 'inExperiment'
 *   | 'notFound' | 'noNetwork' | 'tooLarge' | 'headsOff'} Problem */

/** @extends {DocumentError<Problem>} */
export class AssignmentError extends DocumentError {}
