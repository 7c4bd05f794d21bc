// SPDX-License-Identifier: MIT
// localStorage as a page has it, for Node; it may be full.

export class PageStorage {
  /** @type {Map<string, string>} */ #items = new Map();
  isFull = false;

  /** @param {string} key */
  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(key, String(value));
  }

  /** @param {string} key */
  removeItem(key) {
    this.#items.delete(key);
  }

  clear() {
    this.#items.clear();
  }
}
