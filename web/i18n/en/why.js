// SPDX-License-Identifier: MIT
// English: a prediction explained on the stage.

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */

export default {
  waiting: 'Asking the model …',
  token: (/** @type {Data} */ x) => `‘${x.token}’, ${x.where}`,
  because: (/** @type {Data} */ x) =>
    `Because of ${x.token}: it adds ${x.share} of ${x.logit} to ‘${x.letter}’. Hide it, and ‘${x.letter}’ falls from ${x.from} to ${x.to}.`,
  nobody: (/** @type {S} */ unit) => `No single ${unit} decides.`,
  most: (/** @type {Data} */ x) =>
    `${x.token}, adds most: ${x.share} of ${x.logit} to ‘${x.letter}’.`,
  inSource: (/** @type {S} */ n) => `source ${n}`,
  none: 'Nothing in the line adds to it.',
  also: (/** @type {S} */ tokens) => `Also needed: ${tokens}.`,
  needed: (/** @type {S} */ tokens) => `Needed: ${tokens}.`,
  left: (/** @type {Data} */ x) => `${x.token} (${x.left} left)`,
  and: ' and ',
  adds: (/** @type {Data} */ x) =>
    `${x.token}: adds ${x.share} of ${x.logit} to ‘${x.letter}’.`,
  hidden: (/** @type {Data} */ x) =>
    `Hidden from all heads, ‘${x.letter}’ goes from ${x.from} to ${x.to}.`,
  mlp: (/** @type {S} */ value) => `MLP ${value}`,
  /** Below a bar. */
  rest: (/** @type {S} */ share) => `${share} left`,

  names: {
    attention: 'by head',
    shares: (/** @type {S} */ letter) => `adds to ‘${letter}’`,
    lost: 'lost if hidden',
  },
  glosses: {
    shares:
      'What each token of the line adds to the logit of the prediction, above the mean of all logits. Striped: it lowers it. Attention weights, norms and gates are held as they are; then the shares add up exactly.',
    lost: 'How much of the probability is lost when no head may attend to this one. The full height is all of it.',
    attention:
      'A river is a part of a share that one head carries from one column to another; its colour is the head’s, its width how much. Dashed: downwards. Rivers of less than 4% of the largest share are left out. Those of different layers overlap.',
    text: 'The line the model reads. Bold and shaded: what adds most.',
    mlp: 'How much passes through the MLP in the column of the prediction, and the guess after it.',
  },

  sum: {
    title: (/** @type {S} */ letter) => `What adds to ‘${letter}’`,
    note: (/** @type {Data} */ x) =>
      `Its logit is ${x.logit} above the mean of all ${x.n}: an exact sum.`,
    others: (/** @type {S} */ n) => `${n} ${n === '1' ? 'other' : 'others'}`,
    fixed: 'positions and biases',
    total: (/** @type {S} */ letter) => `= ‘${letter}’`,
    held: 'Attention weights, norms and gates are held as they were.',
    measured: (/** @type {S} */ step) =>
      `Of this line, with this model at step ${step}.`,
    off: (/** @type {S} */ heads) => `Switched off: ${heads}.`,
  },
  hide: {
    title: 'If it were hidden',
    note: (/** @type {Data} */ x) =>
      `‘${x.letter}’ has ${x.p}. Each one hidden from all heads in turn:`,
    none: (/** @type {S} */ unit) =>
      `Hiding any single ${unit} costs less than 5% of that.`,
    waiting: 'Measured when training leaves time for it.',
    differs: (/** @type {S} */ unit) =>
      `The two lists differ where a ${unit} only tells heads where to look.`,
    earlier: (/** @type {S} */ step) => `Measured at step ${step}.`,
  },
  carried: (/** @type {Data} */ x) => `Head ${x.head} carries ${x.value}`,
  rows: {
    label: 'The line, in rows',
    note: (/** @type {S} */ unit) =>
      `Above a ${unit}: what it adds. Below: what is lost when it is hidden. Tap another to ask about it.`,
  },
};
