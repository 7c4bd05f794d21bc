// SPDX-License-Identifier: MIT
// The results of an experiment as a table: a row a run, in the order of the runs.
import { MEASURES } from './measures.js';
import { linesOf, valuesOf } from '../../experiments/experiment.js';
import { phrase } from '../../experiments/phrase.js';

/** Milliseconds have so many decimals. */
const DECIMALS = 3;

/** @param {import('../../experiments/experiments.js').Entry} entry
 * @param {import('./sentences.js').Speech} speech
 * @returns {Record<string, (string | number | null)[]>} */
export function csvColumns({ experiment, runner }, speech) {
  const { columns } = speech.w;
  const done = runner.runs.flatMap((run) => runner.results.get(run) ?? []);
  const lines = linesOf(experiment).map(({ label }) => phrase(label, speech.lang));
  const values = valuesOf(experiment).map(({ label }) => phrase(label, speech.lang));
  const number = (/** @type {number} */ x) => (Number.isFinite(x) ? x : null);
  const exact = experiment.measure === 'exact';
  return {
    ...(experiment.lines && {
      [phrase(experiment.lines.label, speech.lang)]: done.map(
        ({ run }) => lines[run.line],
      ),
    }),
    [phrase(experiment.vary.label, speech.lang)]: done.map(({ run }) => values[run.x]),
    [columns.seed]: done.map(({ run }) => run.seed),
    [columns.steps]: done.map(({ steps }) => steps),
    ...(exact && { [columns.exact]: done.map(({ value }) => number(value)) }),
    [columns.heldOut]: done.map((result) => number(MEASURES.loss.of(result))),
    [columns.train]: done.map(({ trainLoss }) => number(trainLoss)),
    [columns.time]: done.map((result) => {
      const ms = number(MEASURES.time.of(result));
      return ms === null ? null : Number(ms.toFixed(DECIMALS));
    }),
    [columns.diverged]: done.map(({ isDiverged }) => Number(isDiverged)),
    [columns.hash]: done.map(({ hash }) => hash),
  };
}
