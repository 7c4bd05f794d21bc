// SPDX-License-Identifier: MIT
// An experiment of two learning rates, and results as its runs would leave them.
import { parseExperiment } from '../../../web/experiments/check.js';
import { runsOf } from '../../../web/experiments/experiment.js';

/** @import { Experiment, Result } from '../../../web/experiments/experiment.js' */

export const RATES = {
  label: 'rate',
  setting: 'learning_rate',
  values: [0.001, 0.01],
};
export const OPTIMIZERS = {
  label: 'optimizer',
  options: [{ label: 'AdamW' }, { label: 'Muon', settings: { optimizer: 'muon' } }],
};

/** As a file has it. @param {object} [more] @returns {Experiment} */
export const experiment = (more = {}) =>
  parseExperiment(
    JSON.stringify({
      ...{ glassformer: 'experiment', version: 1, id: 'x', title: 'X', question: '?' },
      ...{ vary: RATES, seeds: [1, 2], ...more },
    }),
  );

/** Results in the order of the runs; NaN: it diverged, null: not done.
 * @param {Experiment} each @param {(number | null)[]} values */
export function entryOf(each, values) {
  const runs = runsOf(each, { batch_size: 2, block_size: 8, max_steps: 300 });
  const results = new Map(
    runs.flatMap((run, n) => {
      const value = values[n] ?? null;
      if (value === null) return [];
      const isDiverged = Number.isNaN(value);
      /** @type {Result} */
      const result = {
        ...{ run, value, trainLoss: value / 2, steps: isDiverged ? 7 : 300 },
        ...{ seconds: 3, hash: isDiverged ? '' : `hash${n}`, isDiverged },
        curve: { step: [0, 300], loss: [4, isDiverged ? 4 : value] },
      };
      return [[run, result]];
    }),
  );
  const runner = {
    runs,
    results,
    isDone: results.size === runs.length,
    active: new Map(),
  };
  return /** @type {import('../../../web/experiments/experiments.js').Entry} */ (
    /** @type {unknown} */ ({ experiment: each, runner })
  );
}
