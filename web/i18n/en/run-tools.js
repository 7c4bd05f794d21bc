// SPDX-License-Identifier: MIT
// English: a step to go to, and a second run with another learning rate.

/** @typedef {string} S */

export default {
  step: {
    label: 'Show the model at step',
    range: (/** @type {S} */ last) =>
      `Enter a whole number from 0 to ${last}, the step that this run is at.`,
    nearest: (/** @type {S} */ asked, /** @type {S} */ shown) =>
      `The weights of step ${asked} were not kept. Shown: step ${shown}, the nearest.`,
    ahead: (/** @type {S} */ now) => `This run is at step ${now}.`,
    trainTo: (/** @type {S} */ asked) => `Train to step ${asked}`,
    trainAgain: (/** @type {S} */ asked) => `Train again to step ${asked}`,
  },
  rate: {
    title: 'Another learning rate',
    first: 'Train a run first; then a second one can follow it here.',
    look: (/** @type {S} */ rate, /** @type {S} */ step) =>
      `This run’s learning rate is ${rate}. A second run of the same text, seed and settings trains to the same step, ${step}, with all its rates times:`,
    times: (/** @type {S} */ n) => `× ${n}`,
    by: (/** @type {S} */ n) => `÷ ${n}`,
    train: (/** @type {S} */ rate) => `Train with learning rate ${rate}`,
  },
};
