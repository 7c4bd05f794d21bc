// SPDX-License-Identifier: MIT
// English: experiments, several runs that answer one question.
import forms from './forms.js';
import { counted } from '../phrases.js';

/** @typedef {string} S */
/** @typedef {Record<string, S>} Params */

/** @param {S} n */
const runs = (n) => counted(n, 'run', 'runs');
/** @param {S} n */
const workers = (n) => counted(n, 'worker', 'workers');

export default {
  title: 'Experiments',
  choose: 'Experiment',
  open: 'Open a file…',
  remove: 'Remove this file',
  removed: 'File removed, with its results.',
  measure: 'Measure',
  /** By the measure: its name, and its unit after a number. */
  measures: {
    loss: 'held-out loss',
    exact: 'whole answers right',
    train: 'training loss',
    time: 'milliseconds per step',
  },
  units: {
    loss: (/** @type {S} */ x) => `${x} nats`,
    exact: (/** @type {S} */ x) => x,
    train: (/** @type {S} */ x) => `${x} nats`,
    time: (/** @type {S} */ x) => `${x} ms`,
  },
  /** Of a difference. */
  gaps: {
    loss: (/** @type {S} */ x) => `${x} nats`,
    exact: (/** @type {S} */ x) => counted(x, 'percentage point', 'percentage points'),
    train: (/** @type {S} */ x) => `${x} nats`,
    time: (/** @type {S} */ x) => `${x} ms`,
  },
  measuredOn: {
    loss: (/** @type {S} */ windows) =>
      `Mean loss of ${counted(windows, 'held-out window', 'held-out windows')}`,
    exact: (/** @type {S} */ windows) =>
      `Share of ${windows} held-out answers that are right as a whole`,
    train: (/** @type {S} */ windows) =>
      `Mean loss of ${counted(windows, 'training window', 'training windows')}`,
    time: () => 'Time of this computer, with the other runs beside it',
  },
  after: (/** @type {S} */ what, /** @type {S} */ steps, /** @type {S} */ text) =>
    `${what}, after ${counted(steps, 'step', 'steps')} on ${text}.`,
  range: (/** @type {S} */ least, /** @type {S} */ most) => `${least} to ${most}`,

  start: (/** @type {S} */ n) => `Train ${runs(n)}`,
  goOn: (/** @type {S} */ n) => `Go on: ${runs(n)} left`,
  stop: 'Stop',
  discard: 'Discard results',
  discarded: 'Results discarded.',
  csv: 'CSV',
  copyLink: 'Link to this experiment',
  tooLong: 'This experiment is too long for a link: pass its file on.',
  cost: (/** @type {S} */ n, /** @type {S} */ steps, /** @type {S} */ lanes) =>
    `${runs(n)} of ${counted(steps, 'step', 'steps')}, on ${workers(lanes)}.`,
  done: (/** @type {S} */ n, /** @type {S} */ all) => `${n} of ${runs(all)} done`,
  left: (/** @type {S} */ time) => `, about ${time} left`,
  allDone: (/** @type {S} */ n) => `All ${n} runs are done.`,
  oneDone: 'The run is done.',
  other: (/** @type {S} */ title) =>
    `“${title}” is running; it stops where you train this one.`,
  paused: (/** @type {S} */ step) =>
    `Your own run is paused at step ${step}. Resume in the bar above trains it beside these.`,
  notKept: 'This browser does not keep the results: save the CSV before you leave.',
  failed: (/** @type {S} */ n, /** @type {S} */ why) => `${runs(n)} failed: ${why}`,

  /** A value on a line: Muon at 0.03; no positions (0.08). */
  at: (/** @type {S} */ line, /** @type {S} */ value) => `${line} at ${value}`,
  of: (/** @type {S} */ line, /** @type {S} */ value) => `${value} (${line})`,
  equals: (/** @type {S} */ name, /** @type {S} */ value) => `${name} = ${value}`,

  none: 'No run is done yet.',
  soFar: (/** @type {Params} */ { n, all, best, mean }) =>
    `So far, ${n} of ${all} runs: ${best} leads with ${mean}.`,
  once: 'Some values have one seed, so no spread yet. A lead is not a win before the seeds agree.',
  alone: (/** @type {Params} */ { best, mean }) => `${best}: ${mean}.`,
  clear: (/** @type {Params} */ { best, mean, other, gap, spread }) =>
    `Best: ${best}, ${mean}. It is ${gap} ahead of ${other}; seeds spread ${spread} at most.`,
  unclear: (/** @type {Params} */ { best, other, gap, spread }) =>
    `No difference shown between ${best} and ${other}: ${gap} apart, and seeds spread ${spread}.`,
  oneSeed: (/** @type {Params} */ { best, mean, other, gap }) =>
    `Best with one seed: ${best}, ${mean}, ${gap} ahead of ${other}. Without more seeds the spread is not known.`,
  same: (/** @type {Params} */ { best, mean, other }) =>
    `Equal with one seed: ${best} and ${other}, ${mean}.`,
  tied: (/** @type {S} */ names) =>
    `Not to be told from it, as their seeds overlap: ${names}.`,
  seeds: (/** @type {S} */ n) => (n === '1' ? 'One seed each.' : `${n} seeds each.`),
  diverged: (/** @type {S} */ names) => `Diverged: ${names}.`,
  ofSeeds: (/** @type {S} */ name, /** @type {S} */ n, /** @type {S} */ all) =>
    `${name} (${n} of ${counted(all, 'seed', 'seeds')})`,

  varied: 'Varied',
  seedsHead: 'Seeds',
  equal: 'Held equal',
  text: 'Text',
  preset: 'Example',
  tokens: 'Tokens of each run',
  conclusion: 'To remember',

  chart: (/** @type {S} */ measure, /** @type {S} */ axis) =>
    `${measure} by ${axis}. Arrow keys go from value to value.`,
  ranking: 'Ranking',
  rankHead: ['', 'Value', 'Seeds', 'Mean'],
  every: 'Every run',
  everyLook: 'Held-out loss by step, one line a seed; grey: all others.',
  dashed: 'Dashed: the training loss.',
  logarithmic: (/** @type {S} */ from, /** @type {S} */ to) =>
    `Steps from ${from} to ${to} on a logarithmic axis.`,
  spread: (/** @type {S} */ x) => `spread ${x}`,
  nOf: (/** @type {S} */ n, /** @type {S} */ all) => `${n} of ${all}`,
  waiting: 'waiting',
  training: (/** @type {S} */ share) => `training ${share}`,
  hasDiverged: 'diverged',
  hint: 'Point at a value, or choose one, for its numbers.',
  detail: (/** @type {Params} */ { name, mean, seeds }) =>
    `${name}: mean ${mean}. ${seeds}`,
  seed: (/** @type {S} */ seed, /** @type {S} */ value) => `Seed ${seed}: ${value}`,
  use: 'Use this setting',
  used: (/** @type {S} */ name) =>
    `Your model now has the settings of ${name}, with the first seed, and is untrained.`,

  /** Columns of the file. */
  columns: {
    seed: 'seed',
    steps: 'steps',
    heldOut: 'held-out loss',
    exact: 'whole answers right',
    train: 'training loss',
    time: 'ms per step',
    diverged: 'diverged',
    hash: 'SHA-256 of the weights',
  },

  problem: (/** @type {S} */ why) => `The experiment was not opened. ${why}`,
  /** By the key of what is wrong with a file. */
  problems: {
    ...forms,
    foreign: () => 'It does not say "glassformer": "experiment".',
    noAxis: (/** @type {Params} */ { line, where, name }) =>
      `Line ${line}: ${where} takes the axis’s values in ${name}, but vary has no values.`,
    tooMany: (/** @type {Params} */ { line, name }) =>
      `Line ${line}: these are ${name} runs; 256 are the most.`,
    noNetwork: () => 'It could not be read.',
  },
  noPreset: (/** @type {S} */ name) => `There is no example named ${name}.`,
  refused: (/** @type {S} */ value, /** @type {S} */ why) => `${value}: ${why}`,
  notText: 'It is not a text file.',
};
