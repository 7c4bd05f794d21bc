// SPDX-License-Identifier: MIT
// How much memory the largest preset takes as WebAssembly: one worker, poet with its batch
// of 64 windows of 256 characters, held-out text measured and one step taken. The limit is
// the module's own, 2 GB.
//
//   node bench/memory.js [--preset NAME]

import { Engine } from '../wasm/engine/engine.js';
import { compile, machineFacts, optionsWith, stop, writeResults } from './common.js';
import { makeText } from './steps.js';
import { megabytes } from './words.js';

const V = 91;
const { preset: name } = optionsWith({ preset: 'poet' });
const engine = await Engine.create(await compile());
const preset = engine.presets().find((each) => each.name === name);
if (!preset) stop(`There is no preset "${name}".`);
const session = engine.newSession(makeText(V), preset.config);
const begin = performance.now();
const { loss } = session.step();
const seconds = (performance.now() - begin) / 1000;
const { n_param, memory_bytes: planned_bytes } = session.info();
const memory_bytes = engine.memoryBytes;
const figures = { preset: name, n_param, planned_bytes, memory_bytes, loss };
await writeResults('bench/results/memory.json', { ...machineFacts(), ...figures });
console.log(`${name}: ${n_param} parameters, a step in ${seconds.toFixed(0)} s`);
console.log(
  `memory ${megabytes(memory_bytes)}, ${megabytes(planned_bytes)} of it planned for the model`,
);
