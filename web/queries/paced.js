// SPDX-License-Identifier: MIT
// Work requested more often than it can be done: requests are merged, runs never overlap,
// and a pause between them keeps a budget.

/** Readers who ask for this see pictures change once a second. */
export const STILL = '(prefers-reduced-motion: reduce)';

export class Paced {
  #work;
  #interval;
  #failed;
  #busy = false;
  #again = false;
  #lastMs = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #dueMs = Infinity;

  /** @param {() => Promise<unknown>} work
   * @param {() => number} interval least time from one start to the next, ms
   * @param {(error: unknown) => void} failed */
  constructor(work, interval, failed) {
    this.#work = work;
    this.#interval = interval;
    this.#failed = failed;
  }

  /** Runs as soon as the budget allows; an earlier date replaces a later one, so that
   * nothing waits once training has stopped. */
  soon() {
    const due = this.#lastMs + this.#interval();
    if (this.#timer !== undefined && due >= this.#dueMs) return;
    this.stop();
    this.#dueMs = due;
    this.#timer = setTimeout(() => this.now(), Math.max(0, due - performance.now()));
  }

  /** Runs at once, whatever the budget: for requests of the reader. */
  now() {
    this.stop();
    if (this.#busy) this.#again = true;
    else void this.#run();
  }

  async #run() {
    this.#busy = true;
    this.#lastMs = performance.now();
    try {
      await this.#work();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#busy = false;
      if (this.#again) {
        this.#again = false;
        this.now();
      }
    }
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
