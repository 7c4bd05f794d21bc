// SPDX-License-Identifier: MIT
// How much memory the largest preset takes as WebAssembly: one worker, poet with its batch
// of 64 windows of 256 characters, held-out text measured and one step taken. The limit is
// the module's own, 2 GB.
//
//   node bench/memory.js [--preset NAME] [--out FILE]     → results/memory.json

import { Engine } from '../wasm/engine/engine.js';
import { begin, compile, stop } from './common.js';
import { makeText } from './steps.js';

const V = 91;
const { preset: name, write } = begin({ preset: 'poet' });
const engine = await Engine.create(await compile());
const preset = engine.presets().find((each) => each.name === name);
if (!preset) stop(`There is no preset "${name}".`);
const session = engine.newSession(makeText(V), preset.config);
const { loss } = session.step();
const { n_param, memory_bytes: planned_bytes } = session.info();
const { memoryBytes: memory_bytes } = engine;
const figures = { preset: name, n_param, planned_bytes, memory_bytes, loss };
console.log(figures);
await write('memory', figures);
