// SPDX-License-Identifier: MIT
// English: a first minute on the stage.

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */

export default {
  title: 'A first minute',
  invite: 'Choose a letter · switch a head off · train on your own text',
  show: 'Show me, in a minute',
  dismiss: 'Hide this line',
  unfit:
    'The first minute needs a trained model that reads characters from left to right, and is not training.',
  at: (/** @type {S} */ k, /** @type {S} */ n) => `Step ${k} of ${n}`,
  back: 'Back',
  next: 'Next',
  skip: 'Skip',
  end: 'End the first minute (Esc)',

  ask: 'Which letter comes next?',
  /** {text} is set apart. */
  asked: {
    type: 'The model reads {text} and predicts the next character. So do you: type it.',
    press: 'The model reads {text} and predicts the next character. So do you.',
  },
  yours: 'Your guess',
  space: 'Space',
  unknown: (/** @type {S} */ c) => `The model has no ‘${c}’: try another character.`,
  you: 'you',

  agree: (/** @type {Data} */ x) => `You and the model agree: ‘${x.top}’ (${x.share}).`,
  differ: (/** @type {Data} */ x) =>
    `You said ‘${x.guess}’. The model gives it ${x.own} and predicts ‘${x.top}’ (${x.share}).`,
  predicts: (/** @type {Data} */ x) => `The model predicts ‘${x.top}’ (${x.share}).`,
  less: (/** @type {S} */ share) => `less than ${share}`,
  has: (/** @type {S} */ c) => `The text has ‘${c}’.`,
  lines:
    'That is all it does: one character after another. The lines show which characters it attends to.',

  off: (/** @type {S} */ head) => `Switch head ${head} off`,
  on: 'Switch it on',
  switch: 'Switch one head off.',
  matters: (/** @type {S} */ head) =>
    `Of all heads, ${head} matters most. Switch it off, and the model writes again from the same seed.`,
  single: (/** @type {S} */ head) =>
    `The model has one head, ${head}. Switch it off, and the model writes again from the same seed.`,
  without: {
    unigram: (/** @type {S} */ head) =>
      `Without head ${head}: worse than letter counts.`,
    bigram: (/** @type {S} */ head) => `Without head ${head}: worse than letter pairs.`,
    trigram: (/** @type {S} */ head) =>
      `Without head ${head}: worse than letter triples.`,
    worse: (/** @type {S} */ head) => `Without head ${head}: worse.`,
    better: (/** @type {S} */ head) => `Without head ${head}: better.`,
    same: (/** @type {S} */ head) => `Without head ${head}: as good as before.`,
  },
  cost: (/** @type {Data} */ x) =>
    `${x.off} bits per character on validation text, ${x.on} with it. Orange: words not in the old text.`,
  now: (/** @type {S} */ head) => `without head ${head}`,

  own: 'Now your own text.',
  paste: {
    pretrained:
      'Paste a poem, a letter, a chat: a new model learns it in this page. The pretrained one stays.',
    trained:
      'Paste a poem, a letter, a chat: a new model learns it in this page. This one is kept.',
  },
  empty: 'The field is empty: paste or type a text first.',
  train: 'Train on it',
};
