// SPDX-License-Identifier: MIT
// One store per element. Every view reads it, any view may set it, and nothing else
// connects two views. State is replaced, never changed in place, so that a view can
// compare by identity; the two exceptions are the history's growing arrays and the
// arrays inside `view`, which announce themselves through `historyLength` and `view`.

/**
 * @template {object} S
 * @callback StoreListener
 * @param {ReadonlySet<keyof S>} changed names of the entries that are different now
 * @returns {void}
 */

/** @template {object} S */
export class Store {
  /** @type {S} */ #state;
  /** @type {Set<StoreListener<S>>} */ #listeners = new Set();

  /** @param {S} initial */
  constructor(initial) {
    this.#state = initial;
  }

  /** @returns {Readonly<S>} */
  get state() {
    return this.#state;
  }

  /**
   * Replaces the named entries. Listeners run once, and only when something differs.
   * @param {Partial<S>} patch
   */
  set(patch) {
    /** @type {Set<keyof S>} */
    const changed = new Set();
    for (const key of /** @type {(keyof S)[]} */ (Object.keys(patch))) {
      if (!Object.is(this.#state[key], patch[key])) changed.add(key);
    }
    if (changed.size === 0) return;
    this.#state = { ...this.#state, ...patch };
    for (const listener of [...this.#listeners]) listener(changed);
  }

  /**
   * @param {StoreListener<S>} listener
   * @returns {() => void} ends the subscription
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
