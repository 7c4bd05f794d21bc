// SPDX-License-Identifier: MIT
// Work in parts, so that a slow model leaves room for other things, shared with gradient workers
// where there are any: a step (../training.js), windows of an evaluation (../evaluation.js).

/** @import { Range } from '../../shared/types.js' */
/** @import { GradientWorker } from './gradient-worker.js' */

/**
 * @typedef {object} Sharing
 * @property {GradientWorker[]} workers beside the one that trains
 * @property {number} step completed
 * @property {number} timeoutMs until a worker counts as hung
 * @property {(worker: GradientWorker) => void} drop drops a worker that failed
 */

/**
 * What is to be done. `ranges`: those of a worker, by its place, the training one 0; `here`: in
 * pieces that this one computes. `compute` computes a range, or begins it and returns the rest.
 * @template Reply
 * @typedef {object} Work
 * @property {(index: number, count: number, here: boolean) => Range[]} ranges
 * @property {(range: Range) => Range | null | void} compute
 * @property {(worker: GradientWorker, ranges: Range[]) => Promise<Reply>} ask
 * @property {(reply: Reply, ranges: Range[], worker: GradientWorker) => void} add
 */

/**
 * What a gradient worker has been asked for.
 * @template Reply
 * @typedef {object} Assignment
 * @property {GradientWorker} worker
 * @property {number} index its place
 * @property {Range[]} ranges
 * @property {Promise<Reply | null>} reply null: it failed or timed out
 */

/** @template Reply */
export class SharedWork {
  #work;
  #sharing;
  /** In order: ranges to compute here, and what others compute.
   * @type {(Range | Assignment<Reply>)[]} */
  #left;
  #interrupt = () => {};

  /** Gradient workers are asked at once. @param {Work<Reply>} work @param {Sharing} sharing */
  constructor(work, sharing) {
    this.#work = work;
    this.#sharing = sharing;
    this.#left = this.#ranges(0, true);
    for (const [i, worker] of sharing.workers.entries()) {
      const ranges = this.#ranges(i + 1, false);
      if (ranges.length === 0) continue;
      const reply = withTimeout(work.ask(worker, ranges), sharing.timeoutMs);
      this.#left.push({ worker, index: i + 1, ranges, reply });
    }
  }

  /** @param {number} index @param {boolean} here @returns {Range[]} */
  #ranges(index, here) {
    return this.#work.ranges(index, this.#sharing.workers.length + 1, here);
  }

  get complete() {
    return this.#left.length === 0;
  }

  /** Computes one more piece, or waits for the next gradient worker. */
  async advance() {
    const next = this.#left[0];
    if (!next) return;
    if (Array.isArray(next)) {
      this.#left.shift();
      const rest = this.#work.compute(next);
      if (rest) this.#left.unshift(rest);
      return;
    }
    /** @type {Reply | null | undefined} */
    const reply = await new Promise((resolve) => {
      this.#interrupt = () => resolve(undefined);
      void next.reply.then(resolve);
    });
    if (reply === undefined) return;
    this.#left.shift();
    if (reply) this.#work.add(reply, next.ranges, next.worker);
    else this.#takeOver(next);
  }

  /** Ends the wait of advance() for now. */
  interrupt() {
    this.#interrupt();
  }

  /** It is computed here instead. @param {Assignment<Reply>} assignment */
  #takeOver({ worker, index }) {
    this.#sharing.drop(worker);
    this.#left.unshift(...this.#ranges(index, true));
  }
}

/** @template T
 * @param {Promise<T>} promise @param {number} ms
 * @returns {Promise<T | null>} null: it failed or took too long */
function withTimeout(promise, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    promise
      .catch(() => null)
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
}
