// SPDX-License-Identifier: MIT
// The two parts of a text: what the model is trained on, and what is held out from it.
import { borderOf, linesOf } from './texts.js';

/** @import { State } from '../state/state.js' */
/** @typedef {'train' | 'val'} Split */

/** Characters of a text below which the stage begins with a line of the training part: a short
 * text is soon memorised, and a line held out from it shows the contrary of what was learned.
 * Control: of parts of the fables, after 1,000 steps of the page's recipe, training loss is 0.36 of
 * the validation loss with 10,000 characters, 0.73 with 20,000, 0.91 with 40,000. */
export const SHORT = 20_000;
/** At this length a tile of the grid of heads has two whole pixels per cell on a laptop. */
const DEFAULT_LINE = 44;
/** What stands for every word that a model does not know. */
export const ANY_WORD = '<UNK>';

/** Characters that are held out; NaN where the tokens do not tell.
 * @param {import('../state/types.js').Session} session */
export const heldOutChars = ({ info: { config, vocabulary, nVal, nValChars } }) =>
  config.tokenizer === 'chars' ? nVal : vocabulary.includes(ANY_WORD) ? NaN : nValChars;

/** Whether the model in use is made for the text in use, or was trained on it.
 * @param {Pick<State, 'session' | 'text'>} state */
export const learnsText = ({ session, text }) =>
  session !== null &&
  text !== null &&
  text.id !== 'task' &&
  session.info.form === 'text' &&
  session.info.nTrain > 0 &&
  // The weights of a file came from another text, as far as is known.
  (!session.isLoaded || session.history.step.length > 0);

/**
 * @typedef {object} Found
 * @property {string} text of which it is
 * @property {boolean} learns whether the model learns that text
 * @property {Partial<Record<Split, string[]>>} lines
 * @property {boolean} [hasBoth]
 * @property {number} [border] UTF-16 units; NaN: not known
 * @property {[string, Split | null]} [last] the line asked about last
 */

/** By the facts of a model. @type {WeakMap<object, Found>} */
const memo = new WeakMap();

/** @param {Pick<State, 'session' | 'text'>} state @returns {Found} */
function foundOf(state) {
  const { session, text } = state;
  const now = { text: text?.text ?? '', learns: learnsText(state), lines: {} };
  const before = session && memo.get(session.info);
  if (before?.text === now.text && before.learns === now.learns) return before;
  if (session) memo.set(session.info, now);
  return now;
}

/** @param {Pick<State, 'session' | 'text'>} state @returns {number} UTF-16 units; NaN: not known */
function borderIn(state) {
  const { session } = state;
  const found = foundOf(state);
  const nHeld = session && found.learns ? heldOutChars(session) : NaN;
  found.border ??= Number.isNaN(nHeld) ? NaN : borderOf(found.text, nHeld);
  return found.border;
}

/** The part that a line is from. @param {Pick<State, 'session' | 'text'>} state
 * @param {string} line @returns {Split | null} null: neither, or not one alone */
export function splitOf(state, line) {
  const { text } = state;
  if (!learnsText(state) || !text || line === '') return null;
  // A line that also occurs earlier was trained on.
  const at = text.text.indexOf(line);
  if (at < 0) return null;
  const border = borderIn(state);
  if (at >= border) return 'val';
  return at + line.length <= border ? 'train' : null;
}

/** The part that the stage begins with.
 * @param {Pick<State, 'text' | 'split' | 'session'>} state @returns {Split} */
export const firstSplit = (state) =>
  learnsText(state)
    ? state.split || ((state.text?.characters ?? 0) < SHORT ? 'train' : 'val')
    : 'val';

/** The part that the line on the stage is from.
 * @param {Pick<State, 'session' | 'text' | 'line'>} state @returns {Split | null} */
export function lineSplit(state) {
  const found = foundOf(state);
  if (found.last?.[0] !== state.line)
    found.last = [state.line, splitOf(state, state.line)];
  return found.last[1];
}

/** Lines to look at. @param {Pick<State, 'session' | 'text'>} state @param {Split} split
 * @returns {string[]} never empty; a line of the validation part may also occur in the other */
export function linesToShow(state, split) {
  const { session, text } = state;
  if (!session || !text) return [''];
  const { examples, blockSize, nVal } = session.info;
  if (examples.length > 0) return examples;
  const { lines } = foundOf(state);
  const limit = Math.min(DEFAULT_LINE, blockSize);
  const nHeld = heldOutChars(session);
  lines[split] ??= linesOf(text.text, limit, Number.isNaN(nHeld) ? nVal : nHeld, split);
  return lines[split];
}

/** Whether there are lines of both parts. @param {Pick<State, 'session' | 'text'>} state */
export function hasBothSplits(state) {
  const found = foundOf(state);
  found.hasBoth ??= /** @type {const} */ (['train', 'val']).every((split) =>
    linesToShow(state, split).some((line) => splitOf(state, line) === split),
  );
  return found.hasBoth;
}

/** One part of the text. @param {Pick<State, 'session' | 'text'>} state @param {Split} split
 * @returns {string} empty where that is not known */
function partOf(state, split) {
  const border = borderIn(state);
  if (Number.isNaN(border) || !state.text) return '';
  const { text } = state.text;
  return split === 'val' ? text.slice(border) : text.slice(0, border);
}

/** What is held out from the model. @param {Pick<State, 'session' | 'text'>} state */
export const heldOutText = (state) => partOf(state, 'val');

/** What the model is trained on. @param {Pick<State, 'session' | 'text'>} state */
export const trainingText = (state) => partOf(state, 'train');

/** What the model was not trained on: its validation text, or the text of the page, if that is another.
 * @param {Pick<State, 'session' | 'text'>} state */
export function newText(state) {
  const { session, text } = state;
  if (session?.info.form !== 'text' || text?.id === 'task') return '';
  return learnsText(state) ? heldOutText(state) : (text?.text ?? '');
}

/** Whether newText() is known to be held out, as the pages of the pretrained model are from it.
 * @param {Pick<State, 'session' | 'text' | 'pretrained'>} state */
export const isHeldOut = (state) => learnsText(state) || state.pretrained > 0;
