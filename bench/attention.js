// SPDX-License-Identifier: MIT
// Simple against fused attention, as an exercise of the course asks: the time of a
// training step as width C, context T and heads H grow, once with three matrices a head and
// the whole T x T table of weights in memory, once with one matrix for all heads and rows of
// the table that are forgotten as soon as they are used. Both compute the same function.
//
//   node bench/attention.js [--rounds N] [--out FILE]     → results/attention.json
//
// Runs as WebAssembly in Node, one layer without a feed-forward part, two sequences a step.
// The two take turns, and medians count. bench/table.js draws docs/attention.svg.

import { Engine } from '../wasm/engine/engine.js';
import { begin, compile } from './common.js';
import { inTurns, makeText, median, msOf } from './steps.js';

const BASE = { n_embd: 64, block_size: 64, n_head: 4 };
const SWEEPS = [
  { key: 'n_embd', letter: 'C', values: [16, 32, 64, 128, 256, 512] },
  { key: 'block_size', letter: 'T', values: [16, 32, 64, 128, 256, 512] },
  { key: 'n_head', letter: 'H', values: [1, 2, 4, 8, 16, 32, 64] },
];

const { rounds, write } = begin({ rounds: 200 });
const engine = await Engine.create(await compile());
const text = makeText(28);

/** @param {Record<string, number>} sizes */
async function measure(sizes) {
  const config = { ...sizes, n_layer: 1, mlp: false, batch_size: 2, seed: 1 };
  const sides = ['simple', 'fused'].map((attention) => {
    return engine.newSession(text, { ...config, attention });
  });
  const taken = await inTurns(sides, rounds, (side) => msOf(() => side.step()));
  const [simple_ms, fused_ms] = taken.map(median);
  const [simple_mb, fused_mb] = sides.map((side) => side.info().memory_bytes / 1e6);
  for (const side of sides) side.free();
  return { simple_ms, fused_ms, times: simple_ms / fused_ms, simple_mb, fused_mb };
}

/** @type {Record<string, Record<string, number>[]>} */
const figures = {};
for (const { key, letter, values } of SWEEPS) {
  figures[letter] = [];
  for (const value of values)
    figures[letter].push({
      [letter]: value,
      ...(await measure({ ...BASE, [key]: value })),
    });
  console.table(figures[letter]);
}
await write('attention', figures);
