// SPDX-License-Identifier: MIT
// What several elements of one page share: its processor. One of them trains at a time,
// the others give their helpers back, and all workers together have a limit.
import { createSession } from '../wasm/index.js';

/** @typedef {import('./types.js').Session} Session */

/** Workers of all elements of a page together. */
const WORKER_LIMIT = 8;

/** Each holds at least one worker. @type {Set<Session>} */
const open = new Set();

/** An element that holds a model, and can do without it for a while. */
/** @typedef {{ state: string, rest(): void }} Sleeper */

/** Used longest ago first. @type {Set<Sleeper>} */
const awake = new Set();

export const hasRoom = () => open.size < WORKER_LIMIT;

/** Before it gets a model: others are put to rest where there is no room for it.
 * @param {Sleeper} element */
export function enter(element) {
  for (const other of awake) {
    if (awake.size < WORKER_LIMIT) break;
    if (other === element || other.state === 'running') continue;
    leave(other);
    other.rest();
  }
  awake.add(element);
}

/** @param {Sleeper} element */
export const leave = (element) => awake.delete(element);

/** @param {Sleeper} element in use just now */
export function touch(element) {
  if (awake.delete(element)) awake.add(element);
}

/**
 * A session that waits for its helpers until it trains, and stops when another begins.
 * @param {import('../wasm/session-types.js').SessionOptions} options
 * @returns {Promise<Session>}
 */
export async function openSession(options) {
  const session = await createSession({ ...options, helpers: false });
  open.add(session);
  session.on('state', ({ state }) => {
    if (state === 'closed') open.delete(session);
    if (state !== 'running') return;
    for (const other of open) {
      if (other === session) continue;
      void other.pause();
      other.allow(1);
    }
    session.allow(Math.max(1, WORKER_LIMIT + 1 - open.size));
  });
  return session;
}
