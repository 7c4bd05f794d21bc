// SPDX-License-Identifier: MIT
// The page's side of sharing steps: starts gradient workers, ties each to the worker that trains,
// and replaces those that die. What they do is in gradient-workers.js.

/** @typedef {import('./start-worker.js').WorkerHandle} WorkerHandle */

/** Starts one worker. @typedef {(onDeath: () => void) => Promise<WorkerHandle>} Start */

/** Gradient workers that keep dying are not replaced for ever; one lost now and then is (a laptop
 * that sleeps makes them seem to hang). */
const MAX_LOSSES = 3;
const LOSS_MEMORY_MS = 60_000;

/** A worker that has not got the model by then has hung. */
const JOIN_PATIENCE_MS = 60_000;

/** Workers a page starts unless told otherwise: one core is left to the page. */
const DEFAULT_LIMIT = 4;
export const MAX_WORKERS = 8;

/** What all workers of a session may take together; each holds the whole model. */
const MEMORY_LIMIT_BYTES = 2 ** 31;

/**
 * Workers to train with, the one that holds the model included.
 *
 * @param {number | 'auto'} wanted
 * @param {number} cores
 * @param {number} memoryBytes of one
 */
export function workerCount(wanted, cores, memoryBytes) {
  if (wanted !== 'auto') return wanted;
  const affordable = Math.floor(MEMORY_LIMIT_BYTES / memoryBytes);
  return Math.max(1, Math.min(DEFAULT_LIMIT, cores - 1, affordable));
}

export class Pool {
  #start;
  #join;
  #leave;
  #onChange;
  /** @type {Map<number, WorkerHandle>} */ #workers = new Map();
  /** Those that have the model. @type {Set<number>} */ #ready = new Set();
  /** Those that are there or on their way, oldest first. @type {Set<number>} */
  #requested = new Set();
  #nextId = 1;
  /** When gradient workers were lost lately. @type {number[]} */ #losses = [];

  /**
   * @param {object} links
   * @param {Start} links.start
   * @param {(id: number, port: MessagePort) => Promise<unknown>} links.join resolves when
   *   the worker is at work
   * @param {(id: number) => void} links.leave
   * @param {() => void} links.onChange
   */
  constructor({ start, join, leave, onChange }) {
    this.#start = start;
    this.#join = join;
    this.#leave = leave;
    this.#onChange = onChange;
  }

  /** Gradient workers at work. */
  get size() {
    return this.#ready.size;
  }

  /**
   * Starts gradient workers or ends some, until there are n; those that cannot be had are done
   * without.
   *
   * @param {number} n
   */
  resize(n) {
    for (const id of [...this.#requested].slice(n)) this.#end(id);
    for (let missing = n - this.#requested.size; missing > 0; missing--) {
      void this.#addOne();
    }
  }

  async #addOne() {
    const id = this.#nextId++;
    this.#requested.add(id);
    /** @type {WorkerHandle | undefined} */
    let worker;
    try {
      worker = await this.#start(() => this.lost(id));
      if (!this.#requested.has(id)) throw new Error('too late');
      this.#workers.set(id, worker);
      const patience = setTimeout(() => this.lost(id), JOIN_PATIENCE_MS);
      await this.#join(id, worker.port).finally(() => clearTimeout(patience));
      if (this.#workers.has(id)) this.#ready.add(id);
      this.#onChange();
    } catch {
      // Training is exact with any number, so one worker less is no error; but it must not
      // stay behind.
      worker?.terminate();
      this.#workers.delete(id);
      this.#requested.delete(id);
    }
  }

  /** @param {number} id */
  #end(id) {
    this.#requested.delete(id);
    const worker = this.#workers.get(id);
    if (!worker) return;
    this.#workers.delete(id);
    this.#ready.delete(id);
    worker.terminate();
    this.#leave(id);
    this.#onChange();
  }

  /** It died, or was found not to answer. @param {number} id */
  lost(id) {
    if (!this.#workers.has(id)) return;
    this.#end(id);
    const now = performance.now();
    this.#losses = this.#losses.filter((ms) => now - ms < LOSS_MEMORY_MS);
    this.#losses.push(now);
    if (this.#losses.length <= MAX_LOSSES) void this.#addOne();
  }

  close() {
    this.#requested.clear();
    for (const worker of this.#workers.values()) worker.terminate();
    this.#workers.clear();
    this.#ready.clear();
  }
}
