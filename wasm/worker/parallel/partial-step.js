// SPDX-License-Identifier: MIT
// One optimizer step in parts, so that a slow model leaves room for other work, shared with
// gradient workers where there are any. The engine decides which shards each part has and
// adds the partial gradients (src/train/gradient_tree.h); here they are only scheduled.

/** @import { EngineSession } from '../../engine/session.js' */
/** @import { ShardRange } from '../../shared/types.js' */
/** @import { ChunkSizer } from './chunk-sizer.js' */
/** @import { GradientWorker } from './gradient-worker.js' */
/** @import { GradientReply } from '../../shared/protocol.js' */

/**
 * What a gradient worker has been asked for.
 * @typedef {object} Assignment
 * @property {GradientWorker} worker
 * @property {number} index place among the workers of this step; the training worker is 0
 * @property {ShardRange[]} ranges
 * @property {Promise<GradientReply | null>} reply null: it failed or timed out
 */

/**
 * @typedef {object} Sharing
 * @property {GradientWorker[]} workers
 * @property {number} step completed
 * @property {number} timeoutMs until a worker counts as hung
 * @property {(worker: GradientWorker) => void} drop drops a worker that failed
 */

/** @type {Sharing} */
const ALONE = { workers: [], step: 0, timeoutMs: 0, drop: () => {} };

export class PartialStep {
  #session;
  #chunks;
  #sharing;
  /** In order of shards: ranges to compute here, and what others compute.
   * @type {(ShardRange | Assignment)[]} */
  #left;
  #interrupt = () => {};

  /** Begins a step: gradient workers are asked at once.
   * @param {EngineSession} session @param {ChunkSizer} chunks
   * @param {Sharing} [sharing] */
  constructor(session, chunks, sharing = ALONE) {
    this.#session = session;
    this.#chunks = chunks;
    this.#sharing = sharing;
    const { workers, step, timeoutMs } = sharing;
    session.beginGradient();
    this.#left = this.#ranges(0, chunks.widest);
    for (const [i, worker] of workers.entries()) {
      const ranges = this.#ranges(i + 1, chunks.nShard);
      if (ranges.length === 0) continue;
      const reply = withTimeout(worker.compute(session, step, ranges), timeoutMs);
      this.#left.push({ worker, index: i + 1, ranges, reply });
    }
  }

  /** @param {number} index of a worker @param {number} widest */
  #ranges(index, widest) {
    const count = this.#sharing.workers.length + 1;
    return this.#session.shardRanges(this.#chunks.nShard, count, index, widest);
  }

  /** The whole gradient is there. */
  get complete() {
    return this.#left.length === 0;
  }

  /** Computes one more chunk, or waits for the next gradient worker. */
  async advance() {
    const next = this.#left[0];
    if (!next) return;
    if (Array.isArray(next)) {
      this.#left.shift();
      const [first, last] = next;
      this.#chunks.timed(last - first, () => this.#session.computeGradient(next));
      return;
    }
    /** @type {GradientReply | null | undefined} */
    const reply = await new Promise((resolve) => {
      this.#interrupt = () => resolve(undefined);
      void next.reply.then(resolve);
    });
    if (reply === undefined) return;
    this.#left.shift();
    if (reply) this.#add(next, reply);
    else this.#takeOver(next);
  }

  /** Ends the wait of advance() for now. */
  interrupt() {
    this.#interrupt();
  }

  /** @param {Assignment} assignment @param {GradientReply} reply */
  #add({ worker, ranges }, reply) {
    for (const [i, range] of ranges.entries()) {
      this.#session.addGradient(range, reply.gradients[i], reply.lossSums[i]);
    }
    worker.recycle(reply);
  }

  /** Its shards are computed here instead. @param {Assignment} assignment */
  #takeOver({ worker, index }) {
    this.#sharing.drop(worker);
    this.#left.unshift(...this.#ranges(index, this.#chunks.widest));
  }

  /** Ends a step that is complete. */
  apply() {
    return this.#session.applyGradient();
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
