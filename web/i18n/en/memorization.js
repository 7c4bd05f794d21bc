// SPDX-License-Identifier: MIT
// English: a text that is memorised, and copies of it in what the model writes.

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */

export default {
  /** The reader's own text, and any other. */
  texts: { own: 'your text', other: 'its text' },
  memorized: (/** @type {S} */ text) => `It has memorised ${text}.`,
  wrong: 'On lines it never saw it is confidently wrong.',
  memorizing: (/** @type {S} */ text) => `It is memorising ${text}.`,
  losses: (/** @type {Data} */ x) =>
    `Loss in nats: training ${x.train}, validation ${x.val}, random guessing ${x.uniform}.`,
  advice: (/** @type {S} */ n) =>
    `To learn rather than recite: more text (from about ${n} characters), or a smaller model.`,
  see: (/** @type {S} */ step) => `See step ${step}`,
  copied: (/** @type {S} */ share) => `${share} copied`,
  copies: 'Underlined: copied from the text, 15 or more characters in a row.',
};
