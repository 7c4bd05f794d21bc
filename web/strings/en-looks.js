// SPDX-License-Identifier: MIT
// English: looking into heads in more than one way, models of questions and answers, and
// the two ways to compute attention.

export default {
  looks: {
    oneHead: 'One head',
    few: (/** @type {string} */ n, /** @type {string} */ all) =>
      `This model is large: scores are from ${n} of ${all} held-out sequences, so that looking holds nothing up. Names need all of them.`,
    firstStep: (/** @type {string} */ time) =>
      `Measuring the held-out text, then the first step: about ${time} a step here.`,
  },
};
