// SPDX-License-Identifier: MIT
// Columns of the stage: one for each token, in whole pixels; a window of them where the text is
// longer than the stage is wide. Pure functions.
import { WIDE } from './scene.js';

/** @import { Scene, Stack } from './scene.js' */

/**
 * @typedef {object} Columns
 * @property {number} x0 left edge of the window, CSS pixels
 * @property {number} span width of the visible columns
 * @property {number} columnWidth of all columns; of words: of the narrowest
 * @property {number[]} starts of each column from the first one's start, and the end of the
 *   last, in the direction of reading
 * @property {number} offset first column in the window
 * @property {number} visible columns in it
 * @property {number} n all columns
 * @property {boolean} isRtl columns from the right
 * @property {boolean} hasWords columns as wide as their words
 */

/** Fewest columns that share the width: a short text does not get wider ones. */
const SHARED_BY = { one: 32, two: 16 };
const WIDEST_PX = 26;
/** Monospace letters at 14 px. */
const LETTER_PX = 8.5;
const WORD_PX = { least: 24, most: 96, gap: 8 };

/** Letters that a token takes, a wide one as two. @param {string} token */
export const lettersOf = (token) =>
  [...token].reduce((sum, c) => sum + (WIDE.test(c) ? 2 : 1), 0);

/** @param {Scene} scene @param {boolean} isCompact */
const narrowest = (scene, isCompact) =>
  Math.max(isCompact ? 23 : 14, scene.isWide ? 20 : 0);

/** @param {string[]} words */
const wordWidths = (words) =>
  words.map((word) => {
    const { least, most, gap } = WORD_PX;
    return Math.max(
      least,
      Math.min(most, Math.ceil(lettersOf(word) * LETTER_PX) + gap),
    );
  });

/** @param {number[]} widths */
const total = (widths) => widths.reduce((a, b) => a + b, 0);

/** Width of each column. @param {Scene} scene @param {Stack} stack @param {number} room
 * @param {boolean} isCompact */
function widths(scene, { tokens, n, stream }, room, isCompact) {
  if (scene.hasWords) {
    const own = wordWidths(tokens);
    if (stream === 'source') return own;
    // Room for what comes next as well, where there is enough of it or only a window is shown.
    const next = wordWidths(scene.next);
    const both = own.map((width, i) => Math.max(width, next[i]));
    return total(both) <= room || total(own) > room ? both : own;
  }
  const fair = Math.floor(
    room / Math.max(n, scene.source ? SHARED_BY.two : SHARED_BY.one),
  );
  const width = Math.max(narrowest(scene, isCompact), Math.min(WIDEST_PX, fair));
  return Array.from({ length: n }, () => width);
}

/**
 * Where the window has to begin so that column i is well inside: what a character looks at
 * lies before it, so it stands in the later half.
 * @param {number[]} starts @param {number} room @param {number} offset
 * @param {number} i @param {number} n
 */
function inView(starts, room, offset, i, n) {
  const from = starts[i] - starts[offset];
  const isInside =
    i >= offset && from >= room / 2 && starts[i + 3] - starts[offset] <= room;
  if (isInside || (starts[Math.min(n, i + 1)] <= room && offset === 0)) return offset;
  let first = i;
  while (first > 0 && starts[i] - starts[first - 1] <= room * 0.75) first--;
  return first;
}

/**
 * @param {Scene} scene @param {Stack} stack
 * @param {{ left: number, room: number, isCompact: boolean, offset: number,
 *   pin: number | null }} place CSS pixels; pin: a column to bring into view
 * @returns {Columns}
 */
export function columnsOf(scene, stack, { left, room, isCompact, offset, pin }) {
  const { n } = stack;
  const starts = [0];
  for (const width of widths(scene, stack, room, isCompact))
    starts.push(starts[starts.length - 1] + width);
  const columnWidth = scene.hasWords ? WORD_PX.least : n > 0 ? starts[1] : WIDEST_PX;
  const isWhole = starts[n] <= room;
  // A window leaves room for the signs at its ends; beside the tools, all of it at the end.
  const inner = isWhole ? room : room - columnWidth;
  let last = n;
  while (last > 0 && starts[n] - starts[last - 1] <= inner) last--;
  let first = Math.max(0, Math.min(last, offset));
  if (pin !== null && pin < n && !isWhole)
    first = Math.max(0, Math.min(last, inView(starts, inner, first, pin, n)));
  let end = first;
  while (end < n && starts[end + 1] - starts[first] <= inner) end++;
  if (end === first && end < n) end++;
  const span = starts[end] - starts[first];
  const isCentred = isWhole || isCompact;
  return {
    x0: left + (isCentred ? Math.max(0, Math.floor((room - span) / 2)) : 0),
    span,
    columnWidth,
    starts,
    offset: first,
    visible: end - first,
    n,
    isRtl: scene.isRtl,
    hasWords: scene.hasWords,
  };
}

/** Whether a column is in sight. @param {Columns} columns @param {number} i */
export const isInSight = ({ offset, visible }, i) =>
  i >= offset && i < offset + visible;

/** The columns in sight, one after another. @param {Columns} columns */
export function* inSight({ offset, visible }) {
  for (let i = offset; i < offset + visible; i++) yield i;
}

/** Width of column i. @param {Columns} columns @param {number} i */
export const widthOf = ({ starts }, i) => starts[i + 1] - starts[i];

/** The middle of column i; columns before and after the window lie outside of it.
 * @param {Columns} columns @param {number} i */
export function xOf({ x0, span, starts, offset, isRtl }, i) {
  const x = (starts[i] + starts[i + 1]) / 2 - starts[offset];
  return isRtl ? x0 + span - x : x0 + x;
}

/** The column at a place. @param {Columns} columns @param {number} px CSS pixels from the left
 * @returns {number | null} */
export function columnAt({ x0, span, starts, offset, visible, isRtl }, px) {
  const x = isRtl ? x0 + span - px : px - x0;
  if (x < 0 || x >= span) return null;
  for (let i = offset; i < offset + visible; i++)
    if (x < starts[i + 1] - starts[offset]) return i;
  return null;
}
