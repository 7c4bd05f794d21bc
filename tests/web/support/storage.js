// SPDX-License-Identifier: MIT
// localStorage and IndexedDB as a page has them, for Node; they may be full.
import { beforeEach } from 'node:test';

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

/** The localStorage of a file of tests, empty before each. */
export function pageStorage() {
  const storage = new PageStorage();
  Object.assign(globalThis, { localStorage: storage });
  beforeEach(() => storage.clear());
  return storage;
}

/** A database of one store, as far as idb-keyval needs it. A write that fails undoes nothing. */
class PageDatabase {
  /** @type {Map<string, unknown>} */ records = new Map();
  isFull = false;
  /** Nothing can be deleted. */
  keepsAll = false;

  open() {
    const request = { result: this };
    return answered(request, () => /** @type {any} */ (request).onupgradeneeded?.());
  }

  createObjectStore() {}

  transaction() {
    const { records } = this;
    /** @type {any} */ const transaction = { error: null };
    let open = 0;
    /** @param {() => unknown} work @param {string} [failure] name of an error */
    const ask = (work, failure) => {
      const error = failure ? new DOMException('', failure) : null;
      const request = {
        transaction,
        result: /** @type {unknown} */ (undefined),
        error,
      };
      open++;
      return answered(request, () => {
        request.result = error ? undefined : work();
        setImmediate(() => --open || transaction.error || transaction.oncomplete?.());
        if (!error) return;
        // It bubbles; only then the transaction is aborted, with that error.
        setImmediate(() => {
          if (transaction.error) return;
          transaction.onerror?.();
          transaction.error = error;
          transaction.onabort?.();
        });
      });
    };
    const within = (/** @type {string[]} */ [from, to]) =>
      [...records].filter(([key]) => key >= from && key <= to);
    const objectStore = () => ({
      transaction,
      get: (/** @type {string} */ key) => ask(() => records.get(key)),
      count: (/** @type {string} */ key) => ask(() => Number(records.has(key))),
      getAll: (/** @type {string[]} */ range) =>
        ask(() => within(range).map(([, record]) => record)),
      getAllKeys: (/** @type {string[]} */ range) =>
        ask(() => within(range).map(([key]) => key)),
      put: (/** @type {unknown} */ record, /** @type {string} */ key) =>
        ask(
          () => records.set(key, structuredClone(record)),
          this.isFull ? 'QuotaExceededError' : '',
        ),
      delete: (/** @type {string} */ key) =>
        ask(() => records.delete(key), this.keepsAll ? 'UnknownError' : ''),
      clear: () => ask(() => records.clear()),
    });
    return { objectStore };
  }
}

/** @template {object} T @param {T} request @param {() => unknown} work before its answer
 * @returns {T} */
function answered(request, work) {
  setImmediate(() => {
    work();
    const { onsuccess, onerror, error } = /** @type {any} */ (request);
    if (error) onerror?.();
    else onsuccess?.();
  });
  return request;
}

/** IndexedDB of this test. @param {import('node:test').TestContext} t */
export function openDatabase(t) {
  const database = new PageDatabase();
  const bound = (/** @type {string} */ from, /** @type {string} */ to) => [from, to];
  Object.assign(globalThis, { indexedDB: database, IDBKeyRange: { bound } });
  t.after(() => {
    for (const name of ['indexedDB', 'IDBKeyRange'])
      Reflect.deleteProperty(globalThis, name);
  });
  return database;
}
