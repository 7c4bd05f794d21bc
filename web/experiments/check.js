// SPDX-License-Identifier: MIT
// Whether a JSON file is an experiment, and where not: by experiment.schema.js, then what it
// cannot say.
import { DocumentError } from '../run/fetch-document.js';
import { Mistake, parseDocument } from '../run/parse-document.js';
import { linesOf, valuesOf } from './experiment.js';
import schema from './experiment.schema.js';

/** @import { Experiment } from './experiment.js' */

/** Runs of one experiment. */
export const MAX_RUNS = 256;

/** Keys of the sentences in the catalogues.
 * @typedef {import('../run/parse-document.js').FormProblem | 'noAxis' | 'tooMany' | 'noNetwork'
 *   | 'tooLarge'} Problem */

/** @extends {DocumentError<Problem>} */
export class ExperimentError extends DocumentError {}

/** @param {Experiment} experiment */
function checkSense(experiment) {
  const { vary, seeds } = experiment;
  linesOf(experiment).forEach(({ setting }, n) => {
    // A line's own setting takes the values of the axis, which has to have some.
    if (setting && !vary.values)
      throw new Mistake('noAxis', ['lines', 'options', n], setting);
  });
  const n = valuesOf(experiment).length * linesOf(experiment).length * seeds.length;
  if (n > MAX_RUNS) throw new Mistake('tooMany', ['seeds'], String(n));
}

/** @param {string} text of a file @returns {Experiment} throws an ExperimentError */
export const parseExperiment = (text) =>
  parseDocument(text, schema, checkSense, ExperimentError);
