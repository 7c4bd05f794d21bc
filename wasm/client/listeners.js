// SPDX-License-Identifier: MIT
// Who wants to be told what, by the names of events.

/** @template {object} Events what each event tells, by its name */
export class Listeners {
  /** @type {Map<keyof Events, Set<(data: any) => void>>} */
  #sets = new Map();

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {(data: Events[K]) => void} listener
   * @returns {() => void} ends it
   */
  add(name, listener) {
    const set = this.#sets.get(name) ?? new Set();
    this.#sets.set(name, set.add(listener));
    return () => {
      set.delete(listener);
    };
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {Events[K]} data
   */
  emit(name, data) {
    for (const listener of [...(this.#sets.get(name) ?? [])]) {
      try {
        listener(data);
      } catch (error) {
        // Reported like any uncaught error, but the others are still told.
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
