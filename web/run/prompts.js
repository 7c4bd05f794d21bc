// SPDX-License-Identifier: MIT
// What models go on from, unless the reader says: the same for all samples of a run.

export const SAMPLE_CHARS = 180;
export const SAMPLE_SEED = 1;

/** Stands for an empty prompt: the end of a line, where the vocabulary has one. */
export function emptyPrompt(/** @type {string[]} */ vocabulary) {
  for (const wanted of ['\n', ' ']) if (vocabulary.includes(wanted)) return wanted;
  return vocabulary[0];
}

/** The prompt of all samples: the first word of the line selected when the run began.
 * @param {string} line */
export function samplePrompt(line) {
  const characters = [...line];
  const space = characters.indexOf(' ');
  return characters.slice(0, space > 0 && space < 12 ? space + 1 : 4).join('');
}

/** The question of a pair of question and answer. @param {string} line */
export const questionPart = (line) => line.split('\t')[0];
