// SPDX-License-Identifier: MIT
// Experiments of the reader's own, and what came of runs, kept by the browser. What stands there
// may be of another version, or another script's: it is used as far as it is valid.
import { has, isText, listOf, parsed } from '../run/fields.js';
import { fnv1a } from '../run/fnv1a.js';
import { readPreference, writePreference } from '../state/preferences.js';

/** @import { Experiment, Result, Run } from './experiment.js' */

const KEY = 'glassformer.experiments';

/** The one looked at last, and keys of the reader's own.
 * @typedef {{ last: string, own: string[] }} Index */

/** Without the run's settings, which follow from the experiment; JSON has no NaN.
 * @typedef {Omit<Result, 'run' | 'value' | 'trainLoss'>
 *   & { x: number, line: number, seed: number, value: number | null,
 *   trainLoss: number | null }} Entry */

/** Another file of the same id has results of its own. @param {Experiment} experiment */
export function keyOf({ title: _, question: __, conclusion: ___, ...same }) {
  return `${same.id}.${fnv1a(JSON.stringify(same)).toString(16)}`;
}

/** @param {string} name */
const read = (name) => parsed(readPreference(name) ?? '');

/** @returns {Index} */
export function readIndex() {
  const { last, own } = read(KEY) ?? {};
  return {
    last: isText(last) ? last : '',
    own: Array.isArray(own) ? own.filter(isText) : [],
  };
}

/** Read again first: another tab may have written. @param {(index: Index) => Index} change */
export const changeIndex = (change) =>
  writePreference(KEY, JSON.stringify(change(readIndex())));

const fileOf = (/** @type {string} */ key) => `${KEY}.${key}.file`;
const resultsOf = (/** @type {string} */ key) => `${KEY}.${key}`;

/** @param {string} key @returns {string} the file of one's own experiment, '' if there is none */
export const readFile = (key) => readPreference(fileOf(key)) ?? '';

/** @param {string} key @param {string} file */
export function keepFile(key, file) {
  const isKept = writePreference(fileOf(key), file);
  const isListed = changeIndex(({ last, own }) => ({
    last,
    own: [...own.filter((each) => each !== key), key],
  }));
  return isKept && isListed;
}

/** @param {string} key */
export function forget(key) {
  changeIndex(({ last, own }) => ({ last, own: own.filter((each) => each !== key) }));
  for (const name of [fileOf(key), resultsOf(key)]) writePreference(name, null);
}

/** @param {string} key @param {Iterable<Result>} results @returns {boolean} whether they are kept */
export function keepResults(key, results) {
  const entries = [...results].map(({ run: { x, line, seed }, ...rest }) => ({
    ...{ x, line, seed },
    ...rest,
  }));
  return writePreference(resultsOf(key), JSON.stringify(entries));
}

const areNumbers = listOf(Number.isFinite);
const isWhole = has({
  ...{ x: Number.isFinite, line: Number.isFinite, seed: Number.isFinite, hash: isText },
  ...{ steps: Number.isFinite, seconds: Number.isFinite },
  curve: has({
    ...{ step: areNumbers, loss: areNumbers },
    train: (train) => train === undefined || areNumbers(train),
  }),
});
/** @param {any} entry @returns {entry is Entry} */
const isEntry = (entry) =>
  isWhole(entry) &&
  (entry.isDiverged === true || areNumbers([entry.value, entry.trainLoss]));

/** @param {{ x: number, line: number, seed: number }} run */
const nameOf = ({ x, line, seed }) => `${x} ${line} ${seed}`;

/** @param {string} key @param {Run[]} runs @returns {Map<Run, Result>} of those that have one */
export function readResults(key, runs) {
  const entries = read(resultsOf(key));
  const known = new Map(
    (Array.isArray(entries) ? entries : [])
      .filter(isEntry)
      .map((entry) => [nameOf(entry), entry]),
  );
  /** @type {Map<Run, Result>} */
  const results = new Map();
  for (const run of runs) {
    const entry = known.get(nameOf(run));
    if (!entry) continue;
    const { steps, seconds, hash, isDiverged, curve } = entry;
    const [value, trainLoss] = [entry.value ?? NaN, entry.trainLoss ?? NaN];
    const measured = { value, trainLoss, steps, seconds };
    results.set(run, { run, ...measured, hash, isDiverged, curve });
  }
  return results;
}
