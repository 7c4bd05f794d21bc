// SPDX-License-Identifier: MIT
// Where the time of a training step goes, as WebAssembly in Node: every operation's share
// of the step and, where it multiplies matrices, its share of P_128.
//
//   node bench/ops.js [NAME …] [--profiles N] [--out FILE]     → results/ops.json
//
// NAME: of a model of bench/versus/yardsticks.js.

import { Engine } from '../wasm/engine/engine.js';
import { fasterOf } from '../wasm/engine/profile.js';
import { peakHere } from './browser/products.js';
import { begin, compile } from './common.js';
import { makeText } from './steps.js';
import { YARDSTICKS } from './versus/yardsticks.js';

/** @typedef {{ name: string, ms: number, flops: number }} Op */

const WARM_UP_STEPS = 5;

const { profiles, parts, write } = begin({ profiles: 30 }, Object.keys(YARDSTICKS));
const engine = await Engine.create(await compile());
const peakNow = await peakHere();

/** All layers together, in model order. @param {import('../wasm/shared/types.js').Profile} profile */
function opsOf({ ops, otherMs }) {
  /** @type {Map<string, Op>} */
  const sums = new Map();
  const parts = [
    ...ops.map((op) => ({ ...op, ms: op.forwardMs + op.backwardMs })),
    { name: 'the rest', ms: otherMs, flops: 0 },
  ];
  for (const { name: own, ms, flops } of parts) {
    const name = own.replace('transformer.', '').replace(/h\.\d+/, 'h.*');
    const sum = sums.get(name) ?? { name, ms: 0, flops: 0 };
    sums.set(name, { name, ms: sum.ms + ms, flops: sum.flops + flops });
  }
  return [...sums.values()];
}

/** The fastest of all profiles of each row counts. @param {string} name */
function profile(name) {
  const { shape, n_vocab, title } = YARDSTICKS[name];
  const session = engine.newSession(makeText(n_vocab), shape);
  for (let i = 0; i < WARM_UP_STEPS; i++) session.step();
  const before = peakNow();
  let best = session.profile();
  for (let i = 1; i < profiles; i++) best = fasterOf(best, session.profile());
  const peak = Math.max(before, peakNow());
  session.free();
  const ops = opsOf(best).map(({ name, ms, flops }) => ({
    name,
    ms,
    share: ms / best.stepMs,
    ...(flops > 0 && { share_of_peak: (1e-6 * flops) / ms / peak }),
  }));
  console.log(`\n${title}: ${best.stepMs.toFixed(1)} ms`);
  console.table(ops);
  return { yardstick: name, title, peak_128: peak, step_ms: best.stepMs, ops };
}

await write('ops', { results: parts.map(profile) });
