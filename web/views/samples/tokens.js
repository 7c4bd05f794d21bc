// SPDX-License-Identifier: MIT
// A sample as tokens that can be drawn and asked about.

/** @typedef {import('../../state/types.js').Sample} Sample */
/** @typedef {import('../../state/types.js').Written} Written */

/** Of samples drawn before their temperature was kept. */
const TEMPERATURE = 0.8;

/** @type {WeakMap<Sample, Written[]>} */
const made = new WeakMap();

/** @param {Sample} sample @returns {Written[]} the same as long as the sample */
export function tokensOf(sample) {
  const known = made.get(sample);
  if (known) return known;
  const { step, tokens, probs, logits, temperature = TEMPERATURE } = sample;
  const sampler = { temperature, topK: 0, topP: 1, greedy: false };
  const written = sample.pieces.map((text, n) => ({
    text,
    token: tokens[n],
    p: probs[n],
    logits: logits[n] ?? null,
    step,
    sampler,
  }));
  made.set(sample, written);
  return written;
}
