// SPDX-License-Identifier: MIT
// English sentences of the model with tiny numbers.

export default {
  open: 'See it with tiny numbers',
  title: 'The same with tiny numbers',
  close: 'Back to your own model',
  waiting: 'A tiny model is being trained.',
  claim: (/** @type {Record<string, string>} */ x) =>
    `A second model, as real as the other: width ${x.width}, one head, ${x.weights} weights, the characters ${x.characters}. It learned to repeat ‘${x.word}’ here, just now, in ${x.steps} steps. Then its weights were rounded to one decimal, so that each sum can be checked by hand: held-out loss ${x.before} before, ${x.after} after. Your own model stays as it is.`,
};
