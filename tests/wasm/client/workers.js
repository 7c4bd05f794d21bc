// SPDX-License-Identifier: MIT
// Sessions that share steps among workers, and worker scripts for tests.

import { SMALL, openSession, wait } from '../support.js';

/** @typedef {import('../../../wasm/index.js').Session} Session */

/** Eight shards of unequal size: 11 sequences. */
export const CONFIG = { ...SMALL, batch_size: 11 };
/** Its update is shared among two or three, too. */
export const MUON = { ...CONFIG, n_embd: 48, optimizer: 'muon' };

/** @param {Partial<import('../../../wasm/index.js').SessionOptions>} options */
export const open = (options) =>
  openSession({ config: CONFIG, mode: 'worker', ...options });

/** @param {Session} session @param {number} workers */
export async function untilWorkers(session, workers) {
  while (session.workers !== workers) await wait(5);
}

/** A worker that runs this source. @param {string} source */
export const workerUrl = (source) =>
  `data:text/javascript,${encodeURIComponent(source)}`;
