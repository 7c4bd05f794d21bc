// SPDX-License-Identifier: MIT
// A session of any number of workers that trains in turns, in Node and in a page.

import { createSession } from '../../wasm/index.js';

/** Workers join while training is under way. */
const JOIN_MS = 60_000;
/** Of starting: on a busy machine a worker may be silent too long. */
const TRIES = 5;

/** @typedef {{ text: string, config: Record<string, unknown>, workers: number,
 *   wasm?: WebAssembly.Module }} Model */
/** @typedef {import('../../wasm/index.js').Session} Session */

/** @param {Model} model @param {number} [tries] @returns {Promise<Session>} */
export async function openSession(model, tries = TRIES) {
  const started = createSession({ ...model, mode: 'worker' });
  const session = await (tries > 1 ? started.catch(() => null) : started);
  if (!session) return openSession(model, tries - 1);
  const limit = performance.now() + JOIN_MS;
  const { workers } = model;
  while (session.workers < workers && performance.now() < limit) await session.step(1);
  if (session.workers < workers) throw new Error('a worker did not come');
  return session;
}

/** Steps whose losses were told, by session. @type {WeakMap<Session, number>} */
const told = new WeakMap();

/** Takes n steps. @param {Session} session
 * @param {number} n @returns {Promise<{ losses: number[], ms: number }>} losses since the turn
 * before (those of the steps in which workers joined come with the first), and the mean ms of a
 * step on the clock */
export async function turn(session, n) {
  const begin = performance.now();
  await session.step(n);
  const ms = (performance.now() - begin) / n;
  const { loss } = session.history;
  const losses = loss.slice(told.get(session));
  told.set(session, loss.length);
  return { losses, ms };
}
