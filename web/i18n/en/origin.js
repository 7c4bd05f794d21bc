// SPDX-License-Identifier: MIT
// English sentences about where a number comes from.

export default {
  title: 'Where does this number come from?',
  back: 'The way here',
  close: 'Close',
  from: 'where from?',
  made: 'What it is made of',
  place: (
    /** @type {string} */ name,
    /** @type {string} */ c,
    /** @type {string} */ n,
  ) => (c ? `${name} of ‘${c}’, place ${n}` : `${name}, place ${n}`),
  claim: (
    /** @type {string} */ name,
    /** @type {string} */ x,
    /** @type {string} */ s,
  ) => `${name} is ${x} at step ${s}.`,
  /** What the operation did, by its name in the engine. */
  ops: /** @type {Record<string, string>} */ ({
    linear:
      'Each number of the layer below times a weight of the model, added up, and what the stream brought along.',
    norm: 'The number below, stretched so that its whole list has an even size, and moved.',
    embed:
      'Here it begins: a number of the model for the character, and one for the place.',
    attention:
      'The same number of each character looked at, times the share of attention it got.',
    attention_simple:
      'The same number of each character looked at, times the share of attention it got.',
    average: 'The mean of this number over all characters so far.',
    rotary: 'A pair of numbers, turned by an angle that stands for the place.',
    concat: 'Taken over as it is from one head.',
    add: 'Two numbers of the stream added.',
  }),
  columns: ['from', 'number', 'times', 'gives'],
  rest: (/** @type {string} */ n) => `${n} more`,
  character: 'the model’s number for the character',
  position: 'the model’s number for the place',
  constant: (/** @type {string} */ x) => `Constant: ${x}.`,
  sum: (/** @type {string} */ x) => `Sum: ${x}.`,
  bent: (/** @type {string} */ a, /** @type {string} */ b) =>
    `Through the bend: ${a} becomes ${b}.`,
  past: (/** @type {string} */ x, /** @type {string} */ y) =>
    `With what went past unchanged, ${x}: ${y}.`,
};
