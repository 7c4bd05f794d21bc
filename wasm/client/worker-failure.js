// SPDX-License-Identifier: MIT
// What counts as the death of a worker, and what follows from it.
//
//   The worker that holds the model: it reports an error, its end of the port is gone, or it
//   is silent (heartbeat.js). Every open call rejects with `worker-died`, and the session's
//   state becomes 'error'. The model is lost.
//
//   A gradient worker that dies, hangs or fails: worker/parallel/gradient-workers.js
//   computes its part of the step itself, so no result changes; the pool starts another
//   one, unless too many were lost lately.

import { GlassError } from '../shared/errors.js';

/** A worker that has not said hello by then will not. */
export const HELLO_TIMEOUT_MS = 10_000;

/** The same for gradient workers: nothing waits for them, and a busy machine is slow. */
export const GRADIENT_WORKER_HELLO_TIMEOUT_MS = 60_000;

/** A gradient worker that has not loaded the model by then has hung. */
export const JOIN_TIMEOUT_MS = 60_000;

/** More losses than this within LOSS_WINDOW_MS end replacement. A single one now and then
 * is normal: after a laptop has slept, workers seem to hang. */
const MAX_LOSSES = 3;
const LOSS_WINDOW_MS = 60_000;

/** @param {string} reason may be empty: browsers do not always say @param {unknown} [cause] */
export const noWorker = (reason, cause) =>
  new GlassError(
    reason ? 'worker_not_started' : 'worker_refused',
    { reason },
    { cause },
  );

/** @param {string} reason may be empty */
export const workerDied = (reason) =>
  new GlassError(reason ? 'worker_died' : 'worker_stopped', { reason });

/** Decides whether a lost gradient worker is replaced. */
export class LossLimit {
  /** Times of recent losses, ms. @type {number[]} */ #losses = [];

  /** Notes a loss. @returns {boolean} whether to start another worker */
  allowsReplacement() {
    const now = performance.now();
    this.#losses = this.#losses.filter((ms) => now - ms < LOSS_WINDOW_MS);
    this.#losses.push(now);
    return this.#losses.length <= MAX_LOSSES;
  }
}
