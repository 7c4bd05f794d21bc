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
