// SPDX-License-Identifier: MIT
// English: the pretrained model of the page.

/** @typedef {string} S */

export default {
  note: (/** @type {S} */ steps) =>
    `This model is pretrained: ${steps} steps on Grimms’ fairy tales, without the last pages, which are the text here. Train starts a new one on them from random weights.`,
  untrained: 'Show it untrained',
  curve: 'This is the loss curve of the pretrained model.',
  back: 'Back to the pretrained model',
};
