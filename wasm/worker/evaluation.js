// SPDX-License-Identifier: MIT
// An evaluation in pieces of about the allowed length.

import { emptyTally, summarize } from '../engine/session.js';

/** @import { EngineSession, Split } from '../engine/session.js' */

export class PartialEvaluation {
  #session;
  #split;
  #windows;
  #tally = emptyTally();
  #next = 0;
  /** Windows in the next piece: one until its time is known. */
  #nPerPiece = 1;

  /** @param {EngineSession} session @param {Split} split @param {number} windows */
  constructor(session, split, windows) {
    this.#session = session;
    this.#split = split;
    this.#windows = windows;
  }

  get done() {
    return this.#next >= this.#windows;
  }

  /** Evaluates one more piece. @param {number} limitMs */
  advance(limitMs) {
    const first = this.#next;
    const last = Math.min(this.#windows, first + this.#nPerPiece);
    const start = performance.now();
    this.#tally = this.#session.evaluatePart(
      this.#split,
      this.#windows,
      first,
      last,
      this.#tally,
    );
    this.#next = last;
    const msPerWindow = (performance.now() - start) / (last - first);
    // At most doubled: batched windows are faster, so the time per window is not constant.
    const affordable = Math.floor(limitMs / Math.max(msPerWindow, 1e-3));
    this.#nPerPiece = Math.max(1, Math.min(2 * this.#nPerPiece, affordable));
  }

  result() {
    return summarize(this.#tally);
  }
}
