// SPDX-License-Identifier: MIT
// English: what is wrong with the form of a lesson, an assignment or an experiment.

/** @typedef {Record<string, string>} Params */

export default {
  /** Without a line where the parser names none. */
  notJson: (/** @type {Params} */ { line, column }) =>
    `The file is not JSON${line && `: line ${line}, column ${column}`}.`,
  newer: (/** @type {Params} */ { version }) =>
    `Version ${version} of the format is not known here.`,
  unknownKey: (/** @type {Params} */ { line, where }) =>
    `Line ${line}: there is no field ${where}.`,
  missing: (/** @type {Params} */ { line, where }) =>
    `Line ${line}: the field ${where} is missing.`,
  wrong: (/** @type {Params} */ { line, where }) =>
    `Line ${line}: ${where || 'the file'} has a wrong value.`,
  tooLarge: () => 'The file has more than 4 MB.',
};
