// SPDX-License-Identifier: MIT
// Messages of the live region, far enough apart to be heard out.

export const QUIET_MS = 5000;

/** At most one message in five seconds. One that had to wait is replaced by the next. */
export class Announcer {
  /** @type {(text: string) => void} */ #say;
  #queued = '';
  #lastMs = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.#say = say;
  }

  announce(/** @type {string} */ text) {
    if (text === '') return;
    this.#queued = text;
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#lastMs + QUIET_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = performance.now();
      this.#say(this.#queued);
    }, wait);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
