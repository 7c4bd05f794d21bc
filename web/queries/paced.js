// SPDX-License-Identifier: MIT
// Work that is asked for more often than it can be done: several requests become one,
// no two run at once, and between two there is the pause that keeps a budget.

/** Who asked for this sees pictures change once a second. */
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

  /**
   * @param {() => Promise<unknown>} work
   * @param {() => number} interval least time from one start to the next, ms
   * @param {(error: unknown) => void} failed
   */
  constructor(work, interval, failed) {
    this.#work = work;
    this.#interval = interval;
    this.#failed = failed;
  }

  /** As soon as the budget allows. What was put off is brought forward when the budget
   * has grown meanwhile: a model that has stopped training keeps nobody waiting. */
  soon() {
    const due = this.#lastMs + this.#interval();
    if (this.#timer !== undefined && due >= this.#dueMs) return;
    this.stop();
    this.#dueMs = due;
    this.#timer = setTimeout(() => this.now(), Math.max(0, due - performance.now()));
  }

  /** Whatever the budget says: the reader asked. */
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
