// SPDX-License-Identifier: MIT
// What has been read of a state: of `answers` by name, of all else by key. Who has drawn from it
// knows by that when to draw again.

/** @typedef {Readonly<import('./state.js').State>} State */
/** @import { AppStore } from './state.js' */
/** @typedef {Map<PropertyKey, unknown>} Values as they were when they were read */

/** The same; what is read of it is noted.
 * @template {object} T @param {T} source @param {Values} values @returns {T} */
const noted = (source, values) =>
  new Proxy(source, {
    get(of, key) {
      const value = Reflect.get(of, key);
      values.set(key, value);
      return value;
    },
  });

/** @param {Values} values @param {object} now */
const isOther = (values, now) =>
  [...values].some(([key, value]) => !Object.is(Reflect.get(now, key), value));

export class Reads {
  /** @type {Values} */ #values = new Map();
  /** @type {Values} */ #answers = new Map();
  /** @type {State | undefined} */ #state;
  /** @type {State | undefined} */ #noted;

  /** What `work` reads; without a store, nothing.
   * @param {AppStore | undefined} store @param {() => void} work */
  static of(store, work) {
    const reads = new Reads();
    if (store) store.read(reads.#note, work);
    else work();
    return reads;
  }

  /** @param {State} state */
  #note = (state) => {
    if (this.#noted && state === this.#state) return this.#noted;
    const answers = noted(state.answers, this.#answers);
    this.#state = state;
    return (this.#noted = noted({ ...state, answers }, this.#values));
  };

  /** Whether something of it is another now. @param {State} state */
  differ(state) {
    const { answers } = state;
    this.#values.delete('answers');
    return isOther(this.#values, state) || isOther(this.#answers, answers);
  }
}
