// SPDX-License-Identifier: MIT
// The stages of sampling in the sampler's own order: temperature, top-k, top-p. Pure functions.

/** @param {ArrayLike<number>} logits @param {number} temperature @returns {number[]} */
export function softmax(logits, temperature = 1) {
  const z = Array.from(logits, (x) => x / temperature);
  const most = z.reduce((a, b) => Math.max(a, b), -Infinity);
  const e = z.map((x) => Math.exp(x - most));
  const total = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / total);
}

/** Tokens, likeliest first; ties go to the lower one.
 * @param {ArrayLike<number>} p by token, or logits @param {number} [most] so many of them */
export function likeliest(p, most = p.length) {
  // Numbers are sorted many times faster than tokens are by them.
  const [least = -Infinity] = Float64Array.from(p).sort().slice(-most);
  return Array.from(p, (_, n) => n)
    .filter((n) => p[n] >= least)
    .sort((a, b) => p[b] - p[a] || a - b)
    .slice(0, most);
}

/** Probabilities of the kept tokens, normalised; 0 for all others. @param {number[]} p @param {number[]} kept */
function keep(p, kept) {
  const total = kept.reduce((sum, n) => sum + p[n], 0);
  const out = p.map(() => 0);
  for (const n of kept) out[n] = p[n] / total;
  return out;
}

/**
 * @param {ArrayLike<number>} logits
 * @param {{ temperature: number, topK: number, topP: number, greedy?: boolean }} sampler
 * @returns {number[][]} probabilities: the model's own, after temperature, after top-k, after
 *   top-p (greedy: 1 for the likeliest)
 */
export function stages(logits, { temperature, topK, topP, greedy = false }) {
  const isGreedy = greedy || temperature === 0;
  const own = softmax(logits);
  const tempered = softmax(logits, temperature || 1);
  const ofK = likeliest(tempered, topK > 0 ? topK : undefined);
  const cutK = keep(tempered, ofK);
  let n = 0;
  for (let sum = 0; n < ofK.length && (n === 0 || sum < topP); n++) sum += cutK[ofK[n]];
  const ofP = isGreedy ? ofK.slice(0, 1) : topP > 0 && topP < 1 ? ofK.slice(0, n) : ofK;
  return [own, tempered, cutK, keep(tempered, ofP)];
}
