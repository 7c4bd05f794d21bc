// SPDX-License-Identifier: MIT
// Several elements of one page share its processor: one trains at a time, the others give
// their gradient workers back, and all workers together have a limit.

/** @import { AppStore } from '../state/state.js' */
/** @import { Session } from '../state/types.js' */

/** Workers of all elements of a page together. */
const WORKER_LIMIT = 8;

/** Each has at least one worker. @type {Set<Session>} */
const open = new Set();

/** The session that trained last. @type {Session | undefined} */
let newest;

/** The session that trains gets the workers that are left. */
const share = () =>
  newest?.setMaxWorkers(
    newest.state === 'running' ? Math.max(1, WORKER_LIMIT + 1 - open.size) : 1,
  );

/**
 * An element that holds one or two models and can be suspended.
 * @typedef {object} Tenant
 * @property {{ store: AppStore, closed: Promise<void> } | null} app
 * @property {string} state
 * @property {() => void} suspend
 */

/** Least recently used first. @type {Set<Tenant>} */
const active = new Set();

export const hasRoom = () => open.size < WORKER_LIMIT;

/** Models of all elements: the one in use, and the shelved one. */
const models = () =>
  [...active].reduce((n, { app }) => n + (app?.store.state.shelved ? 2 : 1), 0);

/** Called before an element gets a model or one more: suspends others where there is no
 * room for it.
 * @param {Tenant} element */
export function claimPlace(element) {
  releasePlace(element);
  active.add(element);
  for (const other of active) {
    if (models() <= WORKER_LIMIT) break;
    if (other !== element && other.state !== 'running') other.suspend();
  }
}

/** Gives memory back: suspends the element used longest ago that does not train.
 * @param {AppStore} store of the element that needs it
 * @returns {Promise<boolean>} whether there was one */
export async function makeRoom(store) {
  for (const other of active) {
    const { app, state } = other;
    if (!app || app.store === store || ['running', 'preparing'].includes(state))
      continue;
    other.suspend();
    await app.closed;
    return true;
  }
  return false;
}

/** @param {Tenant} element */
export const releasePlace = (element) => active.delete(element);

/** @param {Tenant} element just used */
export function markUsed(element) {
  if (active.delete(element)) active.add(element);
}

/** The session pauses when another one begins to train, and has gradient workers while it
 * trains itself.
 * @param {Session} session opened without gradient workers */
export function shareProcessor(session) {
  open.add(session);
  share();
  session.on('state', ({ state }) => {
    if (state === 'closed') open.delete(session);
    else if (state !== 'running') return;
    else {
      newest = session;
      for (const other of open) {
        if (other === session) continue;
        void other.pause();
        other.setMaxWorkers(1);
      }
    }
    share();
  });
}
