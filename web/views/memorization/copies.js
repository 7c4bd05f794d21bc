// SPDX-License-Identifier: MIT
// Copies of the training text in what the model writes, token by token.
import { memorizationWords } from '../../i18n/memorization.js';
import { CopyIndex } from '../../run/copies.js';
import { trainingText } from '../../run/splits.js';
import { memo } from '../../state/memo.js';

/** @import { View } from '../shared/view.js' */

/** Windows of a text taken in at a time: a few milliseconds. */
const SLICE = 50_000;

/** @param {CopyIndex} index */
async function build(index) {
  while (!index.isComplete) {
    index.grow(SLICE);
    await new Promise((done) => setTimeout(done));
  }
}

/** By the facts of the model, which has one text. */
const indexOf = memo((/** @type {object} */ _, /** @type {View['state']} */ state) => {
  const index = new CopyIndex(trainingText(state));
  return { index, ready: build(index) };
});

/** What the training text has, of the model in use. @param {View['state']} state
 * @returns {{ index: CopyIndex, ready: Promise<void> }} ready: it is complete */
export const copiesOf = (state) =>
  indexOf(/** @type {NonNullable<typeof state.session>} */ (state.session).info, state);

/** @param {View} view drawn again when the index is complete @returns {CopyIndex | null} */
function indexFor(view) {
  if (!view.state.session) return null;
  const { index, ready } = copiesOf(view.state);
  if (index.isComplete) return index;
  void ready.then(() => view.requestUpdate());
  return null;
}

/** The tokens that lie wholly in copies. @param {CopyIndex} index
 * @param {readonly { text: string }[]} tokens @returns {boolean[]} */
export function copiedTokens(index, tokens) {
  const marks = index.marks(tokens.map(({ text }) => text).join(''));
  let at = 0;
  return tokens.map(({ text }) => {
    const from = at;
    at += [...text].length;
    return at > from && marks.slice(from, at).every(Boolean);
  });
}

const copiedBy = memo((/** @type {CopyIndex} */ index) =>
  memo((/** @type {readonly { text: string }[]} */ tokens) =>
    copiedTokens(index, tokens),
  ),
);

/**
 * Copies of the training text in what was written.
 * @param {View} view @param {readonly { text: string }[]} tokens the same array, the same answer
 * @returns {{ tokens: boolean[], words: string, title: string } | null} null: none, or not known yet
 */
export function copiesIn(view, tokens) {
  const index = indexFor(view);
  if (!index) return null;
  const copied = copiedBy(index)(tokens);
  const lengthOf = (/** @type {readonly { text: string }[]} */ all) =>
    all.reduce((sum, { text }) => sum + [...text].length, 0);
  const own = lengthOf(tokens.filter((_, n) => copied[n]));
  if (own === 0) return null;
  const words = memorizationWords.in(view.state.lang);
  const { format } = view;
  return {
    tokens: copied,
    words: words.copied(format.percent(own / lengthOf(tokens))),
    title: words.copies,
  };
}
