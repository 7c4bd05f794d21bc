// SPDX-License-Identifier: MIT
// Our engine as WebAssembly, in one thread of Node. After a line `peak` it answers with
// P_128: what this engine reaches with nothing but 128-bit arithmetic in registers.

import { Engine } from '../../../wasm/engine/engine.js';
import { productsModule } from '../../browser/products.js';
import { compile } from '../../common.js';
import { instantiate, peakOf } from '../../peak.js';
import { file, serve } from './serve.js';

const PEAK_SLICES = 6;

const engine = await Engine.create(await compile(process.argv[3]));
const session = engine.newSession(
  file('text.txt'),
  JSON.parse(file('config.json').toString()),
);
const facts = { version: engine.version, v8: process.versions.v8 };
await serve(
  facts,
  () => session.step().loss,
  // Built when it is asked for: two sides that start at once would write the same file.
  async () => peakOf(await instantiate(await compile(productsModule())), PEAK_SLICES),
);
