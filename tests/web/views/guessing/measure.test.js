// SPDX-License-Identifier: MIT
// Shannon's bounds by his own formulas, and how often a winner is named where there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeliest } from '../../../../web/draw/sampling.js';
import {
  boundsOf,
  LEAST,
  rankOf,
  winnerOf,
} from '../../../../web/views/guessing/measure.js';

const near = (/** @type {number} */ a, /** @type {number} */ b) =>
  assert.ok(Math.abs(a - b) < 1e-9, `${a}, ${b}`);

/** Numbers from 0 to 1 (Park and Miller's generator). @param {number} seed */
function randomFrom(seed) {
  let x = seed;
  return () => (x = (x * 48271) % 2147483647) / 2147483647;
}

/** A rank as a good predictor's are: 1 in two cases of three. @param {() => number} random */
const drawRank = (random) => 1 + Math.floor(-2.2 * Math.log(1 - random()) * random());

/** Shannon 1951, section 5, as it is printed. @param {number[]} ranks */
function printed(ranks) {
  const q = (/** @type {number} */ i) =>
    ranks.filter((rank) => rank === i).length / ranks.length;
  let [lower, upper] = [0, 0];
  for (let i = 1; i <= Math.max(...ranks); i++) {
    lower += i * (q(i) - q(i + 1)) * Math.log2(i);
    if (q(i) > 0) upper -= q(i) * Math.log2(q(i));
  }
  return { lower, upper };
}

test('guessing: bounds are those of Shannon, of any numbers of guesses', () => {
  for (const seed of [3, 17, 2026]) {
    const random = randomFrom(seed);
    const ranks = Array.from({ length: 57 }, () => drawRank(random));
    const { lower, upper, first } = boundsOf(ranks);
    near(lower, printed(ranks).lower);
    near(upper, printed(ranks).upper);
    near(first, ranks.filter((rank) => rank === 1).length / 57);
    assert.ok(lower > 0 && lower < upper, `seed ${seed}: ${lower}, ${upper}`);
  }
});

test('guessing: who is always right at once needs no bits; of four equal guesses both bounds are two', () => {
  assert.deepEqual(boundsOf([1, 1, 1]), { lower: 0, upper: 0, first: 1 });
  const { lower, upper } = boundsOf([1, 2, 3, 4]);
  near(lower, 2);
  near(upper, 2);
});

test('guessing: a rank is the place in the order of scores, the lower token first of equals', () => {
  const scores = [0.5, 2, 0.5, -1, 2, 0.25];
  for (const [place, token] of likeliest(scores).entries())
    assert.equal(rankOf(scores, token), place + 1);
});

test('guessing: a winner only from enough characters, and of a clear difference', () => {
  const worse = [3, 4, 2, 5, 3, 2, 4, 3, 6, 2, 3, 4];
  const better = worse.map((rank) => rank - 1);
  assert.equal(worse.length, LEAST);
  assert.equal(winnerOf(worse.slice(1), better.slice(1)), 'few');
  assert.equal(winnerOf(worse, better), 'model');
  assert.equal(winnerOf(better, worse), 'you');
  assert.equal(winnerOf(worse, worse), 'even');
  assert.equal(winnerOf(worse, [...worse.slice(1), 1]), 'even');
});

/** Rank 1 in two cases of three, evenly among six, and 1 in nine cases of ten.
 * @type {((random: () => number) => number)[]} */
const PLAYERS = [
  drawRank,
  (random) => 1 + Math.floor(6 * random()),
  (random) => (random() < 0.9 ? 1 : drawRank(random) + 3),
];

for (const [kind, draw] of PLAYERS.entries())
  test(`guessing: of two equal players a winner is named in fewer than one round of twenty (${kind})`, () => {
    const seed = 7;
    const random = randomFrom(seed);
    const ROUNDS = 4000;
    let named = 0;
    const round = () => Array.from({ length: LEAST }, () => draw(random));
    for (let n = 0; n < ROUNDS; n++)
      if (['you', 'model'].includes(winnerOf(round(), round()))) named++;
    assert.ok(named / ROUNDS < 0.05, `seed ${seed}: ${named}`);
  });

test('guessing: of two players far apart the better one is named', () => {
  const seed = 11;
  const random = randomFrom(seed);
  let named = 0;
  for (let n = 0; n < 100; n++) {
    const good = Array.from({ length: LEAST }, () => drawRank(random));
    const bad = Array.from({ length: LEAST }, () => 5 + Math.floor(30 * random()));
    if (winnerOf(good, bad) === 'you') named++;
  }
  assert.ok(named > 95, `seed ${seed}: ${named}`);
});
