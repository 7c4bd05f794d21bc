// SPDX-License-Identifier: MIT
// The model the page begins with.

export default {
  note: (/** @type {string} */ steps, /** @type {string} */ text) =>
    `This model was trained before: ${steps} steps on “${text}”. “Train on this text” starts a fresh one from random numbers.`,
  untrained: 'Show it untrained',
  curve: 'This is the curve of that earlier training.',
  missing:
    'The trained model of this page could not be read, so here is an untrained one.',
};
