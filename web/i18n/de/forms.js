// SPDX-License-Identifier: MIT
// German: what is wrong with the form of a lesson, an assignment or an experiment.

/** @type {typeof import('../en/forms.js').default} */
export default {
  notJson: ({ line, column }) =>
    `Die Datei ist kein JSON${line && `: Zeile ${line}, Spalte ${column}`}.`,
  newer: ({ version }) => `Version ${version} des Formats ist hier unbekannt.`,
  unknownKey: ({ line, where }) => `Zeile ${line}: Ein Feld ${where} gibt es nicht.`,
  missing: ({ line, where }) => `Zeile ${line}: Das Feld ${where} fehlt.`,
  wrong: ({ line, where }) =>
    `Zeile ${line}: ${where || 'die Datei'} hat einen falschen Wert.`,
  tooLarge: () => 'Die Datei hat mehr als 4 MB.',
};
