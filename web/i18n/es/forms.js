// SPDX-License-Identifier: MIT
// Spanish: what is wrong with the form of a lesson, an assignment or an experiment.

/** @type {typeof import('../en/forms.js').default} */
export default {
  notJson: ({ line, column }) =>
    `El archivo no es JSON${line && `: línea ${line}, columna ${column}`}.`,
  newer: ({ version }) => `Aquí no se conoce la versión ${version} del formato.`,
  unknownKey: ({ line, where }) => `Línea ${line}: no existe el campo ${where}.`,
  missing: ({ line, where }) => `Línea ${line}: falta el campo ${where}.`,
  wrong: ({ line, where }) =>
    `Línea ${line}: ${where || 'el archivo'} tiene un valor no válido.`,
  tooLarge: () => 'El archivo ocupa más de 4 MB.',
};
