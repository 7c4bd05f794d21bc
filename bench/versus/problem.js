// SPDX-License-Identifier: MIT
// A problem is a folder that every side reads: the text, the settings, the first weights
// as safetensors (nanoGPT's names, PyTorch's shapes) and the batches of all steps.
//
//   text.txt            what our sides draw their batches from, by themselves
//   config.json         settings
//   problem.json        { name, V, B, T, L, H, C, n_steps, n_param, flops_per_step, recipe,
//                         rates }: a learning rate a step, [] where it stays the recipe's
//   weights.safetensors
//   batches.i32         for each step B·T tokens, then B·T targets
//
// batches.i32 is drawn here by the rule of src/base/rng.h. Were it another one than the
// engine's, no loss would agree.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../wasm/engine/engine.js';

const MASK64 = (1n << 64n) - 1n;
/** enum gf_purpose in src/base/rng.h. */
const PURPOSE_BATCH = 2n;

/** @param {bigint} x */
function mix64(x) {
  x = (x + 0x9e3779b97f4a7c15n) & MASK64;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK64;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK64;
  return x ^ (x >> 31n);
}

/** @param {number} seed @param {number} step @param {number} index @param {number} n */
function drawBelow(seed, step, index, n) {
  const key = mix64(mix64(mix64(BigInt(seed)) ^ PURPOSE_BATCH) ^ BigInt(step));
  let x = (index + Number(key & 0xffffffffn)) >>> 0;
  x = Math.imul(x ^ (x >>> 17), 0xed5ad4bb);
  x = Math.imul(x ^ (x >>> 11), 0xac4c1b51);
  x = (x + Number(key >> 32n)) | 0;
  x = Math.imul(x ^ (x >>> 15), 0x31848bab);
  x = (x ^ (x >>> 14)) >>> 0;
  return Number((BigInt(x) * BigInt(n)) >> 32n);
}

/** Windows of the training part, the same as the engine's. @param {Int32Array} ids of
 * the whole text @param {number} nSteps
 * @param {{ batch_size: number, block_size: number, seed: number, val_fraction: number }}
 * config */
function drawBatches(ids, nSteps, { batch_size: B, block_size: T, ...config }) {
  const nTrain = Math.trunc(ids.length * (1 - config.val_fraction));
  const batches = new Int32Array(nSteps * 2 * B * T);
  for (let step = 0; step < nSteps; step++) {
    for (let b = 0; b < B; b++) {
      const start = drawBelow(config.seed, step, b, nTrain - T);
      const at = (2 * step * B + b) * T;
      batches.set(ids.subarray(start, start + T), at);
      batches.set(ids.subarray(start + 1, start + T + 1), at + B * T);
    }
  }
  return batches;
}

/** @typedef {Record<'V' | 'B' | 'T' | 'L' | 'H' | 'C' | 'n_steps' | 'n_param' |
 * 'flops_per_step', number> & { name: string, recipe: import('./yardsticks.js').Recipe,
 * rates: number[] }} Problem */

/** Writes the folder of any decoder. @param {WebAssembly.Module} module
 * @param {{ name: string, text: string, config: Record<string, unknown>, nSteps: number,
 * rates?: number[] }} model @param {string} folder @returns {Promise<Problem>} */
export async function writeProblem(module, model, folder) {
  const { name, text, config: wanted, nSteps, rates = [] } = model;
  const engine = await Engine.create(module);
  const session = engine.newSession(text, wanted);
  const { n_param, flops_per_step, vocabulary, config } = /** @type {any} */ (
    session.info()
  );
  const ids = Int32Array.from(text, (character) => vocabulary.indexOf(character));
  const { n_layer: L, n_head: H, n_embd: C, block_size: T, batch_size: B } = config;
  const sizes = { V: vocabulary.length, B, T, L, H, C, n_steps: nSteps };
  const problem = { name, ...sizes, n_param, flops_per_step, recipe: config, rates };
  mkdirSync(folder, { recursive: true });
  const write = (/** @type {string} */ file, /** @type {string | Uint8Array} */ data) =>
    writeFileSync(join(folder, file), data);
  write('text.txt', text);
  write('config.json', JSON.stringify(wanted));
  write('problem.json', JSON.stringify(problem));
  write('weights.safetensors', session.save({ training: false }));
  write('batches.i32', new Uint8Array(drawBatches(ids, nSteps, config).buffer));
  session.free();
  return problem;
}
