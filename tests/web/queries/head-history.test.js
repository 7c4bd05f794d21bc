// SPDX-License-Identifier: MIT
// The history of head scores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SCORES,
  appendThinned,
  scoreOf,
  scoreSeries,
  scoresAt,
} from '../../../web/queries/head-history.js';
import { MOST_ROWS, append, emptyHistory } from '../../../wasm/shared/history.js';

/** Steps from…to, as news. @param {number} from @param {number} to */
function steps(from, to) {
  const news = emptyHistory();
  for (let step = from; step <= to; step++) {
    news.step.push(step);
    news.loss.push(1 / step);
    news.learningRate.push(0.1);
    news.gradNorm.push(step / 2);
  }
  return news;
}

test('head history: complete up to its limit, then thinned in its older half', () => {
  const history = emptyHistory();
  const { step, loss } = history;
  for (let at = 1; at < MOST_ROWS; at += 1024) append(history, steps(at, at + 1023));
  assert.equal(step.length, MOST_ROWS);
  assert.ok(step.every((value, n) => value === n + 1));
  append(history, steps(MOST_ROWS + 1, MOST_ROWS + 3));
  assert.equal(history.step, step, 'the array is the one that was handed out');
  assert.equal(step.length, (3 * MOST_ROWS) / 4 + 3);
  assert.deepEqual(step.slice(0, 3), [1, 3, 5]);
  assert.equal(step.at(-1), MOST_ROWS + 3);
  assert.deepEqual(step.slice(-MOST_ROWS / 2)[1], MOST_ROWS / 2 + 5);
  assert.ok(step.every((value, n) => loss[n] === 1 / value));
});

test('head history: a long run is thinned evenly, its beginning too', () => {
  const history = emptyHistory();
  const all = 8 * MOST_ROWS;
  for (let at = 1; at < all; at += 1024) append(history, steps(at, at + 1023));
  const { step, loss } = history;
  const gaps = step.slice(1).map((value, n) => value - step[n]);
  const even = all / (MOST_ROWS / 4);
  assert.ok(Math.max(...gaps) <= 2 * even, `a gap of ${Math.max(...gaps)} steps`);
  assert.deepEqual([step[0], step.at(-1)], [1, all]);
  assert.ok(step.length <= MOST_ROWS);
  assert.ok(step.every((value, n) => loss[n] === 1 / value));
});

test('course of reports: a long one has its beginning, as evenly as the rest', () => {
  /** @type {{ step: number }[]} */
  let course = [];
  for (let step = 0; step < 4000; step++) course = appendThinned(course, { step }, 100);
  const gaps = course.slice(1).map(({ step }, n) => step - course[n].step);
  // A quarter of the rows, each within a cell of up to twice its share.
  assert.ok(Math.max(...gaps) <= 4 * (4000 / 25), `a gap of ${Math.max(...gaps)}`);
});

test('course of reports: the last of a step takes the place of one before', () => {
  const course = [1, 2, 3].map((step) => ({ step, n: 0 }));
  const newest = { step: 3, n: 1 };
  assert.deepEqual(appendThinned(course, newest, 9), [...course.slice(0, 2), newest]);
  assert.deepEqual(
    appendThinned(course, { step: 4, n: 0 }, 3).map(({ step }) => step),
    [1, 3, 4],
  );
});

/** Scores of two heads, each a number of its own. @param {number} step */
const scoresOf = (step) => ({
  step,
  scores: Float32Array.from({ length: 2 * SCORES }, (_, k) => 100 * step + k),
  marks: [],
});

test('the course of a score is that score, of each pattern and each head', () => {
  const history = [1, 2, 3].map(scoresOf);
  const stats = /** @type {any} */ ({
    back: Array(8).fill(0.5),
    scores: {},
    chance: {},
  });
  const names = new Set();
  for (let k = 0; k < SCORES; k++) {
    const mark = scoreOf(stats, k);
    names.add(mark.pattern === 'back' ? mark.offset : mark.pattern);
    for (const n of [0, 1]) {
      const at = n * SCORES + k;
      assert.deepEqual(scoreSeries(history, n, mark, 2), [200 + at, 300 + at], `${k}`);
    }
  }
  assert.equal(names.size, SCORES);
  const none = { ...scoreOf(stats, 0), pattern: '' };
  assert.deepEqual(scoreSeries(history, 0, none, 2), []);
});

test('the scores at a step are the last at or before it, and the first before all', () => {
  const history = [2, 4].map(scoresOf);
  assert.deepEqual(
    [1, 2, 3, 4, 9].map((step) => scoresAt(history, step)?.step),
    [2, 2, 2, 4, 4],
  );
  assert.equal(scoresAt([], 3), null);
});
