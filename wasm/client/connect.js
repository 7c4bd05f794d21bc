// SPDX-License-Identifier: MIT
// A host to talk to: in a worker if one can be had, otherwise in this thread.

import { startWorker } from './start-worker.js';
import { WorkerHost } from '../worker/host.js';

/** @typedef {import('../shared/errors.js').GlassError} GlassError */
/** @typedef {import('./types.js').Mode} Mode */
/** @typedef {import('../worker/training.js').Pace} Pace */

/** A worker may keep to itself for a while; a page must not (50 ms is the limit, and a
 * step's piece comes on top of a slice). @type {Record<Mode, Pace>} */
export const PACES = {
  worker: { sliceMs: 16, pieceMs: 60 },
  main: { sliceMs: 8, pieceMs: 8 },
};

/** @typedef {{ port: MessagePort, terminate: () => void, mode: Mode }} Link */

/**
 * @param {WebAssembly.Module} module the engine
 * @param {Mode | 'auto'} mode
 * @param {string | undefined} workerUrl
 * @param {(error: GlassError) => void} onDeath
 * @returns {Promise<Link>}
 */
export async function connect(module, mode, workerUrl, onDeath) {
  if (mode !== 'main') {
    try {
      return { ...(await startWorker({ module, workerUrl, onDeath })), mode: 'worker' };
    } catch (error) {
      if (mode === 'worker') throw error;
    }
  }
  const { port1, port2 } = new MessageChannel();
  const host = new WorkerHost(port2, module);
  return { port: port1, terminate: () => host.close(), mode: 'main' };
}
