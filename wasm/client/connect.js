// SPDX-License-Identifier: MIT
// The connection to a model: in a worker if one can be had, otherwise in this thread.

import { startWorker } from './start-worker.js';

/** @typedef {import('./start-worker.js').WorkerHandle} WorkerHandle */
/** @typedef {import('./types.js').Mode} Mode */
/** @typedef {import('../shared/protocol.js').TimeLimits} TimeLimits */

/** In a worker, messages may wait for one slice. In the page, a slice and the piece that
 * ends it must stay well under 50 ms, or the page stutters.
 * @type {Record<Mode, TimeLimits>} */
export const TIME_LIMITS = {
  worker: { sliceMs: 16, pieceMs: 60 },
  main: { sliceMs: 8, pieceMs: 8 },
};

/** @typedef {WorkerHandle & { mode: Mode }} Connection */

/** Answers at a port with a model in this thread.
 * @typedef {(port: MessagePort, module: WebAssembly.Module) => { close(): void }} HostHere */

/**
 * @param {WebAssembly.Module} module the engine
 * @param {Mode | 'auto'} mode
 * @param {string | undefined} workerUrl
 * @param {HostHere} hostHere
 * @returns {Promise<Connection>}
 */
export async function connect(module, mode, workerUrl, hostHere) {
  if (mode !== 'main') {
    try {
      return { ...(await startWorker({ module, workerUrl })), mode: 'worker' };
    } catch (error) {
      if (mode === 'worker') throw error;
    }
  }
  const { port1, port2 } = new MessageChannel();
  const host = hostHere(port2, module);
  return {
    port: port1,
    terminate: () => host.close(),
    died: new Promise(() => {}),
    mode: 'main',
  };
}
