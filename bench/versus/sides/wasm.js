// SPDX-License-Identifier: MIT
// Our engine as WebAssembly, in one thread of Node. After a line `peak` it answers with
// P_128: what this engine reaches with nothing but 128-bit arithmetic in registers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../../wasm/engine/engine.js';
import { Instance } from '../../../wasm/engine/instance.js';
import { measurePeak } from '../../steps.js';
import { folder, serve } from './serve.js';

const module = await WebAssembly.compile(readFileSync(process.argv[3]));
const engine = await Engine.create(module);
const instance = await Instance.create(module);
const file = (/** @type {string} */ name) => readFileSync(join(folder, name));
const lab = engine.newLab(file('text.txt'), JSON.parse(file('config.json').toString()));
const facts = { version: engine.version, v8: process.versions.v8 };
await serve(
  facts,
  () => lab.step().loss,
  () => measurePeak(instance),
);
