// SPDX-License-Identifier: MIT
// The English words of assignments.
import forms from '../i18n/en/forms.js';

/** @import { Problem } from './check.js' */

/** @type {Record<Problem, (params: Record<string, string>) => string>} */
const problems = {
  ...forms,
  foreign: () =>
    'This file is not an assignment: it does not begin with "glassformer": "assignment".',
  noQuestion: ({ line, name }) => `Line ${line}: there is no question "${name}".`,
  twice: ({ line, name }) => `Line ${line}: "${name}" is there already.`,
  noExperiment: ({ line, name }) =>
    `Line ${line}: there is no experiment "${name}" in the page.`,
  inExperiment: ({ line, name }) =>
    `Line ${line}: the experiment is not one; see its ${name}.`,
  unnamed: () =>
    'This link does not name an assignment. Check the link your teacher gave you.',
  notFound: ({ name }) =>
    `There is no assignment "${name}" here. Check the link your teacher gave you.`,
  noNetwork: ({ name }) =>
    `The assignment could not be fetched from ${name}. The page may fetch from its own site only.`,
  headsOff: () =>
    'A head was switched off while the model trained, so it is another model. Train again.',
};

export default {
  lang: 'en',
  problems,
  assignment: 'Assignment',
  fetching: 'Fetching the assignment …',
  who: 'Your ID, as your teacher knows it',
  use: 'Use this ID',
  /** @param {string} who @param {string} seed */
  seeded: (who, seed) => `${who}, seed ${seed}`,
  why: 'The seed is derived from your ID: your model is your own, and training again gives the same one.',
  before: 'Predict first',
  after: 'After training',
  number: 'Number',
  trainRuns: (/** @type {string} */ n) => `Train ${n} runs`,
  goOnRuns: 'Continue with the runs',
  trainedRuns: (/** @type {string} */ n) => `Trained ${n} runs`,
  inLab:
    'The runs are in the lab, tab Experiments: look at the answer, the chart and every run there.',
  paused: 'Training is paused.',
  train: (/** @type {string} */ steps) => `Train ${steps} steps`,
  training: 'Training …',
  goOn: 'Continue training',
  trained: (/** @type {string} */ steps) => `Trained ${steps} steps`,
  again: 'Train again',
  loss: 'Training loss',
  heldOut: 'Validation loss',
  look: 'The model is on the screen: look into it, write with it, switch heads off. Nothing you do now changes what is handed in.',
  gone: 'These numbers are from an earlier visit. Train again to have the model on the screen.',
  measure: 'Measure the model on the screen',
  off: 'Heads off',
  noneOff: 'none',
  handIn: 'Hand in',
  fixed: 'Once you hand in, your answers stay as they are.',
  missing: (/** @type {string} */ n) =>
    n === '1' ? 'One answer is missing.' : `${n} answers are missing.`,
  shown: 'This is the whole file. It is saved on your machine; nothing is sent.',
  save: 'Save the file',
  report: 'Report to print',
  /** @param {string} from @param {string} to */
  range: (from, to) => `from ${from} to ${to}`,
  /** @param {string} least */
  least: (least) => `at least ${least} characters`,
  rubric: 'What it is worth',
  points: (/** @type {string} */ n) => (n === '1' ? '1 point' : `${n} points`),
  close: 'Close',
  /** Of measures that no lesson has, in the report. @type {Record<string, string>} */
  measures: {
    withoutCopier: 'Guesses by the letter without the head that copies',
    withoutPrevious: 'Guesses by the letter without the head that attends one back',
    leastWithoutHead:
      'Guesses by the letter without the head of layer 1 that matters most',
    best: 'Best value',
    bestLine: 'Best line',
    bestMean: 'Mean of the best over its seeds',
    gap: 'Lead over the next best',
    spread: 'Widest spread of the seeds',
    isClear: 'Difference shown (1: yes)',
    nDiverged: 'Runs that diverged',
  },
  sheet: {
    prediction: 'Prediction',
    answer: 'Answer',
    none: '(no answer)',
    measures: 'Measured',
    steps: 'Steps',
    seed: 'Seed',
    weights: 'Weights, SHA-256',
    engine: 'Engine',
    who: 'Name or ID',
  },
};
