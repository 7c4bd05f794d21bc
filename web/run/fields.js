// SPDX-License-Identifier: MIT
// What stands in a file or in the browser's storage, by its fields: another version, another
// script of the site or a person may have written it.

/** @typedef {(value: any) => boolean} Test */
/** @typedef {Record<string, Test>} Fields */

/** @param {string} text @returns {any} null: no JSON */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @type {Test} */
export const isObject = (x) => typeof x === 'object' && x !== null && !Array.isArray(x);
/** @type {Test} */
export const isText = (x) => typeof x === 'string';
/** @type {(is: Test) => Test} */
export const listOf = (is) => (x) => Array.isArray(x) && x.every(is);
/** @type {(is: Test) => Test} */
export const tableOf = (is) => (x) => isObject(x) && Object.values(x).every(is);

/** The first field that is missing or of another kind; '': all of it; undefined: none.
 * @param {Fields} fields @param {any} object */
export const wrongField = (fields, object) =>
  isObject(object) ? Object.keys(fields).find((key) => !fields[key](object[key])) : '';

/** @type {(fields: Fields) => Test} */
export const has = (fields) => (x) => wrongField(fields, x) === undefined;
