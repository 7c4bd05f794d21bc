// SPDX-License-Identifier: MIT
// Gradient workers compute parts of the gradient for the worker that trains: they get its
// weights and send partial gradients back. All arrays travel as transferred buffers, the
// same ones back and forth: nothing is cloned, and no shared memory is needed, which pages
// have only with special headers.
//
// A gradient worker that dies, hangs or fails is dropped and its part computed by the worker
// that trains: the sum is a fixed tree, so the result is the same bytes.

import { GlassError } from '../../shared/errors.js';
import { Caller } from '../../shared/protocol.js';

/** @typedef {import('../../engine/lab.js').Lab} Lab */
/** @typedef {import('../../shared/types.js').ShardRange} ShardRange */
/** @typedef {import('../../shared/protocol.js').GradientReply} GradientReply */
/** For the declaration of call(). @typedef {import('../../shared/protocol.js').Calls} Calls */

/** A gradient worker that has not replied within this many times the expected time of a step
 * has hung; but even a busy machine gets the minimum. */
const TIMEOUT_STEPS = 30;
const MIN_TIMEOUT_MS = 5000;

/** The array that came back, or a new one where the size of the model has changed.
 * @param {Float32Array<ArrayBuffer> | null | undefined} used @param {number} n */
const sized = (used, n) => (used?.length === n ? used : new Float32Array(n));

export class GradientWorker {
  #caller;
  /** @type {Float32Array<ArrayBuffer> | null} */ #weights = null;
  /** @type {Float32Array<ArrayBuffer>[]} */ #gradients = [];
  id;

  /** @param {number} id @param {MessagePort} port */
  constructor(id, port) {
    this.id = id;
    this.#caller = new Caller(port);
  }

  get call() {
    return this.#caller.call.bind(this.#caller);
  }

  /**
   * Asks for parts of the gradient of the next step.
   *
   * @param {Lab} lab
   * @param {number} step completed
   * @param {ShardRange[]} ranges
   */
  async compute(lab, step, ranges) {
    const weights = sized(this.#weights, lab.weightCount);
    const gradients = ranges.map(() => sized(this.#gradients.pop(), lab.gradientCount));
    this.#weights = null;
    lab.readWeights(weights);
    const buffers = [weights, ...gradients].map(({ buffer }) => buffer);
    const reply = await this.#caller.call(
      'gradient',
      { step, ranges, weights, gradients },
      { transfer: buffers },
    );
    this.#weights = reply.weights;
    return reply;
  }

  /** Takes the buffers of a reply back for the next one. @param {GradientReply} reply */
  recycle({ gradients }) {
    this.#gradients.push(...gradients);
  }

  end() {
    this.#caller.close(new GlassError('worker_dropped'));
  }
}

export class GradientWorkers {
  /** All of them, and those that have the model.
   * @type {Map<number, GradientWorker>} */
  #workers = new Map();
  /** @type {Set<GradientWorker>} */ #ready = new Set();
  #onLoss;

  /** @param {(id: number) => void} onLoss told of a worker that was dropped */
  constructor(onLoss) {
    this.#onLoss = onLoss;
  }

  /** Number of workers, the one that trains included. */
  get size() {
    return this.#ready.size + 1;
  }

  /** @param {GradientWorker} worker that is about to get the model */
  expect(worker) {
    this.#workers.set(worker.id, worker);
  }

  /** @param {GradientWorker} worker that has got it */
  add(worker) {
    if (this.#workers.has(worker.id)) this.#ready.add(worker);
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
    this.#onLoss(id);
  }

  /** What changes the model here changes it everywhere, in the order of the messages;
   * nobody waits. @param {(worker: GradientWorker) => Promise<unknown>} change */
  broadcast(change) {
    for (const worker of this.#ready) {
      change(worker).catch(() => this.drop(worker.id));
    }
  }

  close() {
    for (const id of [...this.#workers.keys()]) this.remove(id);
  }

  /**
   * How to share the next step with `count - 1` of them.
   *
   * @param {number} step completed
   * @param {number} count workers, the training one included
   * @param {number} expectedMs of the whole step
   * @returns {import('./partial-step.js').Sharing}
   */
  share(step, count, expectedMs) {
    return {
      workers: [...this.#ready].slice(0, count - 1),
      step,
      timeoutMs: Math.max(MIN_TIMEOUT_MS, TIMEOUT_STEPS * expectedMs),
      drop: ({ id }) => this.drop(id),
    };
  }
}
