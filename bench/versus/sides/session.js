// SPDX-License-Identifier: MIT
// Our engine as WebAssembly, as a page uses it: a session with workers.
//
//   node session.js FOLDER WASM WORKERS

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openSession, turn } from '../../race/session.js';

const [folder, wasm, workers] = process.argv.slice(2);
const file = (/** @type {string} */ name) =>
  readFileSync(join(folder, name)).toString();
const session = await openSession({
  text: file('text.txt'),
  config: JSON.parse(file('config.json')),
  wasm: await WebAssembly.compile(readFileSync(wasm)),
  workers: Number(workers),
});
let told = 0;
console.log(JSON.stringify({ ready: { workers: session.workers } }));
for await (const line of createInterface({ input: process.stdin })) {
  const n = Number(line);
  const begin = process.cpuUsage();
  const { losses, ms } = await turn(session, n);
  const { user, system } = process.cpuUsage(begin);
  const each = (/** @type {number} */ x) => Array.from({ length: n }, () => x);
  const cpu = (user + system) / 1000 / n;
  // Those of the steps in which workers joined come with the first turn.
  console.log(
    JSON.stringify({ losses: losses.slice(told), ms: each(ms), cpu: each(cpu) }),
  );
  told = losses.length;
}
await session.close();
