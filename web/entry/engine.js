// SPDX-License-Identifier: MIT
// Hands the bundled engine and worker to the sessions. The entries import it first.
import { workerSource } from 'bundle:worker';
import deflated from '../../build/wasm/glassformer.wasm';
import { provide } from '../../wasm/index.js';

function wasm() {
  const inflate = new DecompressionStream('deflate-raw');
  return new Response(new Blob([deflated]).stream().pipeThrough(inflate)).arrayBuffer();
}

provide({ workerSource, wasm });
