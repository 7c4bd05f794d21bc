// SPDX-License-Identifier: MIT
// English: the screen around the stage.
import { tabs } from './tabs.data.js';

/** @typedef {string} S */

export default {
  screen: {
    label: 'Places',
    /** By their names in web/views/define-view.js. */
    places: { stage: 'Stage', write: 'Write', learn: 'Learn', lab: 'Lab' },
    closer: 'Look closer',
    tabs,
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
