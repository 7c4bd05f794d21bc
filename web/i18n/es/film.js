// SPDX-License-Identifier: MIT
// Spanish: a film of the stage.

/** @type {typeof import('../en/film.js').default} */
export default {
  recording: (s) => `Grabando, quedan ${s} s`,
  recorded: 'La grabación se guardó.',
  notRecorded: 'Este navegador no puede grabar.',
};
