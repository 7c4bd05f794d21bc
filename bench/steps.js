// SPDX-License-Identifier: MIT
// What timings of steps need: a text and quartiles. Runs in Node and in
// a browser.

import { randomBelow } from '../web/lessons/copying.js';

const TEXT_CHARS = 20000;

/** V different characters in no order; it does not affect speed. @param {number} V */
export function makeText(V) {
  const below = randomBelow(1);
  const ids = Array.from({ length: TEXT_CHARS }, (_, i) => (i < V ? i : below(V)));
  return String.fromCharCode(...ids.map((id) => 0x100 + id));
}

/** @param {readonly number[]} values at least one @param {number} share of them that is below */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** Median and quartiles. @param {readonly number[]} values */
export const quartiles = (values) => ({
  median: median(values),
  lower_quartile: quantile(values, 0.25),
  upper_quartile: quantile(values, 0.75),
});

/** How long it takes, in ms. @param {() => void} work */
export function msOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** What each side takes in the warm-up, which is round -1, and in so many rounds, in turns:
 * a machine that gets warm or busy slows all of them.
 * @template S, T @param {readonly S[]} sides @param {number} rounds
 * @param {(side: S, round: number) => T | Promise<T>} turn @returns {Promise<T[][]>} by side */
export async function inTurns(sides, rounds, turn) {
  const taken = sides.map(() => /** @type {T[]} */ ([]));
  for (let round = -1; round < rounds; round++)
    for (const [i, side] of sides.entries()) taken[i].push(await turn(side, round));
  return taken;
}
