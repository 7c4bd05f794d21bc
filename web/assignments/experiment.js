// SPDX-License-Identifier: MIT
// An experiment as an assignment: the learner's own seeds, its runs as they are handed in, and what
// may be asked of them.
import { configPresets, configSchema, sha256 } from '../../wasm/index.js';
import { baseOf, placeOfText } from '../experiments/base.js';
import { EXPERIMENTS } from '../experiments/built-in.js';
import { isSound, ranking, runsOf, verdictOf } from '../experiments/experiment.js';
import { ExperimentRunner } from '../experiments/runner.js';
import { textOf } from '../run/preset-text.js';
import { chosenBy, seedOf } from './assignment.js';

/** @import { Assignment, Outcome } from './assignment.js' */
/** @import { Answers } from './hand-in.js' */
/** @import { Session } from '../state/types.js' */
/** @import { Cell, Experiment, Result, Run } from '../experiments/experiment.js' */

/** A run as it is handed in; value null: it diverged.
 * @typedef {{ x: number, line: number, seed: number, steps: number, value: number | null,
 *   hash: string }} HandedRun */

/** @typedef {(options: { text: string, config: Record<string, any> }) => Promise<Session>}
 *   NewSession */

/** Of the page by its name, or one in the file. @param {Assignment} assignment
 * @returns {Experiment | undefined} */
export const experimentIn = ({ experiment }) =>
  typeof experiment === 'string'
    ? EXPERIMENTS.find(({ id }) => id === experiment)
    : experiment;

/** With the learner's own seeds, from that of the ID on, and the settings that were chosen; without
 * its conclusion, which would be the answer.
 * @param {Assignment} assignment @param {string} who @param {Answers} said
 * @returns {Promise<Experiment>} */
export async function experimentFor(assignment, who, said) {
  const found = /** @type {Experiment} */ (experimentIn(assignment));
  const first = await seedOf(assignment.name, who);
  const experiment = {
    ...found,
    id: assignment.name,
    settings: { ...found.settings, ...chosenBy(assignment, said) },
    seeds: found.seeds.map((_, n) => first + n),
  };
  delete experiment.conclusion;
  return experiment;
}

/** Trains runs again. @param {Experiment} experiment @param {NewSession} newSession
 * @param {(run: Run, n: number) => boolean} isWanted
 * @param {string} [presetText] instead of what comes with a preset
 * @returns {Promise<{ runs: Run[], results: Map<Run, Result>, engine: string }>} */
export async function trainRuns(experiment, newSession, isWanted, presetText = '') {
  const [presets, schema] = await Promise.all([configPresets(), configSchema()]);
  const runs = runsOf(experiment, baseOf(experiment, presets, schema));
  const place = placeOfText(experiment, runs[0].config, presets);
  const text = await textOf(place, presetText);
  let engine = '';
  const runner = new ExperimentRunner({
    runs: runs.filter(isWanted),
    measure: experiment.measure,
    open: async (config) => {
      const session = await newSession({ text, config });
      engine = session.info.version;
      return session;
    },
  });
  await runner.start(1);
  const [failure] = runner.failures.values();
  if (failure) throw failure;
  return { runs, results: runner.results, engine };
}

/** @param {Result} result @returns {HandedRun} */
export const handed = ({ run: { x, line, seed }, steps, value, isDiverged, hash }) => ({
  ...{ x, line, seed, steps },
  ...{ value: isDiverged ? null : value, hash },
});

/** What came of all runs, in their order.
 * @param {Experiment} experiment @param {Result[]} results @param {string} engine
 * @returns {Promise<Outcome>} */
export async function outcomeOfRuns(experiment, results, engine) {
  const runs = results.map(handed);
  return {
    steps: runs.reduce((sum, run) => sum + run.steps, 0),
    measures: measuresOfRuns(experiment, runs),
    // Not in what is handed in. Those of the first run alone: it is always trained again.
    lastLosses: [results[0].trainLoss, ...results[0].curve.loss],
    weights: await hashOfRuns(runs),
    engine,
    runs,
  };
}

/** @param {HandedRun[]} runs */
export const hashOfRuns = (runs) => sha256(runs.map(({ hash }) => hash).join(' '));

/** Best first. @param {Experiment} experiment @param {HandedRun[]} runs @returns {Cell[]} */
export const rankedRuns = (experiment, runs) =>
  ranking(
    experiment,
    runs.map((run) => ({ run, value: run.value ?? NaN })),
  );

/** What an assignment with an experiment may ask for. @typedef {typeof OF_RUNS[number]} OfRuns */
export const OF_RUNS = /** @type {const} */ ([
  'best',
  'bestLine',
  'bestMean',
  'gap',
  'spread',
  'isClear',
  'nDiverged',
]);

/** @param {Experiment} experiment @param {HandedRun[]} runs
 * @returns {Record<OfRuns, number | null>} */
export function measuresOfRuns(experiment, runs) {
  const ranked = rankedRuns(experiment, runs);
  const best = ranked.find(isSound);
  const verdict = verdictOf(ranked);
  return {
    best: best?.x ?? null,
    bestLine: best?.line ?? null,
    bestMean: best?.mean ?? null,
    gap: verdict?.gap ?? null,
    spread: verdict?.spread ?? null,
    isClear: verdict ? Number(verdict.isClear) : null,
    nDiverged: runs.filter(({ value }) => value === null).length,
  };
}
