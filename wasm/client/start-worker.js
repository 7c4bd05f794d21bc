// SPDX-License-Identifier: MIT
// Getting a worker to run under whatever policy the page has. Browsers differ in how they
// refuse: by throwing, by an error event, or by never answering; all three are heard.

import { GlassError } from '../shared/errors.js';
import { checkVersion } from '../shared/protocol.js';
import { importNode, isNode, providedWorkerSource } from '../engine/loading.js';

/** A worker that has not said hello by then will not. */
const HELLO_TIMEOUT_MS = 10_000;

/** Helpers are waited for longer: nobody is, meanwhile, and a busy machine is slow. */
export const GRADIENT_WORKER_TIMEOUT_MS = 60_000;

/**
 * What this project needs of a worker, the same in browsers and in Node.
 *
 * @typedef {object} WorkerHandle
 * @property {MessagePort} port to its host
 * @property {() => void} terminate
 */

/**
 * A worker before it has been heard of.
 *
 * @typedef {object} RawWorker
 * @property {(message: object, transfer: Transferable[]) => void} post
 * @property {() => void} terminate
 * @property {(listener: (data: any) => void) => void} onMessage
 * @property {(listener: (reason: string) => void) => void} onEnd
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
  const worker =
    blobUrl || workerUrl
      ? new Worker(trusted(blobUrl ?? workerUrl ?? ''))
      : new Worker(trusted(new URL('../worker/entry.js', import.meta.url).href), {
          type: 'module',
        });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    onMessage(listener) {
      worker.onmessage = (event) => {
        // It runs, so the address has been read.
        if (blobUrl) URL.revokeObjectURL(blobUrl);
        listener(event.data);
      };
    },
    onEnd(listener) {
      worker.onerror = (event) => listener(event.message || 'it could not be started');
    },
  };
}

/** @param {string} [workerUrl] @returns {Promise<RawWorker>} */
async function startNodeWorker(workerUrl) {
  const { Worker: NodeWorker } = await importNode('worker_threads');
  const source = providedWorkerSource();
  const worker =
    source && !workerUrl
      ? new NodeWorker(source, { eval: true })
      : new NodeWorker(new URL(workerUrl ?? '../worker/entry.js', import.meta.url));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => void worker.terminate(),
    onMessage: (listener) => worker.on('message', listener),
    onEnd(listener) {
      worker.on('error', (/** @type {Error} */ error) => listener(error.message));
      worker.on('exit', (/** @type {number} */ code) =>
        listener(`it ended with code ${code}`),
      );
    },
  };
}

/**
 * @param {object} options
 * @param {WebAssembly.Module} options.module the engine. Handed over here and not through
 *   the port: Firefox cannot always read a module that comes through one
 * @param {string} [options.workerUrl] a file to use instead of the built-in source
 * @param {(error: GlassError) => void} options.onDeath called when it ends on its own
 *   after it has started
 * @param {number} [options.patienceMs] until its first word
 * @returns {Promise<WorkerHandle>}
 */
export async function startWorker({
  module,
  workerUrl,
  onDeath,
  patienceMs = HELLO_TIMEOUT_MS,
}) {
  /** @type {RawWorker | undefined} */
  let worker;
  try {
    worker = isNode ? await startNodeWorker(workerUrl) : startBrowserWorker(workerUrl);
    await greet(worker, onDeath, patienceMs);
    const { port1, port2 } = new MessageChannel();
    worker.post({ port: port2, module }, [port2]);
    return { port: port1, terminate: worker.terminate };
  } catch (cause) {
    worker?.terminate();
    if (cause instanceof GlassError) throw cause;
    throw refused(String(/** @type {Error} */ (cause)?.message ?? cause), cause);
  }
}

/** @param {string} reason @param {unknown} [cause] */
const refused = (reason, cause) =>
  new GlassError('no-worker', `No worker can be started here: ${reason}.`, { cause });

/**
 * Waits for its hello.
 *
 * @param {RawWorker} worker
 * @param {(error: GlassError) => void} onDeath
 * @param {number} patienceMs
 * @returns {Promise<void>}
 */
function greet(worker, onDeath, patienceMs) {
  let greeted = false;
  return new Promise((done, fail) => {
    const timer = setTimeout(
      () => fail(refused(`no answer in ${patienceMs / 1000} s`)),
      patienceMs,
    );
    worker.onEnd((reason) => {
      clearTimeout(timer);
      if (!greeted) fail(refused(reason));
      else onDeath(new GlassError('worker-died', `The worker stopped: ${reason}.`));
    });
    worker.onMessage(({ hello }) => {
      clearTimeout(timer);
      try {
        checkVersion(hello);
        greeted = true;
        done();
      } catch (error) {
        fail(error);
      }
    });
  });
}
