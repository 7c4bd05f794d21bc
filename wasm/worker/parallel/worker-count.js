// SPDX-License-Identifier: MIT
// How many workers to use is found by timing steps: hardwareConcurrency counts hyperthreads
// and slow cores as well, and small models lose more to messages than they gain.

/** Counts that divide 8 shards differently; five to seven are no faster than four. */
const COUNTS = [1, 2, 3, 4, 8];

/** Steps timed with each count; the first is a warm-up and does not count. */
const TRIES = 4;

export class WorkerCountTuner {
  #candidates;
  /** Shortest step with each candidate. @type {number[]} */
  #shortest = [];
  /** Steps timed so far, TRIES with each candidate. */
  #steps = 0;

  /** @param {number} size workers available
   * @param {number} nShard more workers than shards are of no use
   * @param {boolean} fixed use all of them */
  constructor(size, nShard, fixed) {
    const most = Math.min(size, nShard);
    this.#candidates = fixed ? [most] : COUNTS.filter((count) => count <= most);
  }

  get #candidate() {
    return Math.floor(this.#steps / TRIES);
  }

  /** Workers for the next step. */
  get count() {
    return this.#candidates[this.#candidate];
  }

  /** Reports the time of that step. @param {number} ms */
  note(ms) {
    if (this.#candidates.length === 1) return;
    const at = this.#candidate;
    if (this.#steps % TRIES > 0)
      this.#shortest[at] = Math.min(this.#shortest[at] ?? Infinity, ms);
    this.#steps++;
    if (this.#candidate === this.#candidates.length) this.#settle();
  }

  #settle() {
    const best = this.#shortest.indexOf(Math.min(...this.#shortest));
    this.#candidates = [this.#candidates[best]];
    this.#steps = 0;
  }
}
