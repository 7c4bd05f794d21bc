// SPDX-License-Identifier: MIT
// English: a film of the stage.

/** @typedef {string} S */

export default {
  recording: (/** @type {S} */ s) => `Recording, ${s} s left`,
  recorded: 'The recording was saved.',
  notRecorded: 'This browser cannot record.',
};
