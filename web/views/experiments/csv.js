// SPDX-License-Identifier: MIT
// The results of an experiment as a table: a row a run, in the order of the runs.
import { MEASURES } from './measures.js';
import { linesOf, valuesOf } from '../../experiments/experiment.js';
import { phrase } from '../../experiments/phrase.js';

/** @import { Column } from '../../draw/series.js' */

/** Milliseconds have so many decimals. */
const DECIMALS = 3;

/** @param {import('../../experiments/experiments.js').Entry} entry
 * @param {import('./sentences.js').Speech} speech
 * @returns {Column[]} */
export function csvColumns({ experiment, runner }, speech) {
  const { columns } = speech.w;
  const done = runner.runs.flatMap((run) => runner.results.get(run) ?? []);
  const lines = linesOf(experiment).map(({ label }) => phrase(label, speech.lang));
  const values = valuesOf(experiment).map(({ label }) => phrase(label, speech.lang));
  const number = (/** @type {number} */ x) => (Number.isFinite(x) ? x : null);
  const exact = experiment.measure === 'exact';
  /** @param {string} name @param {(result: typeof done[number]) => string | number | null} of
   * @returns {Column} */
  const column = (name, of) => [name, done.map(of)];
  return [
    ...(experiment.lines
      ? [
          column(
            phrase(experiment.lines.label, speech.lang),
            ({ run }) => lines[run.line],
          ),
        ]
      : []),
    column(phrase(experiment.vary.label, speech.lang), ({ run }) => values[run.x]),
    column(columns.seed, ({ run }) => run.seed),
    column(columns.steps, ({ steps }) => steps),
    ...(exact ? [column(columns.exact, ({ value }) => number(value))] : []),
    column(columns.heldOut, (result) => number(MEASURES.loss.of(result))),
    column(columns.train, ({ trainLoss }) => number(trainLoss)),
    column(columns.time, (result) => {
      const ms = number(MEASURES.time.of(result));
      return ms === null ? null : Number(ms.toFixed(DECIMALS));
    }),
    column(columns.diverged, ({ isDiverged }) => Number(isDiverged)),
    column(columns.hash, ({ hash }) => hash),
  ];
}
