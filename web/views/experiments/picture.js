// SPDX-License-Identifier: MIT
// Where everything in the chart of an experiment stands: measure against setting. A function of
// its results.
import { linesOf } from '../../experiments/experiment.js';
import { ticks } from '../../draw/plot.js';

/** @import { Cell, Experiment, Result } from '../../experiments/experiment.js' */

/** One seed of a value on a line; y is null of one that diverged.
 * @typedef {{ seed: number, y: number | null, value: number }} Dot */
/** @typedef {Cell & { px: number, py: number | null, dots: Dot[] }} Place */

/**
 * @typedef {object} Picture
 * @property {number} width CSS pixels @property {number} height
 * @property {{ left: number, right: number, top: number, bottom: number }} area
 * @property {{ px: number, dy: number, label: string[] }[]} xs dy: from the first line of labels
 * @property {{ py: number, value: number }[]} ys
 * @property {Place[][]} lines by their number, each from left to right
 * @property {number} apart from a seed to the next
 */

const ROOM = { left: 52, right: 12, top: 14, bottom: 24 };
export const LINE_PX = 15;
/** From the edges to the first and the last value, in parts of what is between two. */
const INSET = 0.5;
const APART_Y = 44;
/** Of the range, above and below. */
const MARGIN = 0.08;
/** Width of a character of a label, about; CSS pixels. */
const CHARACTER_PX = 6.6;
const LEAST_CHARACTERS = 4;
/** Between two labels side by side. */
const GAP_PX = 8;
const DOT_PX = 8;

/** Whether values of a setting are spaced as powers rather than evenly.
 * @param {(number | string | boolean)[]} values */
export function isLogarithmic(values) {
  const n = values.map(Number);
  if (n.length < 3 || n.some((x) => !(x > 0))) return false;
  const gaps = (/** @type {number[]} */ at) =>
    at.slice(1).map((x, k) => Math.abs(x - at[k]));
  const uneven = (/** @type {number[]} */ all) => Math.max(...all) / Math.min(...all);
  return uneven(gaps(n.map(Math.log))) < uneven(gaps(n));
}

/** Places of the values along the axis, 0..1. What is no number, or not in order, stands at equal
 * distances. @param {Experiment} experiment @param {number} n of them */
export function placesOf({ vary }, n) {
  const even = Array.from({ length: n }, (_, k) => (n === 1 ? 0.5 : k / (n - 1)));
  const values = vary.values ?? [];
  const numbers = values.filter((x) => typeof x === 'number');
  const isRising = numbers.every((x, k) => k === 0 || x > numbers[k - 1]);
  if (n < 2 || numbers.length < n || !isRising) return even;
  const at = isLogarithmic(numbers) ? numbers.map(Math.log) : numbers;
  return at.map((x) => (x - at[0]) / (at[n - 1] - at[0]));
}

/** A label in lines of so many characters. @param {string} text @param {number} most */
function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}

/** Labels under the places; where a word is too long for its place, every second one stands lower.
 * @param {string[]} names @param {number} near px from a place to the next */
function labelsOf(names, near) {
  const longest = Math.max(
    ...names.flatMap((name) => name.split(' ').map((word) => word.length)),
  );
  const isTight = names.length > 1 && longest * CHARACTER_PX + GAP_PX > near;
  const room = (isTight ? 2 * near : near) - GAP_PX;
  const most = Math.max(LEAST_CHARACTERS, Math.floor(room / CHARACTER_PX));
  const labels = names.map((name) => wrapped(name, most));
  const heights = [0, 1].map((row) =>
    Math.max(...labels.map((lines, k) => (k % 2 === row ? lines.length : 0))),
  );
  const dy = (/** @type {number} */ k) => (isTight && k % 2 ? LINE_PX * heights[0] : 0);
  const below = isTight ? heights[0] + heights[1] : Math.max(...heights);
  return { labels: labels.map((label, k) => ({ label, dy: dy(k) })), below };
}

/** @param {Result[]} results with a value @param {boolean} isShare from 0 to 1
 * @returns {[number, number]} the same twice: nothing to mark */
function rangeOf(results, isShare) {
  const values = results.map(({ value }) => value).filter(Number.isFinite);
  if (values.length === 0) return [0, 0];
  if (isShare) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low) * MARGIN || Math.abs(high) * MARGIN || 1;
  return [low - margin, high + margin];
}

/**
 * @param {Experiment} experiment @param {Result[]} results @param {Cell[]} cells
 * @param {object} how @param {number} how.width @param {number} how.height CSS pixels
 * @param {string[]} how.names of the values @param {boolean} how.isShare
 * @returns {Picture}
 */
export function pictureOf(
  experiment,
  results,
  cells,
  { width, height, names, isShare },
) {
  const [left, right] = [ROOM.left, width - ROOM.right];
  const n = names.length;
  const inset = (INSET * (right - left)) / n;
  const places = placesOf(experiment, n).map(
    (at) => left + inset + at * (right - left - 2 * inset),
  );
  const near = Math.min(2 * inset, ...places.slice(1).map((x, k) => x - places[k]));
  const { labels, below } = labelsOf(names, near);
  const bottom = height - ROOM.bottom - LINE_PX * below;
  const area = { left, right, top: ROOM.top, bottom };
  const [low, high] = rangeOf(results, isShare);
  const atY = (/** @type {number} */ y) =>
    area.bottom - ((y - low) / (high - low || 1)) * (area.bottom - area.top);
  const apart = Math.min(DOT_PX, near / (experiment.seeds.length + 1));
  return {
    ...{ width, height, area },
    xs: places.map((px, k) => ({ px, ...labels[k] })),
    ys: ticks(low, high, Math.floor((area.bottom - area.top) / APART_Y)).map(
      (value) => ({ value, py: atY(value) }),
    ),
    lines: linesOf(experiment).map((_, line) =>
      cells
        .filter((cell) => cell.line === line)
        .sort((a, b) => a.x - b.x)
        .map((cell) => ({
          ...cell,
          px: places[cell.x],
          py: cell.n > 0 ? atY(cell.mean) : null,
          dots: seedsOf(cell, experiment, results).map(({ run: { seed }, value }) => ({
            ...{ seed, value },
            y: Number.isFinite(value) ? atY(value) : null,
          })),
        })),
    ),
    apart,
  };
}

/** The results of a cell. @param {Cell} cell @param {Experiment} experiment
 * @param {Result[]} results @returns {Result[]} in the order of the seeds */
export const seedsOf = ({ x, line }, { seeds }, results) =>
  seeds.flatMap(
    (seed) =>
      results.find(
        ({ run }) => run.x === x && run.line === line && run.seed === seed,
      ) ?? [],
  );
