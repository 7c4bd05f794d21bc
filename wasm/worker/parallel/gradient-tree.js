// SPDX-License-Identifier: MIT
// The gradient of a step is a balanced binary tree over S shards of its sequences:
//
//        (0+1) + (2+3)          Subtrees arrive from left to right, of any size. Whenever
//        /   \   /   \          the last two have the same size they are neighbours under
//       0     1 2     3         one node, and are added. At most log2(S) + 1 are alive.
//
// Whoever computed the subtrees, in whatever pieces, the sums are the same bytes.

/** @typedef {import('../../engine/lab.js').Lab} Lab */
/** @typedef {import('./partial-step.js').Pieces} Pieces */
/** A subtree: shards first … last - 1. @typedef {[first: number, last: number]} Range */

/**
 * The largest subtrees, none wider than `widest`, that make up a range.
 *
 * @param {Range} range
 * @param {number} [widest] a power of two
 * @returns {Range[]}
 */
export function subtrees([first, last], widest = Infinity) {
  /** @type {Range[]} */
  const parts = [];
  while (first < last) {
    let width = 1;
    while (
      2 * width <= widest &&
      first % (2 * width) === 0 &&
      first + 2 * width <= last
    ) {
      width *= 2;
    }
    parts.push([first, first + width]);
    first += width;
  }
  return parts;
}

export class GradientTree {
  #lab;
  #pieces;
  /** Subtrees that wait for their neighbour; number i has its gradient in slot i.
   * @type {{ width: number, lossSum: number }[]} */
  #waiting = [];

  /** @param {Lab} lab @param {Pieces} pieces */
  constructor(lab, pieces) {
    this.#lab = lab;
    this.#pieces = pieces;
  }

  /** Nothing is missing. */
  get whole() {
    return this.#waiting[0]?.width === this.#pieces.nShard;
  }

  /** Computes the next subtree here. @param {Range} range */
  compute([first, last]) {
    const width = last - first;
    const lossSum = this.#pieces.timed(width, () =>
      this.#lab.computeGradient(this.#waiting.length, first, last),
    );
    this.#push(width, lossSum);
  }

  /**
   * Takes in the next subtree from elsewhere.
   *
   * @param {Range} range
   * @param {Float32Array} gradient
   * @param {number} lossSum
   */
  take([first, last], gradient, lossSum) {
    this.#lab.writeGradient(this.#waiting.length, gradient);
    this.#push(last - first, lossSum);
  }

  /** @param {number} width @param {number} lossSum */
  #push(width, lossSum) {
    const waiting = this.#waiting;
    waiting.push({ width, lossSum });
    for (let right = waiting.length - 1; right > 0; right--) {
      const left = right - 1;
      if (waiting[left].width !== waiting[right].width) break;
      this.#lab.addGradient(left, right);
      waiting[left].width *= 2;
      waiting[left].lossSum += waiting[right].lossSum;
      waiting.pop();
    }
  }

  /** Ends the step. */
  apply() {
    return this.#lab.applyGradient(0, this.#waiting[0].lossSum);
  }
}
