// SPDX-License-Identifier: MIT
// A round of the guessing game: passages of text that the model was not trained on, drawn by a
// number; the guesses at them as a link holds them, and as the browser keeps them.
import { has, isObject, isText, listOf, parsed } from '../../run/fields.js';
import { fnv1a } from '../../run/fnv1a.js';
import { ROUND } from '../../run/link.js';
import { newText, trainingText } from '../../run/splits.js';
import { readPreference, writePreference } from '../../state/preferences.js';
import { seesNext, textUnit } from '../../state/selectors.js';

/** @import { State } from '../../state/state.js' */

/** In a round, where the text has as many that do not overlap. */
const PASSAGES = 3;
/** Characters of each that are guessed, and shown before them at most. */
export const GUESSED = 4;
const CONTEXT = 48;
/** Draws of a start; a short text has few that are free. */
const DRAWS = 60;
const MAX_ROUND = 999_999;

/** @typedef {{ at: number, context: string[], hidden: string[] }} Passage where it begins, and its
 * characters */
/** @typedef {{ number: number, text: string, check: string, passages: Passage[],
 *   hidden: string[] }} Round `text`, `check`: hashes of what is held out and of the passages;
 * `hidden`: all that is guessed, in order */

/** Why there is no game with this model, as a key of the view's sentences; '': there is.
 * @param {State} state */
export function obstacleOf(state) {
  const { session } = state;
  if (newText(state) === '') return 'none';
  if (textUnit(session) === 'token') return 'tokens';
  if (seesNext(session)) return 'sees';
  return session && session.info.blockSize < GUESSED ? 'short' : '';
}

/** Random numbers, 0 … 1: mulberry32 (T. Ettinger 2017). @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Passages of a text, of known characters, that the training text does not have as well.
 * @param {string[]} held characters @param {{ training: string, vocabulary: string[] }} model
 * @param {number} number of the round @param {number} size characters of a passage
 * @returns {Passage[]} */
export function passagesOf(held, { training, vocabulary }, number, size) {
  const shown = size - GUESSED;
  if (shown < 1 || held.length < size) return [];
  const random = randomFrom(number);
  /** @type {number[]} */
  const starts = [];
  for (let n = 0; n < DRAWS && starts.length < PASSAGES; n++) {
    const at = Math.floor(random() * (held.length - size + 1));
    const passage = held.slice(at, at + size);
    const isFree = starts.every((other) => Math.abs(other - at) >= size);
    const isKnown = passage.every((character) => vocabulary.includes(character));
    if (isFree && isKnown && !training.includes(passage.join(''))) starts.push(at);
  }
  return starts.map((at) => {
    // A word that is cut tells less than it seems to.
    const context = held.slice(at, at + shown);
    const blank = context.findIndex((character) => /\s/.test(character));
    const from = blank < shown / 2 ? blank + 1 : 0;
    return {
      at: at + from,
      context: context.slice(from),
      hidden: held.slice(at + shown, at + size),
    };
  });
}

const nameOfText = (/** @type {string} */ text) =>
  fnv1a(text).toString(16).padStart(8, '0');

/** By the facts of a model. @type {WeakMap<object, { text: string, round: Round }>} */
const memo = new WeakMap();

/** The round that the state names, of the model in use.
 * @param {State} state @returns {Round | null} null: the text has no passages */
export function roundOf(state) {
  const { session, text, showing } = state;
  if (!session || !text || obstacleOf(state)) return null;
  const number = readCode(showing.guesses)?.number ?? 1;
  const known = memo.get(session.info);
  if (known?.text === text.text && known.round.number === number)
    return known.round.hidden.length > 0 ? known.round : null;
  const { blockSize, vocabulary } = session.info;
  const held = newText(state);
  const passages = passagesOf(
    [...held],
    { training: trainingText(state), vocabulary },
    number,
    // What comes last is guessed, and not read.
    Math.min(CONTEXT + GUESSED, blockSize + 1),
  );
  const hidden = passages.flatMap((passage) => passage.hidden);
  const all = passages.map(({ context, hidden }) => [...context, ...hidden].join(''));
  const [of, check] = [held, all.join('\0')].map(nameOfText);
  const round = { number, text: of, check, passages, hidden };
  memo.set(session.info, { text: text.text, round });
  return roundOf(state);
}

// ------------------------------------------------------------------------------ links

/** @param {string} code of a link, untrusted
 * @returns {{ number: number, check: string, ranks: number[] } | null} null: no round */
export function readCode(code) {
  const [, number, check = '', ranks = ''] = ROUND.exec(code) ?? [];
  if (!number) return null;
  return {
    ...{ number: Number(number), check },
    ranks: ranks.split('.').slice(1).map(Number),
  };
}

/** @param {Round} round @param {number[]} ranks */
export const codeOf = ({ number, check }, ranks) =>
  [number, ...(ranks.length > 0 ? [check, ...ranks] : [])].join('.');

/** @param {number} number */
export const after = (number) => (number % MAX_ROUND) + 1;

// ------------------------------------------------------------------ what the browser keeps

/**
 * A round as far as it was played.
 * @typedef {object} Played
 * @property {string} text of the round
 * @property {number[]} ranks guesses that each character took
 * @property {string[]} tried wrong guesses at the next one
 * @property {boolean} isOver the reader has seen what was hidden
 */

const KEY = 'glassformer.guesses';
/** Rounds kept, the newest. */
const KEPT = 60;

/** What the browser would not keep. */
let memory = '';

const isRank = (/** @type {any} */ x) => Number.isInteger(x) && x > 0;
const isPlayed = has({
  ...{ text: isText, ranks: listOf(isRank), tried: listOf(isText) },
  isOver: (x) => typeof x === 'boolean',
});

/** What stands there may be another version's. @returns {Record<string, unknown>} */
function readAll() {
  const all = parsed(memory || (readPreference(KEY) ?? ''));
  return isObject(all) ? all : {};
}

const nameOf = (/** @type {Round} */ { number, check }) => `${number}.${check}`;

/** @param {Round} round @returns {Played} */
export function playedOf(round) {
  const entry = /** @type {Played} */ (readAll()[nameOf(round)]);
  const isOfRound = isPlayed(entry) && entry.ranks.length <= round.hidden.length;
  return isOfRound ? entry : { text: round.text, ranks: [], tried: [], isOver: false };
}

/** @param {Round} round @param {Played} played */
export function keepPlayed(round, played) {
  const own = nameOf(round);
  const others = Object.entries(readAll()).filter(([name]) => name !== own);
  const entries = [...others, [own, played]];
  const text = JSON.stringify(Object.fromEntries(entries.slice(-KEPT)));
  writePreference(KEY, text);
  memory = readPreference(KEY) === text ? '' : text;
}

/** Rounds of the same text of which all was guessed.
 * @param {Round} round @returns {{ number: number, ranks: number[] }[]} */
export const finishedLike = ({ text, hidden }) =>
  Object.entries(readAll()).flatMap(([name, entry]) => {
    if (!isPlayed(entry)) return [];
    const { text: of, ranks } = /** @type {Played} */ (entry);
    const isLike = of === text && ranks.length === hidden.length;
    return isLike ? [{ number: parseInt(name, 10), ranks }] : [];
  });
