// SPDX-License-Identifier: MIT
// One optimizer step in pieces, so that a slow model leaves room for other work.

import { GradientTree, subtrees } from './gradient-tree.js';

/** @typedef {import('./engine.js').Lab} Lab */

/**
 * A step under way: advance until gathered, then apply.
 *
 * @typedef {object} StepUnderWay
 * @property {boolean} gathered
 * @property {(woken: Promise<unknown>) => void | Promise<void>} advance one more piece; a
 *   step that waits for others gives up waiting, for now, when woken
 * @property {() => import('./engine-types.js').StepResult} apply
 */

/** @implements {StepUnderWay} */
export class PartialStep {
  #tree;
  #left;

  /**
   * @param {Lab} lab
   * @param {number} nShard S, a power of two
   * @param {number} nPart a power of two, at most S
   */
  constructor(lab, nShard, nPart) {
    this.#tree = new GradientTree(lab, nShard);
    this.#left = subtrees([0, nShard], nShard / nPart);
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

/**
 * Into how many parts to cut steps of `msPerStep` so that none takes much longer than
 * `limitMs`.
 *
 * @param {number} msPerStep
 * @param {number} limitMs
 * @param {number} nShard
 */
export function choosePartCount(msPerStep, limitMs, nShard) {
  let n = 1;
  while (n < nShard && msPerStep / n > limitMs) n *= 2;
  return n;
}
