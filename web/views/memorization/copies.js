// SPDX-License-Identifier: MIT
// Copies of the training text in what the model writes, token by token.
import { memorizationWords } from '../../i18n/memorization.js';
import { CopyIndex } from '../../run/copies.js';
import { trainingText } from '../../run/splits.js';

/** @import { View } from '../shared/view.js' */

/** Windows of a text taken in at a time: a few milliseconds. */
const SLICE = 50_000;

/** By the facts of the model, which has one text.
 * @type {WeakMap<object, { index: CopyIndex, ready: Promise<void> }>} */
const indexes = new WeakMap();

/** @param {CopyIndex} index */
async function build(index) {
  while (!index.isComplete) {
    index.grow(SLICE);
    await new Promise((done) => setTimeout(done));
  }
}

/** What the training text has, of the model in use. @param {View['state']} state
 * @returns {{ index: CopyIndex, ready: Promise<void> }} ready: it is complete */
export function copiesOf(state) {
  const { info } = /** @type {NonNullable<typeof state.session>} */ (state.session);
  let known = indexes.get(info);
  if (!known) {
    const index = new CopyIndex(trainingText(state));
    known = { index, ready: build(index) };
    indexes.set(info, known);
  }
  return known;
}

/** @param {View} view drawn again when the index is complete @returns {CopyIndex | null} */
function indexFor(view) {
  if (!view.state.session) return null;
  const { index, ready } = copiesOf(view.state);
  if (index.isComplete) return index;
  void ready.then(() => view.requestUpdate());
  return null;
}

/** @type {WeakMap<CopyIndex, WeakMap<readonly object[], boolean[]>>} */
const marked = new WeakMap();

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

/**
 * Copies of the training text in what was written.
 * @param {View} view @param {readonly { text: string }[]} tokens the same array, the same answer
 * @returns {{ tokens: boolean[], words: string, title: string } | null} null: none, or not known yet
 */
export function copiesIn(view, tokens) {
  const index = indexFor(view);
  if (!index) return null;
  const known = marked.get(index) ?? new WeakMap();
  marked.set(index, known);
  const copied = known.get(tokens) ?? copiedTokens(index, tokens);
  known.set(tokens, copied);
  const length = (/** @type {string} */ text) => [...text].length;
  const all = tokens.reduce((sum, { text }) => sum + length(text), 0);
  const own = tokens.reduce(
    (sum, { text }, n) => sum + (copied[n] ? length(text) : 0),
    0,
  );
  if (own === 0) return null;
  const words = memorizationWords.in(view.state.lang);
  const { format } = view;
  return {
    tokens: copied,
    words: words.copied(format.percent(own / all)),
    title: words.copies,
  };
}
