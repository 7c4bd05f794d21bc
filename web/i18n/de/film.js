// SPDX-License-Identifier: MIT
// German: a film of the stage.

/** @type {typeof import('../en/film.js').default} */
export default {
  recording: (s) => `Aufnahme läuft, noch ${s} s`,
  recorded: 'Die Aufnahme wurde gespeichert.',
  notRecorded: 'Dieser Browser kann nicht aufnehmen.',
};
