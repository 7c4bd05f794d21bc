// SPDX-License-Identifier: MIT
// The history of a run, and what is left of a long one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('history: complete up to its limit, then thinned in its older half', () => {
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

test('history: a long run is thinned evenly, its beginning too', () => {
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
