// SPDX-License-Identifier: MIT
// A worker says hello, then receives the engine and a port and hosts a model there.

import { PROTOCOL_VERSION } from '../shared/protocol.js';
import { WorkerHost } from './host.js';

/** @typedef {{ port: MessagePort, module: WebAssembly.Module }} Connect */

/** @param {Connect} message */
function connect({ port, module }) {
  new WorkerHost(port, module);
}

/** Not a literal in import(), so that bundlers do not resolve it. */
const NODE_WORKERS = 'node:worker_threads';

/** Call once, in a worker of a browser or of Node. */
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
