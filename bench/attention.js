// SPDX-License-Identifier: MIT
// Simple against fused attention, as an exercise of the course asks: the time of a
// training step as width C, context T and heads H grow, once with three matrices a head and
// the whole T x T table of weights in memory, once with one matrix for all heads and rows of
// the table that are forgotten as soon as they are used. Both compute the same function.
//
//   node bench/attention.js [--seconds X] [--out FILE]     → results/attention.json
//
// Runs as WebAssembly in Node, one layer without a feed-forward part, two sequences a step.
// The two take turns and the fastest step of each counts, which is what a machine with
// other work to do can tell. bench/table.js draws docs/attention.svg.

import { Engine } from '../wasm/engine/engine.js';
import { begin, compile } from './common.js';
import { makeText } from './steps.js';

const BASE = { n_embd: 64, block_size: 64, n_head: 4 };
const SWEEPS = [
  { key: 'n_embd', letter: 'C', values: [16, 32, 64, 128, 256, 512] },
  { key: 'block_size', letter: 'T', values: [16, 32, 64, 128, 256, 512] },
  { key: 'n_head', letter: 'H', values: [1, 2, 4, 8, 16, 32, 64] },
];
const MIN_ROUNDS = 5;

const { seconds, write } = begin({ seconds: 0.5 });
const engine = await Engine.create(await compile());
const text = makeText(28);

/** @param {Record<string, number>} sizes */
function measure(sizes) {
  const config = { ...sizes, n_layer: 1, mlp: false, batch_size: 2, seed: 1 };
  const sides = ['simple', 'fused'].map((attention) => {
    const session = engine.newSession(text, { ...config, attention });
    return { session, megabytes: session.info().memory_bytes / 1e6, ms: Infinity };
  });
  for (const { session } of sides) for (let i = 0; i < MIN_ROUNDS; i++) session.step();
  const end = performance.now() + 1000 * seconds;
  for (let n = 0; n < MIN_ROUNDS || performance.now() < end; n++) {
    for (const side of sides) {
      const start = performance.now();
      side.session.step();
      side.ms = Math.min(side.ms, performance.now() - start);
    }
  }
  for (const { session } of sides) session.free();
  const [simple, fused] = sides;
  return {
    simple_ms: simple.ms,
    fused_ms: fused.ms,
    times: simple.ms / fused.ms,
    simple_mb: simple.megabytes,
    fused_mb: fused.megabytes,
  };
}

/** @type {Record<string, Record<string, number>[]>} */
const figures = {};
for (const { key, letter, values } of SWEEPS) {
  figures[letter] = values.map((value) => ({
    [letter]: value,
    ...measure({ ...BASE, [key]: value }),
  }));
  console.table(figures[letter]);
}
await write('attention', figures);
