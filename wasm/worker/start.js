// SPDX-License-Identifier: MIT
// The work of a worker: says hello and sets up a host with the engine and at the port
// it is handed.

import { PROTOCOL_VERSION } from '../shared/protocol.js';
import { WorkerHost } from './host.js';

/** @typedef {{ port: MessagePort, module: WebAssembly.Module }} Connect */

/** @param {Connect} message */
function connect({ port, module }) {
  new WorkerHost(port, module);
}

/** Not written out in import(), so that no bundler looks for it. */
const NODE_WORKERS = 'node:worker_threads';

/** Called once, in a worker of a browser or of Node. */
export function work() {
  const hello = { hello: PROTOCOL_VERSION };

  if (!('WorkerGlobalScope' in globalThis)) {
    import(NODE_WORKERS).then(({ parentPort }) => {
      parentPort.on('message', connect);
      parentPort.postMessage(hello);
    });
  } else {
    self.onmessage = (event) => connect(event.data);
    self.postMessage(hello);
  }
}
