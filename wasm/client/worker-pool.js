// SPDX-License-Identifier: MIT
// The gradient workers of a session: starts them, connects each to the worker that holds
// the model, and replaces those that are lost. What they compute:
// worker/parallel/gradient-workers.js.

import { JOIN_TIMEOUT_MS, LossLimit } from './worker-failure.js';

/** @import { WorkerHandle } from './start-worker.js' */
/** @import { Caller } from '../shared/protocol.js' */

export const MAX_WORKERS = 8;

/** Limit for all workers of a session together; each holds the whole model. */
const MEMORY_LIMIT_BYTES = 2 ** 31;

/** Workers to train with, the one that holds the model included: by default one a core, of
 * which training uses as many as are fastest (worker/parallel/worker-count.js).
 * @param {number | 'auto'} requested @param {number} cores
 * @param {number} memoryBytes of one worker */
export function workerCount(requested, cores, memoryBytes) {
  if (requested !== 'auto') return requested;
  const affordable = Math.floor(MEMORY_LIMIT_BYTES / memoryBytes);
  return Math.max(1, Math.min(MAX_WORKERS, cores, affordable));
}

/** Gradient workers of all sessions of the page, starting ones included: at most MAX_WORKERS,
 * however many elements a page has. */
let everywhere = 0;

export class WorkerPool {
  #caller;
  #start;
  /** @type {Map<number, WorkerHandle>} */ #workers = new Map();
  /** Ids of those that have the model. @type {Set<number>} */ #ready = new Set();
  /** Ids of all, starting ones included, oldest first. @type {Set<number>} */
  #ids = new Set();
  #nextId = 1;
  #lossLimit = new LossLimit();
  /** Hears that size has changed. */
  onChange = () => {};
  /** Gradient workers to have when no lower limit is set. */
  requested;

  /** @param {Caller} caller to the worker that holds the model
   * @param {() => Promise<WorkerHandle>} start starts a gradient worker
   * @param {number} requested */
  constructor(caller, start, requested) {
    this.#caller = caller;
    this.#start = start;
    this.requested = requested;
    caller.on('gradientWorkerLost', ({ id }) => this.#lose(id));
  }

  /** Gradient workers that take part in steps. */
  get size() {
    return this.#ready.size;
  }

  /** Starts or ends gradient workers until there are as many as requested, or n if that is
   * fewer. Training does not wait for them, and its results do not depend on them.
   * @param {number} n */
  setLimit(n) {
    const wanted = Math.min(n, this.requested);
    for (const id of [...this.#ids].slice(wanted)) this.#end(id);
    for (let missing = wanted - this.#ids.size; missing > 0; missing--) {
      void this.#addOne();
    }
  }

  /** @param {number} id */
  #forget(id) {
    if (this.#ids.delete(id)) everywhere--;
  }

  async #addOne() {
    if (everywhere >= MAX_WORKERS) return;
    const id = this.#nextId++;
    this.#ids.add(id);
    everywhere++;
    /** @type {WorkerHandle | undefined} */
    let worker;
    try {
      worker = await this.#start();
      if (!this.#ids.has(id)) throw new Error('ended while it started');
      this.#workers.set(id, worker);
      void worker.died.then(() => this.#lose(id));
      await this.#join(id, worker.port);
      if (!this.#workers.has(id)) return;
      this.#ready.add(id);
      this.onChange();
    } catch {
      // Not an error: training gives the same results with any number of workers.
      worker?.terminate();
      this.#workers.delete(id);
      this.#forget(id);
    }
  }

  /** Resolves when the worker has the model. @param {number} id @param {MessagePort} port */
  async #join(id, port) {
    const timeout = setTimeout(() => this.#lose(id), JOIN_TIMEOUT_MS);
    try {
      await this.#caller.call('addGradientWorker', { id, port }, { transfer: [port] });
    } finally {
      clearTimeout(timeout);
    }
  }

  /** @param {number} id */
  #end(id) {
    this.#forget(id);
    const worker = this.#workers.get(id);
    if (!worker) return;
    this.#workers.delete(id);
    this.#ready.delete(id);
    worker.terminate();
    this.#caller.call('removeGradientWorker', { id }).catch(() => {});
    this.onChange();
  }

  /** It died, or did not answer in time. @param {number} id */
  #lose(id) {
    if (!this.#workers.has(id)) return;
    this.#end(id);
    if (this.#lossLimit.allowsReplacement()) void this.#addOne();
  }

  close() {
    for (const id of [...this.#ids]) this.#forget(id);
    for (const worker of this.#workers.values()) worker.terminate();
    this.#workers.clear();
    this.#ready.clear();
  }
}
