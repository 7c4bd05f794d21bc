// SPDX-License-Identifier: MIT
// A sample as tokens that can be drawn and asked about.
import { writtenOf } from '../../run/writing.js';

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
  const { temperature = TEMPERATURE } = sample;
  const written = writtenOf(sample, { temperature, topK: 0, topP: 1, greedy: false });
  made.set(sample, written);
  return written;
}
