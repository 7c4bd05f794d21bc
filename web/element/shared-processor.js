// SPDX-License-Identifier: MIT
// What several elements of one page share: its processor. One of them trains at a time,
// the others give their helpers back, and all workers together have a limit.
import { createSession } from '../../wasm/index.js';

/** @typedef {import('../state/types.js').Session} Session */

/** Workers of all elements of a page together. */
const WORKER_LIMIT = 8;

/** Each holds at least one worker. @type {Set<Session>} */
const open = new Set();

/** Trained last. @type {Session | undefined} */
let newest;

/** Whoever trains has the workers that are left. */
const share = () =>
  newest?.setMaxWorkers(
    newest.state === 'running' ? Math.max(1, WORKER_LIMIT + 1 - open.size) : 1,
  );

/** An element that holds a model or two, and can do without for a while. */
/** @typedef {Pick<import('./glass-former.js').GlassFormer, 'app' | 'state' | 'suspend'>} Sleeper */

/** Used longest ago first. @type {Set<Sleeper>} */
const awake = new Set();

export const hasRoom = () => open.size < WORKER_LIMIT;

/** Models of all elements: the one in use, and the one that waits to be brought back. */
const models = () =>
  [...awake].reduce((n, { app }) => n + (app?.store.state.shelved ? 2 : 1), 0);

/** Before it gets a model, or when it has one more: others are put to rest where there is
 * no room for it.
 * @param {Sleeper} element */
export function claimPlace(element) {
  releasePlace(element);
  awake.add(element);
  for (const other of awake) {
    if (models() <= WORKER_LIMIT) break;
    if (other !== element && other.state !== 'running') other.suspend();
  }
}

/** @param {Sleeper} element */
export const releasePlace = (element) => awake.delete(element);

/** @param {Sleeper} element in use just now */
export function markUsed(element) {
  if (awake.delete(element)) awake.add(element);
}

/**
 * A session that waits for its helpers until it trains, and stops when another begins.
 * @param {import('../../wasm/index.js').SessionOptions} options
 * @returns {Promise<Session>}
 */
export async function openSession(options) {
  const session = await createSession({ ...options, gradientWorkers: false });
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
  return session;
}
