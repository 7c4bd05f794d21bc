// SPDX-License-Identifier: MIT
// An experiment: what its JSON file holds (experiment.schema.js), the runs that answer its
// question, and what their results say. src/cli/experiment.c reads the same files.

/** @import { Settings } from '../state/types.js' */
/** @typedef {string | Record<string, string>} Words */
/** @typedef {{ label: Words, settings?: Settings, setting?: string,
 *   times?: Record<string, number> }} Option */
/** @typedef {{ label: Words, setting?: string, values?: (number | string | boolean)[],
 *   times?: Record<string, number>, options?: Option[] }} Axis */

/**
 * @typedef {object} Experiment
 * @property {string} id
 * @property {Words} title
 * @property {Words} question
 * @property {Words} [conclusion]
 * @property {string} [preset]
 * @property {Settings} [settings]
 * @property {string} [text]
 * @property {Axis} vary
 * @property {{ label: Words, options: Option[] }} [lines]
 * @property {number[]} seeds
 * @property {number} [tokens]
 * @property {'loss' | 'exact'} [measure]
 * @property {{ steps?: 'linear' | 'logarithmic', training?: boolean }} [curves]
 */

/** x: number of the value on the axis; line: of the line.
 * @typedef {{ x: number, line: number, seed: number, config: Settings }} Run */

/** A value on a line, by their numbers. @typedef {{ x: number, line: number }} At */

/** What came of a run. `value`: what the experiment measures, NaN of one that diverged; `seconds`
 * on this computer; `curve`: held-out losses by step, and of training, of the batch of that step (of the
 * next one at step 0); `hash`: SHA-256 of the weights.
 * @typedef {{ run: Run, value: number, trainLoss: number, steps: number, seconds: number,
 *   hash: string, isDiverged: boolean, curve: Curve }} Result */

/** @typedef {{ step: number[], loss: number[], train?: number[] }} Curve */

/** The seeds of one value on one line: n with a value, and those that diverged.
 * @typedef {{ x: number, line: number, n: number, nDiverged: number, mean: number, low: number,
 *   high: number }} Cell */

/** What differs along the axis. @param {Experiment} experiment @returns {Option[]} */
export function valuesOf({ vary }) {
  const { setting = '', values = [], times, options } = vary;
  return (
    options ??
    values.map((value) => ({
      label: String(value),
      settings: settingsOf(setting, value, times),
    }))
  );
}

/** @param {string} setting @param {number | string | boolean} value
 * @param {Record<string, number>} [times] @returns {Settings} */
const settingsOf = (setting, value, times = {}) => ({
  [setting]: value,
  ...Object.fromEntries(
    Object.entries(times).map(([name, factor]) => [name, factor * Number(value)]),
  ),
});

/** Without lines there is one, which says nothing. @param {Experiment} experiment
 * @returns {Option[]} */
export const linesOf = ({ lines }) => lines?.options ?? [{ label: '' }];

/** All values with the first seed, then with the next: a whole picture stands after the first.
 * @param {Experiment} experiment @param {Settings} base the preset's, with the engine's defaults
 * @returns {Run[]} */
export function runsOf(experiment, base) {
  const { seeds, settings, tokens, vary } = experiment;
  const xs = valuesOf(experiment);
  return seeds.flatMap((seed) =>
    xs.flatMap((option, x) =>
      linesOf(experiment).map((own, line) => {
        const value = vary.values?.[x];
        const varied =
          own.setting && value !== undefined
            ? settingsOf(own.setting, value, own.times)
            : option.settings;
        /** @type {Settings} */
        const config = { ...base, ...settings, ...own.settings, ...varied, seed };
        if (tokens) config.max_steps = stepsFor(tokens, config);
        return { x, line, seed, config };
      }),
    ),
  );
}

/** @param {number} tokens @param {Settings} config */
const stepsFor = (tokens, { batch_size, block_size }) =>
  Math.max(1, Math.round(tokens / (Number(batch_size) * Number(block_size))));

// ------------------------------------------------------------------- results

/** @param {{ run: { x: number, line: number }, value: number }[]} results
 * @returns {Cell[]} those with a result, best first; what diverged with some seeds comes after all that did not
 * @param {Experiment} experiment */
export function ranking(experiment, results) {
  /** @type {Map<string, Cell & { sum: number }>} */
  const cells = new Map();
  for (const { run, value } of results) {
    const key = `${run.x} ${run.line}`;
    const cell = cells.get(key) ?? {
      ...{ x: run.x, line: run.line, n: 0, nDiverged: 0, sum: 0 },
      ...{ mean: NaN, low: Infinity, high: -Infinity },
    };
    cells.set(key, cell);
    if (Number.isNaN(value)) {
      cell.nDiverged++;
      continue;
    }
    cell.n++;
    cell.sum += value;
    cell.mean = cell.sum / cell.n;
    cell.low = Math.min(cell.low, value);
    cell.high = Math.max(cell.high, value);
  }
  const sign = experiment.measure === 'exact' ? -1 : 1;
  return [...cells.values()].sort(
    (a, b) => a.nDiverged - b.nDiverged || sign * (a.mean - b.mean) || 0,
  );
}

/** The best value against the best of the other lines, or where there is one line against the
 * next value. `isClear`: they are further apart than twice the wider spread of their seeds.
 * @typedef {{ best: Cell, other: Cell, gap: number, spread: number, isClear: boolean }} Verdict */

/** Seeds beyond which a gap counts, in spreads. */
const CLEAR = 2;

/** @param {Cell} cell none of its seeds diverged */
export const isSound = ({ nDiverged }) => nDiverged === 0;

/** @param {Cell[]} ranked best first @returns {Verdict | null} null: nothing to compare */
export function verdictOf(ranked) {
  const sound = ranked.filter(isSound);
  const [best, ...others] = sound;
  const hasLines = sound.some(({ line }) => line !== best?.line);
  const other = others.find(({ line }) => !hasLines || line !== best.line);
  if (!best || !other) return null;
  const gap = Math.abs(other.mean - best.mean);
  const spread = Math.max(best.high - best.low, other.high - other.low);
  const isKnown = Math.min(best.n, other.n) > 1;
  return { best, other, gap, spread, isClear: isKnown && gap > CLEAR * spread };
}

/** Those that cannot be told from the best: the ranges of their seeds overlap, or too few seeds
 * are there to say. @param {Cell[]} ranked best first */
export const ties = ([best, ...others]) =>
  others.filter(
    (cell) =>
      isSound(cell) &&
      (Math.min(cell.n, best.n) < 2 ||
        (cell.low <= best.high && best.low <= cell.high)),
  );
