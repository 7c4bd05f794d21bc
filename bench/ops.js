// SPDX-License-Identifier: MIT
// Where the time of a training step goes, as WebAssembly in Node: every operation's share
// of the step and, where it multiplies matrices, its share of P_128. Writes
// bench/results/ops.json.
//
//   node bench/ops.js [--only NAME] [--profiles N]

import { Engine } from '../wasm/engine/engine.js';
import { fasterOf } from '../wasm/engine/profile.js';
import { productsModule } from './browser/products.js';
import { chosen, compile, machineFacts, optionsWith, writeResults } from './common.js';
import { instantiate, peakOf } from './peak.js';
import { makeText } from './steps.js';
import { YARDSTICKS } from './versus/yardsticks.js';

/** @typedef {{ name: string, ms: number, flops: number }} Op */

const WARM_UP_STEPS = 5;
const PEAK_SLICES = 6;

const options = optionsWith({ only: '', profiles: 30 });
const module = await compile();
const peaks = await instantiate(await compile(productsModule()));

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

/** @param {string} name @param {number} n how many profiles; the fastest of each row counts */
async function profile(name, n) {
  const { shape, n_vocab, title } = YARDSTICKS[name];
  const engine = await Engine.create(module);
  const session = engine.newSession(makeText(n_vocab), shape);
  for (let i = 0; i < WARM_UP_STEPS; i++) session.step();
  let peak = peakOf(peaks, PEAK_SLICES);
  let best = session.profile();
  for (let i = 1; i < n; i++) best = fasterOf(best, session.profile());
  peak = Math.max(peak, peakOf(peaks, PEAK_SLICES));
  session.free();
  const ops = opsOf(best).map(({ name, ms, flops }) => ({
    name,
    ms,
    share: ms / best.stepMs,
    ...(flops > 0 && { share_of_peak: (1e-6 * flops) / ms / peak }),
  }));
  return { yardstick: name, title, peak_128: peak, step_ms: best.stepMs, ops };
}

const results = [];
for (const name of chosen(options.only, Object.keys(YARDSTICKS))) {
  const result = await profile(name, options.profiles);
  results.push(result);
  console.log(`\n${result.title}: ${result.step_ms.toFixed(1)} ms`);
  for (const { name, ms, share, share_of_peak } of result.ops) {
    console.log(
      `  ${name.padEnd(20)} ${ms.toFixed(3).padStart(9)} ms ` +
        `${(100 * share).toFixed(1).padStart(5)} % of the step` +
        (share_of_peak
          ? ` ${(100 * share_of_peak).toFixed(0).padStart(4)} % of P_128`
          : ''),
    );
  }
}
if (!options.only) {
  await writeResults('bench/results/ops.json', { ...machineFacts(), results });
}
