// SPDX-License-Identifier: MIT
// What a run is measured by, and how the numbers are written.
import { ranking } from '../../experiments/experiment.js';

/** @import { Format } from '../../i18n/format.js' */
/** @import { Cell, Experiment, Result } from '../../experiments/experiment.js' */
/** @import { Entry } from '../../experiments/experiments.js' */

/** @typedef {'loss' | 'exact' | 'train' | 'time'} Measure */

const MS = 1000;
const PERCENT = 100;
const DECIMALS = 3;
/** Of differences, at least and at most. @type {Record<Measure, number>} */
const LEAST_DECIMALS = { loss: 2, exact: 0, train: 2, time: 0 };
const MOST_DECIMALS = 5;

/**
 * @typedef {object} Rule
 * @property {(result: Result) => number} of NaN where it diverged
 * @property {(format: Format, x: number) => string} write
 * @property {(format: Format, x: number) => string} exactly
 */

/** @param {Format} format @param {number} x */
const nats = (format, x) => format.loss(x);
/** @param {Format} format @param {number} x */
const exactNats = (format, x) => format.fixed(x, DECIMALS);

/** @type {Record<Measure, Rule>} */
export const MEASURES = {
  loss: {
    of: ({ curve, isDiverged }) => (isDiverged ? NaN : (curve.loss.at(-1) ?? NaN)),
    write: nats,
    exactly: exactNats,
  },
  exact: {
    of: ({ value }) => value,
    write: (format, x) => format.percent(x),
    exactly: (format, x) => format.share(x),
  },
  train: { of: ({ trainLoss }) => trainLoss, write: nats, exactly: exactNats },
  time: {
    of: ({ seconds, steps, isDiverged }) =>
      isDiverged ? NaN : (MS * seconds) / Math.max(1, steps),
    write: (format, x) => format.small(x),
    exactly: (format, x) => format.small(x),
  },
};

/** Of an experiment; the first is its own. @param {Experiment} experiment @returns {Measure[]} */
export const measuresOf = ({ measure }) =>
  measure === 'exact' ? ['exact', 'loss', 'train', 'time'] : ['loss', 'train', 'time'];

/** Differences that stand beside each other, with as many decimals: the smallest that is not 0 has
 * a digit. @param {Measure} measure @param {Format} format @param {number[]} gaps
 * @returns {string[]} */
export function writeGaps(measure, format, gaps) {
  const all = gaps.map((x) => (measure === 'exact' ? PERCENT * x : x));
  const least = Math.min(...all.filter((x) => x >= 10 ** -MOST_DECIMALS));
  // A rounding of the difference costs no decimal.
  const needed = -Math.floor(Math.log10(least) + 1e-9);
  const decimals = Math.max(needed, LEAST_DECIMALS[measure]);
  return all.map((x) => format.fixed(x, decimals));
}

/** @param {Pick<Entry, 'experiment' | 'runner'>} entry @param {Measure} measure
 * @returns {{ results: Result[], ranked: Cell[] }} */
export function rankedBy({ experiment, runner }, measure) {
  const { of } = MEASURES[measure];
  const results = [...runner.results.values()];
  const all = results.map((result) => ({ ...result, value: of(result) }));
  const rule = measure === 'exact' ? 'exact' : 'loss';
  return { results: all, ranked: ranking({ ...experiment, measure: rule }, all) };
}
