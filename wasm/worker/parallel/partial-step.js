// SPDX-License-Identifier: MIT
// An optimizer step in pieces, shared with gradient workers where there are any: the gradient,
// then Muon's part of the update where that is worth sharing. Until it is applied, nothing of the
// model has changed. The engine decides who computes what, and the result is the same bytes
// (src/train/gradient_tree.h, src/train/update.c); here it is only scheduled.

import { SharedWork } from './shared-work.js';

/** @import { EngineSession } from '../../engine/session.js' */
/** @import { Directions, GradientReply } from '../../shared/protocol.js' */
/** @import { Range } from '../../shared/types.js' */
/** @import { ChunkSizer } from './chunk-sizer.js' */
/** @import { Sharing, Work } from './shared-work.js' */

/** @param {Range} range */
const isEmpty = ([first, last]) => first >= last;

/** @param {EngineSession} session @param {ChunkSizer} chunks @param {number} step
 * @returns {Work<GradientReply>} */
function gradientOf(session, chunks, step) {
  const { nShard } = chunks;
  return {
    ranges: (index, count, here) =>
      session.shardRanges(nShard, count, index, here ? chunks.widest : nShard),
    compute: (range) =>
      chunks.timed(range[1] - range[0], () => session.computeGradient(range)),
    ask: (worker, ranges) => worker.compute(session, step, ranges),
    add: (reply, ranges, worker) => {
      for (const [i, range] of ranges.entries())
        session.addGradient(range, reply.gradients[i], reply.lossSums[i]);
      worker.recycle(reply);
    },
  };
}

/** @param {EngineSession} session @param {number} pieceMs @returns {Work<Directions>} */
const updateOf = (session, pieceMs) => ({
  ranges: (index, count) =>
    [session.updateShare(count, index)].filter((range) => !isEmpty(range)),
  compute: (range) => {
    const stop = performance.now() + pieceMs;
    let left = range;
    do left = session.orthogonalize(left);
    while (!isEmpty(left) && performance.now() < stop);
    return isEmpty(left) ? null : left;
  },
  ask: (worker, [range]) => worker.orthogonalize(session, range),
  add: ({ directions }, [range]) => session.directions(range).set(directions),
});

export class PartialStep {
  #session;
  #pieceMs;
  #sharing;
  /** @type {SharedWork<GradientReply> | SharedWork<Directions>} */ #work;
  #isUpdate = false;

  /** Gradient workers are asked at once.
   * @param {EngineSession} session @param {ChunkSizer} chunks @param {Sharing} sharing */
  constructor(session, chunks, sharing) {
    session.beginGradient();
    this.#session = session;
    this.#pieceMs = chunks.limitMs;
    this.#sharing = sharing;
    this.#work = new SharedWork(gradientOf(session, chunks, sharing.step), sharing);
  }

  get complete() {
    return this.#work.complete;
  }

  /** Computes one more piece, or waits for the next gradient worker. */
  advance() {
    return this.#work.advance();
  }

  /** Ends the wait of advance() for now. */
  interrupt() {
    this.#work.interrupt();
  }

  /** When the gradient is there. @returns {boolean} whether there is more to compute */
  beginUpdate() {
    const session = this.#session;
    const count = this.#sharing.workers.length + 1;
    if (this.#isUpdate || isEmpty(session.updateShare(count, 1))) return false;
    this.#isUpdate = true;
    session.beginDirections();
    this.#work = new SharedWork(updateOf(session, this.#pieceMs), this.#sharing);
    return true;
  }

  /** When it is complete. */
  apply() {
    const session = this.#session;
    return session.applyGradient(this.#isUpdate);
  }
}
