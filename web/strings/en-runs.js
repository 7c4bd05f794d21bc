// SPDX-License-Identifier: MIT
// Sentences about runs: going back in time, comparing runs, keeping them in the browser.

/** @typedef {string} S */

export default {
  time: {
    title: 'Back in time',
    label: 'Step looked at',
    earlier: 'An earlier copy',
    later: 'A later copy',
    now: (/** @type {S} */ s) => `now, step ${s}`,
    step: (/** @type {S} */ s) => `step ${s}`,
    none: 'While it trains, copies of the weights are kept, to look back at.',
    tooLarge: 'This model is too large to keep copies of earlier steps.',
    kept: (/** @type {S} */ n) =>
      `${n} earlier steps are kept. Drag back to see this line and its heads as they were.`,
    goesOn: (/** @type {S} */ s) => `You look at step ${s}; training goes on.`,
    stands: (/** @type {S} */ s, /** @type {S} */ all) =>
      `You look at step ${s}; the run stands at step ${all}.`,
    back: 'Return to now',
    event: (/** @type {S} */ name, /** @type {S} */ s) => `${name}: step ${s}`,
  },
};
