// SPDX-License-Identifier: MIT
// Hands the bundled engine and worker to the sessions. Imported first by the entries.
import { wasm, workerSource } from 'engine:resources';
import { provide } from '../wasm/index.js';

/** The engine's bytes, which the bundle holds as one character each. */
const unpack = async () => Uint8Array.from(wasm, (c) => c.charCodeAt(0));

provide({ workerSource, wasm: unpack });
