// SPDX-License-Identifier: MIT
// Our engine as WebAssembly in Node: wasm.js FOLDER WASM [WORKERS]
//
// In one thread, or, as a page uses it, in a session with workers. After a line `peak` the
// former answers with P_128: what this engine reaches with nothing but 128-bit arithmetic in
// registers.

import { Engine } from '../../../wasm/engine/engine.js';
import { peakHere } from '../../browser/products.js';
import { compile } from '../../common.js';
import { openSession, turn } from '../../race/session.js';
import { file, serve, serveTurns, used } from './serve.js';

const [, path, workers] = process.argv.slice(2);
const wasm = await compile(path);
const text = file('text.txt').toString();
const config = JSON.parse(file('config.json').toString());

async function inThread() {
  const engine = await Engine.create(wasm);
  const session = engine.newSession(text, config);
  await serve(
    { version: engine.version, v8: process.versions.v8 },
    () => session.step().loss,
    // Built when it is asked for: two sides that start at once would write the same file.
    async () => (await peakHere())(),
  );
}

async function withWorkers() {
  const session = await openSession({ text, config, wasm, workers: Number(workers) });
  await serveTurns({ workers: session.workers }, async (n) => {
    const before = used();
    const { losses, ms } = await turn(session, n);
    const cpu = (used() - before) / n;
    return { losses, ms: Array(n).fill(ms), cpu: Array(n).fill(cpu) };
  });
  await session.close();
}

await (workers ? withWorkers() : inThread());
