// SPDX-License-Identifier: MIT
// Our engine as WebAssembly, in one thread of Node. After a line `peak` it answers with
// P_128: what this engine reaches with nothing but 128-bit arithmetic in registers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Engine } from '../../../wasm/engine/engine.js';
import { Instance } from '../../../wasm/engine/instance.js';
import { measurePeak } from '../../steps.js';

const [folder, wasm] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(wasm));
const engine = await Engine.create(module);
const instance = await Instance.create(module);
const lab = engine.newLab(
  readFileSync(join(folder, 'text.txt')),
  JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')),
);
console.log(
  JSON.stringify({ ready: { version: engine.version, v8: process.versions.v8 } }),
);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'peak') {
    console.log(JSON.stringify({ peak: measurePeak(instance) }));
    continue;
  }
  const losses = [];
  const ms = [];
  for (let i = 0; i < Number(line); i++) {
    const begin = performance.now();
    losses.push(lab.step().loss);
    ms.push(performance.now() - begin);
  }
  console.log(JSON.stringify({ losses, ms }));
}
