// SPDX-License-Identifier: MIT
// A session of any number of workers that trains in turns, in Node and in a page.

import { createSession } from '../../wasm/index.js';

/** Workers join while training is under way. */
const JOIN_MS = 60_000;

/** @typedef {{ text: string, config: Record<string, unknown>, workers: number,
 *   wasm?: WebAssembly.Module }} Model */

/** Of starting: on a busy machine a worker may be silent too long. */
const TRIES = 5;

/** @param {Parameters<typeof createSession>[0]} options @param {number} tries
 * @returns {ReturnType<typeof createSession>} */
const start = (options, tries) =>
  createSession(options).catch((error) => {
    if (tries > 1) return start(options, tries - 1);
    throw error;
  });

/** @param {Model} model */
export async function openSession({ text, config, workers, wasm }) {
  const session = await start({ text, config, workers, wasm, mode: 'worker' }, TRIES);
  const limit = performance.now() + JOIN_MS;
  while (session.workers < workers && performance.now() < limit) await session.step(1);
  if (session.workers < workers) throw new Error('a worker did not come');
  return session;
}

/** Steps whose losses were told, by session. @type {WeakMap<object, number>} */
const told = new WeakMap();

/** Takes n steps. @param {import('../../wasm/index.js').Session} session
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
