// SPDX-License-Identifier: MIT
// Hands the bundled engine and worker to the sessions. Imported first by the entries.
import { wasm, workerSource } from 'engine:resources';
import { provide } from '../../wasm/index.js';
import { fromLetters } from '../build/letters.js';

provide({ workerSource, wasm: async () => fromLetters(wasm()) });
