// SPDX-License-Identifier: MIT
// One store per element connects its views. State is replaced, never changed in place, so
// that a view can compare by identity. The exception is session.history, which grows in
// place and announces itself through `historyLength`.

/** @template {object} S
 * @callback StoreListener
 * @param {ReadonlySet<keyof S>} changed keys whose values differ
 * @returns {void} */

/** @template {object} S
 * @callback Reader
 * @param {Readonly<S>} state
 * @returns {Readonly<S>} the same, or what notes what is read of it */

/** Some entries of an object. @template {object} T @template {keyof T} Key
 * @param {T} whole @param {readonly Key[]} keys @returns {Pick<T, Key>} */
export const picked = (whole, keys) =>
  /** @type {Pick<T, Key>} */ (
    Object.fromEntries(keys.map((key) => [key, whole[key]]))
  );

/** @template T @param {ReadonlySet<T>} changed @param {...T} keys */
export const hasAny = (changed, ...keys) => keys.some((key) => changed.has(key));

/** @template {object} S */
export class Store {
  /** @type {S} */ #state;
  /** @type {Set<StoreListener<S>>} */ #listeners = new Set();
  /** Changed since the outermost batch began. @type {Set<keyof S>} */
  #changed = new Set();
  #depth = 0;
  /** @type {Reader<S> | null} */ #reader = null;

  /** @param {S} initial */
  constructor(initial) {
    this.#state = initial;
  }

  /** @returns {Readonly<S>} */
  get state() {
    return this.#reader ? this.#reader(this.#state) : this.#state;
  }

  /** Does `work`, which is shown the state that `reader` gives; listeners are not.
   * @template T @param {Reader<S> | null} reader @param {() => T} work @returns {T} */
  read(reader, work) {
    const before = this.#reader;
    this.#reader = reader;
    try {
      return work();
    } finally {
      this.#reader = before;
    }
  }

  /** Replaces the named entries. Listeners run once, and only when a value differs.
   * @param {Partial<S>} patch */
  set(patch) {
    this.batch(() => {
      const keys = /** @type {(keyof S)[]} */ (Object.keys(patch));
      const changed = keys.filter((key) => !Object.is(this.#state[key], patch[key]));
      if (changed.length === 0) return;
      this.#state = { ...this.#state, ...patch };
      for (const key of changed) this.#changed.add(key);
    });
  }

  /** One notification for everything that `work` sets, after it has returned.
   * @template T @param {() => T} work synchronous @returns {T} */
  batch(work) {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
      if (this.#depth === 0 && this.#changed.size > 0) {
        const changed = this.#changed;
        this.#changed = new Set();
        this.read(null, () => {
          for (const listener of [...this.#listeners]) listener(changed);
        });
      }
    }
  }

  /** @param {StoreListener<S>} listener
   * @returns {() => void} ends the subscription */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
