// SPDX-License-Identifier: MIT
// Whether a JSON file is a lesson, and where not: by its schema, then what it cannot say.
import { DocumentError } from '../run/fetch-document.js';
import { Mistake, parseDocument } from '../run/parse-document.js';
import { keptBy, namesIn } from './lesson.js';
import { MEASURES } from './measures.js';
import schema from './lesson.schema.js';

/** @import { FormProblem, Path } from '../run/parse-document.js' */
/** @import { Lesson, Step } from './lesson.js' */

/** Keys of the sentences in en.js and those of other languages.
 * @typedef {FormProblem | 'noName' | 'oneRight' | 'twice' | 'noNetwork' | 'tooLarge'} Problem */

/** Names that are measured or kept by then, and one right option. @param {Lesson} lesson */
function checkSense({ steps }) {
  /** @type {Set<string>} */
  const kept = new Set();
  steps.forEach((step, n) => {
    const path = ['steps', n];
    checkNames(namesIn(step.say), (name) => kept.has(name), [...path, 'say']);
    for (const name of keptBy(step)) kept.add(name);
    const isKnown = (/** @type {string} */ name) =>
      kept.has(name) || Object.hasOwn(MEASURES, name);
    step.claims.forEach((claim, at) => {
      for (const side of /** @type {const} */ (['left', 'right'])) {
        const name = claim[side];
        if (typeof name === 'string')
          checkNames([name], isKnown, [...path, 'claims', at, side]);
      }
    });
    checkNames(namesIn(step.see), isKnown, [...path, 'see']);
    checkOptions(step, path);
  });
}

/** @param {string[]} names @param {(name: string) => boolean} isKnown @param {Path} path */
function checkNames(names, isKnown, path) {
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new Mistake('noName', path, unknown);
}

/** @param {Step} step @param {Path} path */
function checkOptions({ options }, path) {
  if (!options) return;
  if (options.filter(({ right }) => right).length !== 1)
    throw new Mistake('oneRight', [...path, 'options']);
  const odd = options.findIndex(({ right, why }) => Boolean(right) === Boolean(why));
  if (odd >= 0) throw new Mistake('wrong', [...path, 'options', odd]);
}

/** @param {string} text of a file @returns {Lesson} throws a DocumentError<Problem> */
export const parseLesson = (text) =>
  parseDocument(text, schema, checkSense, DocumentError);
