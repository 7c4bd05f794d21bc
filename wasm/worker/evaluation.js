// SPDX-License-Identifier: MIT
// An evaluation in pieces of about the allowed length, shared with gradient workers. Windows are
// summed one by one and then in order, so the result is the same bytes.

import { summarize } from '../engine/session.js';
import { SharedWork } from './parallel/shared-work.js';

/** @import { EngineSession, Split, Tally } from '../engine/session.js' */
/** @import { Sharing } from './parallel/shared-work.js' */
/** @import { WindowsReply } from '../shared/protocol.js' */

/** Windows of a batch are evaluated in a third of the time of a step, which also goes back. */
const BATCHES_PER_ROUND = 4;

/**
 * @typedef {object} Evaluated
 * @property {Split} split
 * @property {number} windows
 * @property {number} batchSize
 */

export class PartialEvaluation {
  #session;
  #of;
  #pieceMs;
  #share;
  /** Of each window. @type {Tally[]} */
  #tallies = [];
  /** Windows in work take about as long as a step: no worker is bound for longer.
   * @type {SharedWork<WindowsReply> | null} */
  #round = null;
  /** The first window that is not yet in work. */
  #next = 0;

  /** @param {EngineSession} session @param {Evaluated} of
   * @param {number} pieceMs @param {() => Sharing} share of the next round */
  constructor(session, of, pieceMs, share) {
    this.#session = session;
    this.#of = of;
    this.#pieceMs = pieceMs;
    this.#share = share;
  }

  get done() {
    return !this.#round && this.#next >= this.#of.windows;
  }

  /** Evaluates one more piece, or waits for the next gradient worker. */
  async advance() {
    const round = (this.#round ??= this.#begin());
    try {
      await round.advance();
    } catch (error) {
      this.restart();
      throw error;
    }
    if (round.complete && this.#round === round) this.#round = null;
  }

  /** From its first window, as the model is now: every window is evaluated again. */
  restart() {
    this.interrupt();
    this.#round = null;
    this.#next = 0;
  }

  #begin() {
    const { split, windows, batchSize } = this.#of;
    const [session, sharing, first] = [this.#session, this.#share(), this.#next];
    const n = Math.min(BATCHES_PER_ROUND * batchSize, windows - first);
    this.#next += n;
    return new SharedWork(
      {
        ranges: (index, count) => {
          const [from, to] = [index, index + 1].map((i) => Math.ceil((n * i) / count));
          return from < to ? [[first + from, first + to]] : [];
        },
        compute: ([i, end]) => {
          const stop = performance.now() + this.#pieceMs;
          do {
            this.#tallies[i] = session.evaluatePart(split, windows, i, i + 1);
          } while (++i < end && performance.now() < stop);
          return i < end ? [i, end] : null;
        },
        ask: (worker, [range]) =>
          worker.evaluate(session, sharing.step, { split, windows, range }),
        add: ({ tallies }, [[from]]) => {
          for (const [i, tally] of tallies.entries()) this.#tallies[from + i] = tally;
        },
      },
      sharing,
    );
  }

  /** Ends the wait of advance() for now. */
  interrupt() {
    this.#round?.interrupt();
  }

  result() {
    return summarize(this.#tallies);
  }
}
