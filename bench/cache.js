// SPDX-License-Identifier: MIT
// What keeping keys and values is worth when a model writes: milliseconds a character
//   full   with everything read anew for each character, growing from 1 to T
//   cached with the keys and values of all characters before kept
// and, once the window is full and its positions shift,
//   far    looking back as far as can be, which again reads everything for each character
//   half   starting over from the last half and growing again
//
//   node bench/cache.js
//
// WebAssembly in Node; four layers, width 128, four heads. The best of several rounds.

import { Engine } from '../wasm/engine/engine.js';
import { compile, machineFacts, round, writeResults } from './common.js';
import { makeText } from './steps.js';

const SIZES = [32, 64, 128, 256, 512];
const ROUNDS = 3;

const engine = await Engine.create(await compile());
const text = makeText(28);

/** Fastest of a few rounds, in ms. @param {() => void} work */
function fastest(work) {
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const begin = performance.now();
    work();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

/** @type {Record<string, number>[]} */
const table = [];
for (const T of SIZES) {
  const session = engine.newSession(text, {
    n_layer: 4,
    n_embd: 128,
    n_head: 4,
    block_size: T,
    batch_size: 1,
  });
  const start = text.slice(0, T);
  const full = fastest(() => {
    for (let n = 1; n < T; n++) session.prompt(start.slice(0, n));
  });
  const cached = fastest(() => {
    session.prompt(start[0]);
    for (let n = 1; n < T; n++) session.sampleNext();
  });
  /** Characters written on from a full window. @param {number} keep @param {number} n */
  const onward = (keep, n) =>
    fastest(() => {
      session.prompt(start, keep);
      for (let i = 0; i < n; i++) session.sampleNext();
    });
  const few = 8;
  // The prompt's own pass is no part of writing on.
  const far = (onward(T - 1, 2 * few) - onward(T - 1, few)) / few;
  const half = (onward(0, 2 * T) - onward(0, T)) / T;
  session.free();
  const row = {
    T,
    full_ms: round(full / (T - 1), 3),
    cached_ms: round(cached / (T - 1), 3),
    times: round(full / cached, 1),
    far_ms: round(far, 3),
    half_ms: round(half, 3),
  };
  table.push(row);
  console.log(row);
}
await writeResults('bench/results/cache.json', { ...machineFacts(), table });
