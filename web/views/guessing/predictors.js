// SPDX-License-Identifier: MIT
// What the model and two counting models take to guess the characters of a round, from the same
// characters as the reader.
import { softmax } from '../../draw/sampling.js';
import { addQueries } from '../../queries/registry.js';
import { newText, trainingText } from '../../run/splits.js';
import { memo } from '../../state/memo.js';
import { rankOf } from './measure.js';
import { roundOf } from './rounds.js';

/** @import { ModelView } from '../../state/types.js' */
/** @import { State } from '../../state/state.js' */
/** @import { Passage, Round } from './rounds.js' */

/**
 * @typedef {object} Guesses
 * @property {string} check of the round
 * @property {number[]} model guesses it takes to each hidden character
 * @property {number[]} bits its surprisal, −log₂ p
 * @property {string[]} first what it guesses first
 * @property {number[]} pairs guesses of letter pairs (bigram)
 * @property {number[]} letters of letter counts (unigram)
 */

/** How often each character of a text stands anywhere, and after each.
 * @typedef {{ letters: Map<string, number>, pairs: Map<string, Map<string, number>> }} Counts */

/** @param {Map<string, number>} counts @param {string} key */
const countOne = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** @param {string} text @returns {Counts} */
function countsOf(text) {
  /** @type {Counts} */
  const { letters, pairs } = { letters: new Map(), pairs: new Map() };
  let before = '';
  for (const character of text) {
    countOne(letters, character);
    const next = pairs.get(before) ?? new Map();
    if (next.size === 0) pairs.set(before, next);
    countOne(next, character);
    before = character;
  }
  return { letters, pairs };
}

/** Of the training text; where that is not here, of the text around the passages. */
const countsFor = memo((/** @type {Round} */ round, /** @type {State} */ state) => {
  const around = () => {
    const characters = [...newText(state)];
    for (const { at, context, hidden } of round.passages)
      characters
        .fill('', at, at + context.length + hidden.length)
        .fill('\n', at, at + 1);
    return characters.join('');
  };
  return countsOf(trainingText(state) || around());
});

/** Scores by token: counts, of equals the more frequent character first.
 * @param {string[]} vocabulary @param {Counts} counts @param {string} before */
function pairScores(vocabulary, { letters, pairs }, before) {
  const all = 1 + [...letters.values()].reduce((sum, n) => sum + n, 0);
  return vocabulary.map(
    (each) => (pairs.get(before)?.get(each) ?? 0) + (letters.get(each) ?? 0) / all,
  );
}

/** @param {ModelView} model @param {Passage} passage
 * @returns {Promise<Float32Array[]>} logits for each hidden character */
async function logitsFor(model, { context, hidden }) {
  const text = [...context, ...hidden.slice(0, -1)].join('');
  const { logits, tokens } = await model.runWithCache({ text, attention: false });
  if (!logits) return [];
  const V = logits.length / tokens.length;
  return hidden.map((_, k) => {
    const row = tokens.length - hidden.length + k;
    return logits.subarray(row * V, (row + 1) * V);
  });
}

/** @param {ModelView} model @param {Round} round @param {Counts} counts
 * @returns {Promise<Guesses>} */
export async function guessesOf(model, { check, passages }, counts) {
  const { vocabulary } = model.info;
  const letterScores = vocabulary.map((each) => counts.letters.get(each) ?? 0);
  /** @type {Guesses} */
  const all = { check, model: [], bits: [], first: [], pairs: [], letters: [] };
  for (const passage of passages) {
    const rows = await logitsFor(model, passage);
    for (const [k, row] of rows.entries()) {
      const truth = vocabulary.indexOf(passage.hidden[k]);
      const before = passage.hidden[k - 1] ?? passage.context.at(-1);
      all.model.push(rankOf(row, truth));
      all.bits.push(-Math.log2(softmax(row)[truth]));
      all.first.push(vocabulary[row.indexOf(Math.max(...row))]);
      all.pairs.push(rankOf(pairScores(vocabulary, counts, before), truth));
      all.letters.push(rankOf(letterScores, truth));
    }
  }
  return all;
}

addQueries({
  'guessing:round': {
    intervalMs: 3000,
    sequences: (_, state) => roundOf(state)?.passages.length ?? 0,
    dependsOn: (state) => {
      const round = roundOf(state);
      return round && [round.number, round.check];
    },
    ask: (model, state) => {
      const round = /** @type {Round} */ (roundOf(state));
      return guessesOf(model, round, countsFor(round, state));
    },
  },
});
