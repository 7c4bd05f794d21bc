// SPDX-License-Identifier: MIT
// What a reader changes at the end of each lesson.

/** Settings of a fresh model and the step it is trained to, a line, a character, a head, or another
 * model.
 * @typedef {{ set?: Record<string, number | string | boolean>, train?: number, line?: string,
 *   pin?: number, off?: boolean, published?: string }} Change */

/** @type {Record<string, Change>} */
export const OWN = {
  guess: { line: 'The wolf went into th' },
  data: { set: { block_size: 16 }, train: 20 },
  bigram: { set: { learning_rate: 0.0002 }, train: 100 },
  averaging: { set: { block_size: 2 }, train: 100 },
  queries: { pin: 7 },
  mask: { set: { causal: true }, train: 100 },
  slip: { set: { learning_rate: 0.002 }, train: 200 },
  heads: { set: { n_head: 16 }, train: 20 },
  block: { set: { n_layer: 1, norm_place: 'pre', residual: true }, train: 100 },
  positions: { set: { positions: 'none' }, train: 100 },
  answer: { set: { learning_rate: 1e-5, min_learning_rate: 0 }, train: 60 },
  cross: { off: true },
  modern: { set: { optimizer: 'adamw' }, train: 200 },
  // Its claim is how long it was trained: a small batch is enough for that.
  induction: {
    set: { muon_learning_rate: 0.008, batch_size: 1, eval_windows: 1 },
    train: 500,
  },
  real: { published: 'babyllama-105' },
};
