// SPDX-License-Identifier: MIT
// What is said of an experiment: what it compares, and what its results show.
import {
  isSound,
  linesOf,
  ties,
  valuesOf,
  verdictOf,
} from '../../experiments/experiment.js';
import { phrase } from '../../experiments/phrase.js';
import { RefusedRun, UnknownPreset } from '../../experiments/experiments.js';
import { DocumentError } from '../../run/fetch-document.js';
import { TextError } from '../../run/texts.js';
import { errorText } from '../../i18n/engine-text.js';
import { settingValue, writtenValue } from '../../run/settings.js';
import { MEASURES, writeGaps } from './measures.js';

/** @import { Format } from '../../i18n/format.js' */
/** @import { Strings } from '../../i18n/index.js' */
/** @import { Cell, Experiment, Run } from '../../experiments/experiment.js' */
/** @import { Entry } from '../../experiments/experiments.js' */
/** @import { Measure } from './measures.js' */

/** @typedef {typeof import('../../i18n/en/experiments.js').default} Words */

/**
 * How a reader is spoken to.
 * @typedef {object} Speech
 * @property {Words} w @property {Format} format @property {string} lang
 */

/** @param {number | string | boolean} value @param {Format} format */
const written = (value, format) => String(writtenValue(value, format));

/** Words of a label; one that is a number is written as numbers are.
 * @param {import('../../experiments/experiment.js').Words} label @param {Speech} speech */
function labelled(label, { format, lang }) {
  const words = phrase(label, lang);
  return /^-?\d+(\.\d+)?$/.test(words) ? written(Number(words), format) : words;
}

/** Of each value of the axis. @param {Experiment} experiment @param {Speech} speech */
export const valueNames = (experiment, speech) =>
  experiment.vary.values?.map((value) => written(value, speech.format)) ??
  valuesOf(experiment).map(({ label }) => labelled(label, speech));

/** @param {Experiment} experiment @param {Speech} speech */
export const lineNames = (experiment, speech) =>
  linesOf(experiment).map(({ label }) => labelled(label, speech));

/** "Muon at 0.03", "no positions (0.08)", "sequences in a batch = 4"
 * @param {Experiment} experiment @param {{ x: number, line: number }} cell
 * @param {Speech} speech */
export function cellName(experiment, { x, line }, speech) {
  const { w, lang } = speech;
  const value = valueNames(experiment, speech)[x];
  const isSetting = Boolean(experiment.vary.values);
  if (!experiment.lines)
    return isSetting ? w.equals(phrase(experiment.vary.label, lang), value) : value;
  const name = lineNames(experiment, speech)[line];
  return isSetting ? w.at(name, value) : w.of(name, value);
}

/** Steps of its runs: "300" or "75 to 1,200". @param {Run[]} runs
 * @param {import('../../state/types.js').SettingRow[]} schema @param {Speech} speech */
export function stepsOf(runs, schema, { w, format }) {
  const all = runs.map(({ config }) => settingValue(schema, config, 'max_steps'));
  const steps = all.map(Number);
  const least = format.integer(Math.min(...steps));
  const most = format.integer(Math.max(...steps));
  return least === most ? least : w.range(least, most);
}

/**
 * The sentence that answers the question, and what belongs to it.
 * @param {Entry} entry @param {Measure} measure @param {Cell[]} ranked best first
 * @param {Speech} speech @returns {{ lead: string, also: string[] }}
 */
export function verdictWords({ experiment, runner }, measure, ranked, speech) {
  const { w, format } = speech;
  const { runs, results, isDone } = runner;
  if (results.size === 0) return { lead: w.none, also: [] };
  const name = (/** @type {Cell} */ cell) => cellName(experiment, cell, speech);
  const also = isDone ? doneWords(ranked, name, speech) : [];
  const diverged = ranked.filter((cell) => !isSound(cell));
  if (diverged.length > 0) also.push(divergedWords(diverged, name, speech));
  const best = ranked.find(isSound);
  if (!best) return { lead: also.pop() ?? '', also };
  const unit = w.units[measure];
  const mean = `${w.measures[measure]} ${unit(MEASURES[measure].write(format, best.mean))}`;
  if (!isDone) {
    if (Math.min(...ranked.map(({ n }) => n)) < 2 && experiment.seeds.length > 1)
      also.push(w.once);
    const [n, all] = [results.size, runs.length].map((x) => format.integer(x));
    return { lead: w.soFar({ n, all, best: name(best), mean }), also };
  }
  const verdict = verdictOf(ranked);
  if (!verdict) return { lead: w.alone({ best: name(best), mean }), also };
  const gaps = writeGaps(measure, format, [verdict.gap, verdict.spread]);
  const [gap, spread] = gaps.map(w.gaps[measure]);
  const said = { best: name(best), mean, other: name(verdict.other), gap, spread };
  const isOne = Math.min(best.n, verdict.other.n) < 2;
  const ofOne = verdict.gap > 0 ? w.oneSeed : w.same;
  const say = isOne ? ofOne : verdict.isClear ? w.clear : w.unclear;
  return { lead: say(said), also };
}

/** @param {Cell[]} ranked @param {(cell: Cell) => string} name @param {Speech} speech */
function doneWords(ranked, name, { w, format }) {
  const sound = ranked.filter(isSound);
  const tied = sound.length > 1 && sound[0].n > 1 ? ties(sound) : [];
  const n = Math.min(...sound.map((cell) => cell.n));
  return [
    ...(tied.length > 0 ? [w.tied(tied.map(name).join(', '))] : []),
    ...(sound.length > 0 ? [w.seeds(format.integer(n))] : []),
  ];
}

/** What the curves of all runs show. @param {Entry} entry @param {Speech} speech */
export function curveWords({ experiment: { curves }, runner }, { w, format }) {
  const results = [...runner.results.values()];
  const steps = results.flatMap(({ curve }) => curve.step).filter((n) => n > 0);
  const isLogarithmic = curves?.steps === 'logarithmic' && steps.length > 0;
  const [from, to] = [Math.min(...steps), Math.max(...steps)];
  return [
    w.everyLook,
    ...(curves?.training ? [w.dashed] : []),
    ...(isLogarithmic ? [w.logarithmic(format.integer(from), format.integer(to))] : []),
  ].join(' ');
}

/** @param {Cell[]} cells @param {(cell: Cell) => string} name @param {Speech} speech */
const divergedWords = (cells, name, { w, format }) =>
  w.diverged(
    cells
      .map((cell) =>
        w.ofSeeds(
          name(cell),
          format.integer(cell.nDiverged),
          format.integer(cell.nDiverged + cell.n),
        ),
      )
      .join(', '),
  );

/** What a line that takes the axis's values in a setting of its own has in the axis's: all its runs
 * share it. @param {Experiment} experiment @param {Speech} speech */
function heldOnLines({ settings = {}, ...experiment }, speech) {
  const { setting, times = {} } = experiment.vary;
  const keys = [setting ?? '', ...Object.keys(times)].filter((key) => key in settings);
  const names = lineNames(experiment, speech);
  return linesOf(experiment).flatMap((line, n) => {
    const moves = line.setting
      ? [line.setting, ...Object.keys(line.times ?? {})]
      : keys;
    return keys
      .filter((key) => !moves.includes(key))
      .map((key) => ({
        key,
        line: names[n],
        value: line.settings?.[key] ?? settings[key],
      }));
  });
}

/** The settings that all runs share: label and value.
 * @param {Experiment} all @param {Strings} t @param {Speech} speech
 * @returns {[string, string][]} */
export function heldEqual(all, t, speech) {
  const { settings = {}, tokens, ...experiment } = all;
  const { w, format } = speech;
  const options = [
    ...valuesOf({ ...experiment, settings }),
    ...linesOf({ ...experiment, settings }),
  ];
  const varied = new Set(
    options.flatMap((option) => [
      ...Object.keys(option.settings ?? {}),
      ...Object.keys(option.times ?? {}),
      option.setting,
    ]),
  );
  if (tokens) varied.add('max_steps');
  const shared = Object.entries(settings).filter(([key]) => !varied.has(key));
  const label = (/** @type {string} */ key) => t.settings.labels[key] ?? key;
  /** @type {[string, string][]} */
  const equal = shared.map(([key, value]) => [label(key), written(value, format)]);
  for (const { key, line, value } of heldOnLines(all, speech))
    equal.push([w.of(line, label(key)), written(value, format)]);
  if (tokens) equal.push([w.tokens, format.integer(tokens)]);
  return equal;
}

/** Why a file, or a run, is not what it should be. @param {any} error
 * @param {Speech & { t: Strings }} speech */
export function problemWords(error, speech) {
  const { w, format, t } = speech;
  if (error instanceof UnknownPreset) return w.noPreset(error.message);
  if (error instanceof TextError)
    return error.code === 'no-network' ? w.problems.noNetwork() : w.notText;
  if (error instanceof DocumentError)
    return /** @type {Record<string, (params: Record<string, string>) => string>} */ (
      w.problems
    )[error.key](error.params);
  if (error instanceof RefusedRun)
    return w.refused(
      cellName(error.experiment, error.run, speech),
      errorText(error.error, { t, format }),
    );
  return errorText(error, { t, format });
}
