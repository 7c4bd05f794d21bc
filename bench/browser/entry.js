// SPDX-License-Identifier: MIT
// What the page of site.js calls by name, as the modules of the project are.

import { openSession, turn as take } from '../race/session.js';
import * as measure from './measure.js';

/** @param {string} name of a file in build */
const compiled = (name) => WebAssembly.compileStreaming(fetch(`/build/${name}`));

/** Sessions that train in turns. @type {Map<string, import('../race/session.js').Session>} */
const sessions = new Map();
const sessionOf = (/** @type {string} */ key) =>
  /** @type {import('../race/session.js').Session} */ (sessions.get(key));

/** @param {keyof typeof measure} kind @param {any[]} how */
export const measured = (kind, ...how) =>
  /** @type {any} */ (measure[kind])(compiled, ...how);

/** @param {string} key @param {import('../race/session.js').Model} model */
export async function open(key, model) {
  sessions.set(key, await openSession(model));
}

/** @param {string} key @param {number} n */
export const turn = (key, n) => take(sessionOf(key), n);

/** @param {string} key */
export const shut = (key) => sessionOf(key).close();
