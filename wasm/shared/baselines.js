// SPDX-License-Identifier: MIT
// Which counting models a loss on the validation text is better than. Both are losses on a
// sample of text, so a difference counts only where it is larger than its standard error.

/** Standard deviation of the surprisal of one token, as a share of ln V: 0.25 to 0.44 in
 * texts of characters and of words, under counts of one, two and three. */
const SPREAD = 0.4;
/** Standard errors that are clear. */
const CLEAR = 2;

const KINDS = /** @type {const} */ (['unigram', 'bigram', 'trigram']);

/** @typedef {Partial<Record<'uniform' | typeof KINDS[number], number | null>>} Baselines
 * nats; null: nothing was counted */

/**
 * How far from a baseline an evaluation has to be to differ clearly, nats.
 * @param {Baselines} baselines @param {number} nVal tokens held out
 * @param {Record<string, unknown>} config
 */
export function clearDifference({ uniform }, nVal, { eval_windows, block_size }) {
  const tokens = Math.min(nVal, Number(eval_windows) * Number(block_size));
  return tokens > 0 ? (CLEAR * SPREAD * (uniform ?? 0)) / Math.sqrt(tokens) : 0;
}

/**
 * The baselines that a loss is clearly below. One that is no better than a simpler one, as
 * triples of random letters are, shows nothing.
 * @param {number} loss nats @param {Baselines} baselines @param {number} error nats
 */
export function beaten(loss, baselines, error) {
  let simpler = baselines.uniform ?? Infinity;
  return KINDS.filter((kind) => {
    const baseline = baselines[kind] ?? Infinity;
    const isBetter = baseline < simpler;
    simpler = Math.min(simpler, baseline);
    return isBetter && loss < baseline - error;
  });
}
