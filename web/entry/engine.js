// SPDX-License-Identifier: MIT
// Hands the bundled engine and worker to the sessions. The entries import it first.
import { workerSource } from 'bundle:worker';
import wasm from '../../build/wasm/glassformer.wasm';
import { provide } from '../../wasm/index.js';

provide({ workerSource, wasm });
