// SPDX-License-Identifier: MIT
// How much memory the largest preset takes as WebAssembly: one worker, poet with its batch
// of 64 windows of 256 characters, held-out text measured and one step taken. The limit is
// the module's own, 1 GB.
//
//   node bench/memory.js [--preset NAME]

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Engine } from '../wasm/engine/engine.js';
import { machineFacts } from './machine.js';
import { makeText } from './steps.js';
import { writeResults } from './write-results.js';

const V = 91;
const WASM = new URL('../build/wasm/glassformer.wasm', import.meta.url);
const OUT = 'bench/results/memory.json';

const { values } = parseArgs({
  options: { preset: { type: 'string', default: 'poet' } },
});
const engine = await Engine.create(await WebAssembly.compile(readFileSync(WASM)));
const preset = engine.presets().find(({ name }) => name === values.preset);
if (!preset) {
  console.error(`There is no preset "${values.preset}".`);
  process.exit(2);
}
const lab = engine.newLab(makeText(V), preset.config);
const begin = performance.now();
const { loss } = lab.step();
const seconds = (performance.now() - begin) / 1000;
const facts = lab.info();
const bytes = engine.memoryBytes;
await writeResults(OUT, {
  ...machineFacts(),
  preset: preset.name,
  n_param: facts.n_param,
  planned_bytes: facts.memory_bytes,
  memory_bytes: bytes,
  loss,
});
const mb = (/** @type {number} */ n) => `${(n / 1e6).toFixed(0)} MB`;
console.log(
  `${preset.name}: ${facts.n_param} parameters, a step in ${seconds.toFixed(0)} s`,
);
console.log(
  `memory ${mb(bytes)}, ${mb(facts.memory_bytes)} of it planned for the model`,
);
