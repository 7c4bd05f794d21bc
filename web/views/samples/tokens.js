// SPDX-License-Identifier: MIT
// A sample as tokens that can be drawn and asked about.
import { writtenOf } from '../../run/writing.js';
import { memo } from '../../state/memo.js';

/** @import { Sample, Written } from '../../state/types.js' */

/** Of samples drawn before their temperature was kept. */
const TEMPERATURE = 0.8;

/** The same as long as the sample. @type {(sample: Sample) => Written[]} */
export const tokensOf = memo((sample) => {
  const { temperature = TEMPERATURE } = sample;
  return writtenOf(sample, { temperature, topK: 0, topP: 1, greedy: false });
});
