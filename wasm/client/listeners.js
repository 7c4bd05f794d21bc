// SPDX-License-Identifier: MIT
// Listeners by the names of events.

/** @template {object} Events the data of each event, by its name */
export class Listeners {
  /** @type {Map<keyof Events, Set<(data: any) => void>>} */
  #sets = new Map();

  /** @template {keyof Events} K
   * @param {K} name @param {(data: Events[K]) => void} listener
   * @returns {() => void} removes the listener */
  add(name, listener) {
    const set = this.#sets.get(name) ?? new Set();
    this.#sets.set(name, set.add(listener));
    return () => {
      set.delete(listener);
    };
  }

  /** @template {keyof Events} K
   * @param {K} name @param {Events[K]} data */
  emit(name, data) {
    for (const listener of [...(this.#sets.get(name) ?? [])]) {
      try {
        listener(data);
      } catch (error) {
        // Reported as an uncaught error; the other listeners still run.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear() {
    this.#sets.clear();
  }
}
