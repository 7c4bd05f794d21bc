// SPDX-License-Identifier: MIT
// Shannon's measure of a predictor that guesses each character until it is right (C. E. Shannon
// 1951, Prediction and Entropy of Printed English, Bell System Technical Journal 30, section 5).
// With q_i the share of characters that took i guesses, the entropy per character is
//
//   at least  Σ i (q_i − q_{i+1}) log₂ i   and at most   −Σ q_i log₂ q_i
//
// if the guesses come in the order of their probability. The lower bound is a sum over characters:
// by Abel's summation it is Σ q_i (i log₂ i − (i − 1) log₂ (i − 1)), so that of each character stands
// alone, few of them leave it unbiased, and two predictors are compared character by character. The
// upper bound has no such form: from few characters it comes out too low. Pure functions.

/** Characters without which no winner is named: a round. */
export const LEAST = 12;
/** Standard errors that a mean difference must have to be one. Student's t of LEAST characters would be
 * 2.2 for one round of twenty, but guesses are skewed: with 2.5 a winner of two equal players is
 * named less often than that (measure.test.js). */
export const CLEAR = 2.5;

/** Guesses of a predictor until it is right: the most probable first, the lower token of equals.
 * @param {ArrayLike<number>} scores by token @param {number} truth */
export function rankOf(scores, truth) {
  let rank = 1;
  for (let n = 0; n < scores.length; n++)
    if (scores[n] > scores[truth] || (scores[n] === scores[truth] && n < truth)) rank++;
  return rank;
}

/** @param {number} x */
const xlogx = (x) => (x > 0 ? x * Math.log2(x) : 0);

/** What a character adds to the lower bound, bits. @param {number} rank guesses it took */
const bitsOf = (rank) => xlogx(rank) - xlogx(rank - 1);

/** @param {number[]} x */
export const mean = (x) => x.reduce((sum, each) => sum + each, 0) / x.length;

/** Bits per character. @param {number[]} ranks guesses that each character took */
export function boundsOf(ranks) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const shares = [...counts.values()].map((n) => n / ranks.length);
  return {
    lower: mean(ranks.map(bitsOf)),
    upper: shares.reduce((sum, q) => sum - xlogx(q), 0),
    first: mean(ranks.map((rank) => Number(rank === 1))),
  };
}

/** Who needs fewer bits of the same characters. @param {number[]} yours @param {number[]} models
 * @returns {'few' | 'even' | 'you' | 'model'} */
export function winnerOf(yours, models) {
  const n = yours.length;
  if (n < LEAST) return 'few';
  const gaps = yours.map((rank, i) => bitsOf(rank) - bitsOf(models[i]));
  const gap = mean(gaps);
  const variance = gaps.reduce((sum, x) => sum + (x - gap) ** 2, 0) / (n - 1);
  if (Math.abs(gap) <= CLEAR * Math.sqrt(variance / n)) return 'even';
  return gap < 0 ? 'you' : 'model';
}
