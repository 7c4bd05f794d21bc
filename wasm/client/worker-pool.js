// SPDX-License-Identifier: MIT
// The page's side of sharing steps: starts helpers, ties each to the worker that trains,
// and replaces those that die. What they do is in crew.js.

/** @typedef {import('./start-worker.js').WorkerHandle} WorkerHandle */

/** Starts one worker. @typedef {(onDeath: () => void) => Promise<WorkerHandle>} Start */

/** Helpers that keep dying are not replaced for ever; one lost now and then is (a laptop
 * that sleeps makes them seem to hang). */
const MAX_LOSSES = 3;
const LOSS_MEMORY_MS = 60_000;

/** A helper that has not got the model by then has hung. */
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
  /** @type {Map<number, WorkerHandle>} */ #helpers = new Map();
  /** Those that have the model. @type {Set<number>} */ #atWork = new Set();
  /** Those that are there or on their way, oldest first. @type {Set<number>} */
  #hired = new Set();
  #nextId = 1;
  /** When helpers were lost lately. @type {number[]} */ #losses = [];

  /**
   * @param {object} links
   * @param {Start} links.start
   * @param {(id: number, port: MessagePort) => Promise<unknown>} links.join resolves when
   *   the helper is at work
   * @param {(id: number) => void} links.leave
   * @param {() => void} links.onChange
   */
  constructor({ start, join, leave, onChange }) {
    this.#start = start;
    this.#join = join;
    this.#leave = leave;
    this.#onChange = onChange;
  }

  /** Helpers at work. */
  get size() {
    return this.#atWork.size;
  }

  /**
   * Starts helpers or ends some, until there are n; those that cannot be had are done
   * without.
   *
   * @param {number} n
   */
  resize(n) {
    for (const id of [...this.#hired].slice(n)) this.#end(id);
    for (let missing = n - this.#hired.size; missing > 0; missing--) {
      void this.#addOne();
    }
  }

  async #addOne() {
    const id = this.#nextId++;
    this.#hired.add(id);
    /** @type {WorkerHandle | undefined} */
    let helper;
    try {
      helper = await this.#start(() => this.lost(id));
      if (!this.#hired.has(id)) throw new Error('too late');
      this.#helpers.set(id, helper);
      const patience = setTimeout(() => this.lost(id), JOIN_PATIENCE_MS);
      await this.#join(id, helper.port).finally(() => clearTimeout(patience));
      if (this.#helpers.has(id)) this.#atWork.add(id);
      this.#onChange();
    } catch {
      // Training is exact with any number, so one helper less is no error; but it must not
      // stay behind.
      helper?.terminate();
      this.#helpers.delete(id);
      this.#hired.delete(id);
    }
  }

  /** @param {number} id */
  #end(id) {
    this.#hired.delete(id);
    const helper = this.#helpers.get(id);
    if (!helper) return;
    this.#helpers.delete(id);
    this.#atWork.delete(id);
    helper.terminate();
    this.#leave(id);
    this.#onChange();
  }

  /** It died, or was found not to answer. @param {number} id */
  lost(id) {
    if (!this.#helpers.has(id)) return;
    this.#end(id);
    const now = performance.now();
    this.#losses = this.#losses.filter((ms) => now - ms < LOSS_MEMORY_MS);
    this.#losses.push(now);
    if (this.#losses.length <= MAX_LOSSES) void this.#addOne();
  }

  close() {
    this.#hired.clear();
    for (const helper of this.#helpers.values()) helper.terminate();
    this.#helpers.clear();
    this.#atWork.clear();
  }
}
