// SPDX-License-Identifier: MIT
// Starts a worker under whatever policy the page has. Browsers refuse in three ways: they
// throw, fire an error event, or never answer.

import { checkVersion } from '../shared/protocol.js';
import { GlassError } from '../shared/errors.js';
import { nodeWorkerFile, workerFile } from '../engine/files.js';
import { isNode, nodeModule, providedWorkerSource } from '../engine/loading.js';
/** @import { MemoryShare } from './page-memory.js' */
import { HELLO_TIMEOUT_MS, noWorker, workerDied } from './worker-failure.js';

/**
 * A running worker, the same in browsers and in Node.
 * @typedef {object} WorkerHandle
 * @property {MessagePort} port to its host
 * @property {() => void} terminate
 * @property {Promise<GlassError>} died resolves if it ends, or fails, on its own
 */

/** @typedef {WorkerHandle & { mode: import('./types.js').Mode, memory: MemoryShare }} Connection */

/**
 * A worker that has been created and may or may not run.
 * @typedef {object} RawWorker
 * @property {(message: object, transfer: Transferable[]) => void} post
 * @property {() => void} terminate
 * @property {Promise<{ hello: number }>} hello its first message: the protocol's version
 * @property {Promise<string>} ended why it ended or failed
 */

/** @type {{ createScriptURL(url: string): any } | undefined} */
let policy;

/** Under Trusted Types a worker's address must come from a policy, and a policy of one
 * name can be made once. @param {string} url */
function trusted(url) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  if (!types) return url;
  policy ??= types.createPolicy('glassformer', {
    createScriptURL(/** @type {string} */ candidate) {
      const { protocol, origin } = new URL(candidate, location.href);
      if (protocol === 'blob:' || origin === location.origin) return candidate;
      throw new TypeError('Workers come from this page or from this site.');
    },
  });
  return /** @type {{ createScriptURL(url: string): any }} */ (policy).createScriptURL(
    url,
  );
}

/** @param {string} [workerUrl] @returns {RawWorker} */
function startBrowserWorker(workerUrl) {
  const source = providedWorkerSource();
  const blobUrl =
    workerUrl || !source
      ? null
      : URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(trusted(blobUrl ?? workerUrl ?? workerFile.href));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    hello: new Promise((resolve) => {
      worker.onmessage = (event) => {
        // The worker runs, so its source has been read.
        if (blobUrl) URL.revokeObjectURL(blobUrl);
        resolve(event.data);
      };
    }),
    ended: new Promise((resolve) => {
      worker.onerror = (event) => resolve(event.message);
    }),
  };
}

/** @param {string} [workerUrl] @returns {RawWorker} */
function startNodeWorker(workerUrl) {
  const { Worker: NodeWorker } = nodeModule('node:worker_threads');
  const source = providedWorkerSource();
  const worker =
    source && !workerUrl
      ? new NodeWorker(source, { eval: true })
      : new NodeWorker(new URL(workerUrl ?? nodeWorkerFile()));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => void worker.terminate(),
    hello: new Promise((resolve) => worker.once('message', resolve)),
    ended: new Promise((resolve) => {
      worker.on('error', (/** @type {Error} */ error) => resolve(error.message));
      worker.on('exit', (/** @type {number} */ code) =>
        resolve(`it ended with code ${code}`),
      );
    }),
  };
}

/**
 * @param {object} options
 * @param {WebAssembly.Module} options.module the engine. Sent here and not through the
 *   port: Firefox cannot always read a module that comes through one
 * @param {string} [options.workerUrl] a file to use instead of the built-in source
 * @param {number} [options.helloTimeoutMs]
 * @returns {Promise<WorkerHandle>}
 */
export async function startWorker({
  module,
  workerUrl,
  helloTimeoutMs = HELLO_TIMEOUT_MS,
}) {
  /** @type {RawWorker | undefined} */
  let worker;
  try {
    worker = isNode ? startNodeWorker(workerUrl) : startBrowserWorker(workerUrl);
    await greet(worker, helloTimeoutMs);
    const { port1, port2 } = new MessageChannel();
    worker.post({ port: port2, module }, [port2]);
    return {
      port: port1,
      terminate: worker.terminate,
      died: worker.ended.then(workerDied),
    };
  } catch (cause) {
    worker?.terminate();
    if (cause instanceof GlassError) throw cause;
    throw noWorker(String(/** @type {Error} */ (cause)?.message ?? cause), cause);
  }
}

/** Resolves when the worker's end of the port is gone, where the browser tells. Workers of Node
 * always tell why they ended.
 * @param {MessagePort} port
 * @returns {Promise<GlassError>} */
export const endOf = (port) =>
  new Promise((resolve) => {
    if (!isNode) port.addEventListener('close', () => resolve(workerDied('')));
  });

/** Waits for its hello and checks the version.
 * @param {RawWorker} worker @param {number} timeoutMs */
async function greet(worker, timeoutMs) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const timeout = new Promise((/** @type {(silent: GlassError) => void} */ resolve) => {
    const silent = new GlassError('worker_silent', { seconds: timeoutMs / 1000 });
    timer = setTimeout(resolve, timeoutMs, silent);
  });
  const answer = await Promise.race([worker.hello, worker.ended, timeout]);
  clearTimeout(timer);
  if (answer instanceof GlassError) throw answer;
  if (typeof answer === 'string') throw noWorker(answer);
  checkVersion(answer.hello);
}
