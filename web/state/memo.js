// SPDX-License-Identifier: MIT
// What is made once for each object, and kept as long as that is.

/**
 * @template {object} K @template {unknown[]} A @template T
 * @param {(key: K, ...more: A) => T} make
 * @returns {(key: K, ...more: A) => T} the same for a key, whatever else it was made from
 */
export function memo(make) {
  /** @type {WeakMap<K, { made: T }>} */
  const known = new WeakMap();
  return (key, ...more) => {
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { made: make(key, ...more) }));
    return entry.made;
  };
}
