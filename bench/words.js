// SPDX-License-Identifier: MIT
// How a measured figure is written, and tables of them.

/** @typedef {any} File what a bench left in bench/results, or a part of it */

/** Three digits that count. @param {number} x */
export const short = (x) =>
  x >= 99.95 ? Math.round(x).toLocaleString('en') : x.toPrecision(x < 9.995 ? 2 : 3);

/** @param {number} x */
export const count = (x) => x.toLocaleString('en');

/** A small number; none at all when it is the same bytes. @param {number} x */
export const within = (x) => (x === 0 ? '0' : x.toExponential(0));

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** @param {File} items a list in it @param {(item: File, i: number) => T} of
 * @template T @returns {T[]} */
export const map = (items, of) => items.map(of);

/** The same for what is a list each. @param {File} items @param {(item: File) => T[]} of
 * @template T @returns {T[]} */
export const flatMap = (items, of) => items.flatMap(of);

/** The one of a list in it that has this. @param {File} items @param {string} key
 * @param {unknown} value @returns {File} */
export const pick = (items, key, value) =>
  items?.find((/** @type {File} */ item) => item[key] === value);

/** @param {File} file */
export const whereAndWhen = ({ date, machine, node }) =>
  `${date.slice(0, 10)}, ${machine.cpu}, ${machine.threads} cores, Node ${node}`;
