// SPDX-License-Identifier: MIT
// The script of a worker: a classic worker from a Blob (bundled), or a worker_threads worker
// in Node. It says hello, then receives the engine and a port and hosts a model there.

import { nodeModule } from '../engine/loading.js';
import { PROTOCOL_VERSION } from '../shared/protocol.js';
import { WorkerHost } from './host.js';

/** @typedef {{ port: MessagePort, module: WebAssembly.Module }} Connect */

/** @param {Connect} message */
function connect({ port, module }) {
  new WorkerHost(port, module);
}

const hello = { hello: PROTOCOL_VERSION };

if (!('WorkerGlobalScope' in globalThis)) {
  const { parentPort } = nodeModule('node:worker_threads');
  parentPort.on('message', connect);
  parentPort.postMessage(hello);
} else {
  self.onmessage = (event) => connect(event.data);
  self.postMessage(hello);
}
