// SPDX-License-Identifier: MIT
// The gradient workers of the worker that trains: they get its weights and send partial
// gradients back. One that dies, hangs or fails is dropped, and the worker that trains
// computes its part: the sum is a fixed tree, so the result is the same bytes.

/** @import { GradientWorker } from './gradient-worker.js' */

/** A gradient worker that has not replied within this many times the expected time of a step
 * has hung; but even a busy machine gets the minimum. */
const TIMEOUT_STEPS = 30;
const MIN_TIMEOUT_MS = 5000;

export class GradientWorkers {
  /** They do not have the model, and take no part in steps. */
  resting = false;
  /** All of them, and those that have the model.
   * @type {Map<number, GradientWorker>} */
  #workers = new Map();
  /** @type {Set<GradientWorker>} */ #ready = new Set();
  /** Hears of every worker that is dropped. @type {(id: number) => void} */
  onLost = () => {};

  /** Number of workers, the one that trains included. */
  get size() {
    return this.resting ? 1 : this.count;
  }

  /** The same, resting ones included. */
  get count() {
    return this.#ready.size + 1;
  }

  /** @param {GradientWorker} worker that is about to open the model */
  expect(worker) {
    this.#workers.set(worker.id, worker);
  }

  /** @param {GradientWorker} worker that has the model */
  add(worker) {
    if (this.#workers.has(worker.id)) this.#ready.add(worker);
  }

  /** All take no part until they have another model. */
  leave() {
    const all = [...this.#ready];
    this.#ready.clear();
    return all;
  }

  /** @param {number} id */
  remove(id) {
    const worker = this.#workers.get(id);
    if (!worker) return;
    this.#workers.delete(id);
    this.#ready.delete(worker);
    worker.end();
  }

  /** @param {number} id */
  drop(id) {
    if (!this.#workers.has(id)) return;
    this.remove(id);
    this.onLost(id);
  }

  /** Makes a change to the model in all workers, in the order of the messages, without
   * waiting. @param {(worker: GradientWorker) => Promise<unknown>} change */
  broadcast(change) {
    if (this.resting) return;
    for (const worker of this.#ready) {
      change(worker).catch(() => this.drop(worker.id));
    }
  }

  close() {
    for (const id of [...this.#workers.keys()]) this.remove(id);
  }

  /**
   * How the next step, or as much other work, is shared by `count` workers.
   * @param {number} step completed
   * @param {number} count workers, the training one included
   * @param {number} expectedMs of the whole step
   * @returns {import('./shared-work.js').Sharing}
   */
  share(step, count, expectedMs) {
    return {
      workers: this.resting ? [] : [...this.#ready].slice(0, count - 1),
      step,
      timeoutMs: Math.max(MIN_TIMEOUT_MS, TIMEOUT_STEPS * expectedMs),
      drop: ({ id }) => this.drop(id),
    };
  }
}
