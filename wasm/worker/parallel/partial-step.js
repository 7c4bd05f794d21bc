// SPDX-License-Identifier: MIT
// One optimizer step in pieces, so that a slow model leaves room for other work.

import { GradientTree, subtrees } from './gradient-tree.js';

/** @typedef {import('../../engine/lab.js').Lab} Lab */

/**
 * A step under way: advance until gathered, then apply.
 *
 * @typedef {object} StepUnderWay
 * @property {boolean} gathered
 * @property {(waiting: Waiting) => void | Promise<void>} advance one more piece; a step
 *   that waits for others gives up waiting, for now, when woken
 * @property {() => import('../../shared/types.js').StepResult} apply
 */

/** A wait that can be cut short; one at a time. */
export class Waiting {
  #end = () => {};

  /**
   * @template T
   * @param {Promise<T>} promise that does not fail
   * @returns {Promise<T | undefined>} undefined: woken
   */
  for(promise) {
    return new Promise((done) => {
      this.#end = () => done(undefined);
      void promise.then(done);
    });
  }

  wake() {
    this.#end();
  }
}

/** How much a new time counts against those before: a hiccup must not halve the pieces. */
const WEIGHT = 0.25;

/**
 * How many shards are computed here at a stretch. Wide passes are faster (2 % from 3 to 6
 * sequences, 7 % from 1 to 2), but nobody is heard until one ends.
 */
export class Pieces {
  #limitMs;
  #msPerShard;
  nShard;

  /**
   * @param {number} nShard S, a power of two
   * @param {number} limitMs what a piece may take
   * @param {number} msPerStep a guess, for the first
   */
  constructor(nShard, limitMs, msPerStep) {
    this.nShard = nShard;
    this.#limitMs = limitMs;
    this.#msPerShard = msPerStep / nShard;
  }

  /** Shards, a power of two. */
  get widest() {
    let n = this.nShard;
    while (n > 1 && n * this.#msPerShard > this.#limitMs) n /= 2;
    return n;
  }

  /**
   * @template T
   * @param {number} width shards
   * @param {() => T} compute
   */
  timed(width, compute) {
    const start = performance.now();
    const result = compute();
    const ms = (performance.now() - start) / width;
    this.#msPerShard += WEIGHT * (ms - this.#msPerShard);
    return result;
  }
}

/** @implements {StepUnderWay} */
export class PartialStep {
  #tree;
  #left;

  /** @param {Lab} lab @param {Pieces} pieces */
  constructor(lab, pieces) {
    this.#tree = new GradientTree(lab, pieces);
    this.#left = subtrees([0, pieces.nShard], pieces.widest);
  }

  get gathered() {
    return this.#tree.whole;
  }

  advance() {
    const next = this.#left.shift();
    if (next) this.#tree.compute(next);
  }

  apply() {
    return this.#tree.apply();
  }
}
