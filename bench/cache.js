// SPDX-License-Identifier: MIT
// What keeping keys and values is worth when a model writes: milliseconds a character
//   full   with everything read anew for each character, growing from 1 to T
//   cached with the keys and values of all characters before kept
// and, once the window is full and its positions shift,
//   far    looking back as far as can be, which again reads everything for each character
//   half   starting over from the last half and growing again
//
//   node bench/cache.js [--rounds N] [--out FILE]     → results/cache.json
//
// WebAssembly in Node; four layers, width 128, four heads. Medians of several rounds.

import { Engine } from '../wasm/engine/engine.js';
import { begin, compile } from './common.js';
import { makeText, median, msOf } from './steps.js';

const SIZES = [32, 64, 128, 256, 512];
/** Characters written on where each reads everything. */
const FEW = 8;

const { rounds, write } = begin({ rounds: 9 });
const engine = await Engine.create(await compile());
const text = makeText(28);

/** Of a few rounds, in ms. @param {() => void} work */
const usual = (work) => median(Array.from({ length: rounds }, () => msOf(work)));

/** @param {number} T */
function measure(T) {
  const config = { n_layer: 4, n_embd: 128, n_head: 4, block_size: T, batch_size: 1 };
  const session = engine.newSession(text, config);
  const start = text.slice(0, T);
  const full = usual(() => {
    for (let n = 1; n < T; n++) session.prompt(start.slice(0, n));
  });
  /** After a prompt. @param {string} prompt @param {number} n characters @param {number} [keep] */
  const written = (prompt, n, keep) =>
    usual(() => {
      session.prompt(prompt, keep);
      for (let i = 0; i < n; i++) session.sampleNext();
    });
  const cached = written(start[0], T - 1);
  // The prompt's own pass is no part of writing on from a full window.
  const onward = (/** @type {number} */ keep, /** @type {number} */ n) =>
    (written(start, 2 * n, keep) - written(start, n, keep)) / n;
  const [far_ms, half_ms] = [onward(T - 1, FEW), onward(0, T)];
  session.free();
  const [full_ms, cached_ms] = [full / (T - 1), cached / (T - 1)];
  return { T, full_ms, cached_ms, times: full / cached, far_ms, half_ms };
}

const table = SIZES.map(measure);
console.table(table);
await write('cache', { table });
