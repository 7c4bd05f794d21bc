// SPDX-License-Identifier: MIT
// Hands the bundled engine and worker to the sessions. Imported first by the entries.
import { wasm, workerSource } from 'engine:resources';
import { provide } from '../wasm/index.js';

/** The engine's bytes, which the bundle holds as one letter each. */
async function unpack() {
  const byteOf = new Uint8Array(512);
  [...wasm.alphabet].forEach((letter, byte) => (byteOf[letter.charCodeAt(0)] = byte));
  return Uint8Array.from(wasm.text, (letter) => byteOf[letter.charCodeAt(0)]);
}

provide({ workerSource, wasm: unpack });
