// SPDX-License-Identifier: MIT
// Our engine as WebAssembly, in one thread of Node. After a line `peak` it answers with
// P_128: what this engine reaches with nothing but 128-bit arithmetic in registers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../../wasm/engine/engine.js';
import { productsModule } from '../../browser/products.js';
import { compile } from '../../common.js';
import { instantiate, peakOf } from '../../peak.js';
import { folder, serve } from './serve.js';

const PEAK_SLICES = 6;

const module = await WebAssembly.compile(readFileSync(process.argv[3]));
const engine = await Engine.create(module);
const peaks = await instantiate(await compile(productsModule()));
const file = (/** @type {string} */ name) => readFileSync(join(folder, name));
const session = engine.newSession(
  file('text.txt'),
  JSON.parse(file('config.json').toString()),
);
const facts = { version: engine.version, v8: process.versions.v8 };
await serve(
  facts,
  () => session.step().loss,
  () => peakOf(peaks, PEAK_SLICES),
);
