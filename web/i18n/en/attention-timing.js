// SPDX-License-Identifier: MIT
// English: timing the two ways to compute attention.

export default {
  title: 'Two ways to compute attention',
  question:
    'Simple: three small matrices a head, and the whole table of weights in memory. Efficient: one matrix for all heads. The numbers are the same; is the time?',
  claim: (/** @type {Record<string, string>} */ x) =>
    `At ${x.at} a step takes ${x.simple} ms the simple way and ${x.fused} ms the efficient way: ${x.times} times.`,
  start: 'Time both here',
  stop: 'Stop timing',
  progress: (/** @type {string} */ n, /** @type {string} */ all) =>
    `${n} of ${all} sizes`,
  busy: 'Pause training first: the two would disturb each other.',
  columns: ['size', 'simple, ms', 'efficient, ms', 'times'],
  plot: (/** @type {string} */ letter) =>
    `Milliseconds of a step as ${letter} grows; dashed: simple, solid: efficient`,
  look: 'One layer, two sequences; what does not grow is C 64, T 64, H 4. Dashed: simple. Solid: efficient. Every mark doubles.',
};
