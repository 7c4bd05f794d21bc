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

  compare: {
    title: 'Runs beside each other',
    look: 'The last 8 runs; their curves are in the loss chart too. Same text, settings and seed give the same weights to the bit.',
    empty: 'Runs appear here when they have taken their first steps.',
    run: (/** @type {S} */ n) => `Run ${n}`,
    twin: 'Train the same again',
    name: 'Name',
    step: 'Step',
    loss: 'Held-out loss',
    bits: 'Bits per character',
    cut: 'Where pieces differ, only bits per character can be compared.',
    hash: 'Weights, SHA-256 (step)',
    shown: 'Show curve',
    inUse: 'in use',
    csv: 'CSV',
    goOn: 'Go on with it',
    remove: 'Remove',
    same: (
      /** @type {S} */ a,
      /** @type {S} */ b,
      /** @type {S} */ step,
      /** @type {S} */ hash,
    ) =>
      `${a} and ${b} are twins: at every step compared, up to ${step}, all their weights are the same (SHA-256 ${hash}).`,
    apart: (/** @type {S} */ a, /** @type {S} */ b, /** @type {S} */ step) =>
      `${a} and ${b} began the same, but their weights differ at step ${step}: a head was off in one of them.`,
    differ: 'Settings that differ',
    equal: 'These runs have the same text and settings.',
    samples: 'What they wrote, from the same beginning and seed',
    at: 'At step',
    none: 'Nothing was taken down at this step.',
  },

  saved: {
    title: 'In this browser',
    on: 'Save in this browser',
    hint: 'Every 15 seconds and at each pause: text, settings and model. They stay on this computer, for this website alone.',
    last: (/** @type {S} */ step, /** @type {S} */ date) =>
      `Saved at step ${step}, ${date}.`,
    list: (/** @type {S} */ n, /** @type {S} */ size) => `Saved runs: ${n}, ${size}`,
    name: 'Text',
    page: 'Page',
    date: 'Date',
    step: 'Step',
    size: 'Size',
    open: 'Go on',
    goOn: (/** @type {S} */ s) => `Go on from step ${s}`,
    offer: (/** @type {S} */ name, /** @type {S} */ s) =>
      `A run of this page is saved in this browser: ${name}, step ${s}.`,
    gone: 'That run is not there any more.',
    remove: 'Delete',
    removeAll: 'Delete all and stop saving',
    problems: {
      '': '',
      forbidden:
        'Nothing can be saved in the browser here. “Save the model” makes a file instead.',
      full: 'The browser has no room left. Delete a saved run, or use “Save the model”.',
    },
  },
};
