// SPDX-License-Identifier: MIT
// English: the screen around the stage.

/** @typedef {string} S */

export default {
  screen: {
    label: 'Places',
    /** By their names in web/state/places.js. */
    places: { stage: 'Stage', write: 'Write', learn: 'Learn', lab: 'Lab' },
    closer: 'Look closer',
    tabs: /** @type {Record<string, S>} */ ({
      head: 'Head',
      'forward-pass': 'Forward pass',
      lens: 'Logit lens',
      attribution: 'Logit attribution',
      embeddings: 'Embeddings',
      write: 'Generate text',
      heads: 'All heads',
      loss: 'Loss',
      text: 'One line',
      diagnostics: 'Diagnostics',
      compare: 'Compare runs',
      experiments: 'Experiments',
      setup: 'All settings',
      export: 'Save and share',
    }),
    headsOff: (/** @type {S} */ names) =>
      `Off: ${names}. Everything here is computed with these heads off.`,
    close: 'Close',
    skip: 'Skip to the model',
    textAndModel: 'Text and model',
    lossAndSamples: 'Loss and samples',
    train: 'Train',
    goOn: 'Resume',
    loading: 'Loading',
    step: (/** @type {S} */ n) => `step ${n}`,
    untrained: 'random weights: it knows nothing yet',
    loaded: (/** @type {S} */ name) =>
      `${name || 'Imported model'}. Train continues it.`,
    pretrained: 'Pretrained. Train starts a new model.',
    shelved: (/** @type {S} */ step) => `Previous run: step ${step}`,
    stored: (/** @type {S} */ step) => `Stored run: step ${step}`,
    restore: 'Restore',
    discard: 'Discard',
    goOnStored: 'Continue',
    copyLink: 'Copy link',
    copied: 'Link copied',
    whole: 'Open the whole page',
  },
};
