// SPDX-License-Identifier: MIT
// Simple against fused attention, as an exercise of the course asks: the time of a
// training step as width C, context T and heads H grow, once with three matrices a head and
// the whole T x T table of weights in memory, once with one matrix for all heads and rows of
// the table that are forgotten as soon as they are used. Both compute the same function.
//
//   node bench/attention.js        writes docs/attention.svg too
//
// Runs as WebAssembly in Node, one layer without a feed-forward part, two sequences a step.
// The two take turns and the fastest step of each counts, which is what a machine with
// other work to do can tell.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Engine } from '../wasm/engine/engine.js';
import { ROOT, compile, machineFacts, round, writeResults } from './common.js';
import { plot } from './plot.js';
import { makeText } from './steps.js';

const BASE = { n_embd: 64, block_size: 64, n_head: 4 };
const SWEEPS = [
  { key: 'n_embd', letter: 'C', values: [16, 32, 64, 128, 256, 512] },
  { key: 'block_size', letter: 'T', values: [16, 32, 64, 128, 256, 512] },
  { key: 'n_head', letter: 'H', values: [1, 2, 4, 8, 16, 32, 64] },
];
const WAYS = ['simple', 'fused'];
const SECONDS = 0.5;
const MIN_ROUNDS = 5;

const engine = await Engine.create(await compile());
const text = makeText(28);

/** @param {Record<string, number>} sizes */
function measure(sizes) {
  const config = { ...sizes, n_layer: 1, mlp: false, batch_size: 2, seed: 1 };
  const sessions = WAYS.map((attention) =>
    engine.newSession(text, { ...config, attention }),
  );
  const bytes = sessions.map((session) => session.info().memory_bytes);
  const best = [Infinity, Infinity];
  for (const session of sessions) for (let i = 0; i < MIN_ROUNDS; i++) session.step();
  const end = performance.now() + 1000 * SECONDS;
  for (let n = 0; n < MIN_ROUNDS || performance.now() < end; n++) {
    sessions.forEach((session, i) => {
      const begin = performance.now();
      session.step();
      best[i] = Math.min(best[i], performance.now() - begin);
    });
  }
  for (const session of sessions) session.free();
  return { ms: best, bytes };
}

/** @type {Record<string, Record<string, number>[]>} */
const figures = {};
const panels = SWEEPS.map(({ key, letter, values }) => {
  const rows = values.map((value) => {
    const { ms, bytes } = measure({ ...BASE, [key]: value });
    const row = {
      [letter]: value,
      simple_ms: round(ms[0], 3),
      fused_ms: round(ms[1], 3),
      times: round(ms[0] / ms[1], 2),
      simple_mb: round(bytes[0] / 1e6, 2),
      fused_mb: round(bytes[1] / 1e6, 2),
    };
    console.log(row);
    return row;
  });
  figures[letter] = rows;
  const others = Object.entries({ C: 64, T: 64, H: 4 }).filter(([l]) => l !== letter);
  return {
    title: `${letter} grows`,
    xLabel: `${letter}, with ${others.map(([l, v]) => `${l} ${v}`).join(' and ')}`,
    x: values,
    lines: [
      { name: 'simple', y: rows.map((r) => r.simple_ms) },
      { name: 'fused', y: rows.map((r) => r.fused_ms) },
    ],
  };
});
const title =
  'Milliseconds of a training step with simple and with fused attention as width, ' +
  'context and number of heads grow';
writeFileSync(join(ROOT, 'docs/attention.svg'), plot(title, 'ms a step', panels));
await writeResults('bench/results/attention.json', { ...machineFacts(), ...figures });
