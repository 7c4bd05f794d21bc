// SPDX-License-Identifier: MIT
// Our engine as WebAssembly, as a page uses it: a session with workers.
//
//   node session.js FOLDER WASM WORKERS

import { compile } from '../../common.js';
import { openSession, turn } from '../../race/session.js';
import { file, serveTurns } from './serve.js';

const [, wasm, workers] = process.argv.slice(2);
const session = await openSession({
  text: file('text.txt').toString(),
  config: JSON.parse(file('config.json').toString()),
  wasm: await compile(wasm),
  workers: Number(workers),
});
await serveTurns({ workers: session.workers }, async (n) => {
  const begin = process.cpuUsage();
  const { losses, ms } = await turn(session, n);
  const { user, system } = process.cpuUsage(begin);
  const cpu = (user + system) / 1000 / n;
  return { losses, ms: Array(n).fill(ms), cpu: Array(n).fill(cpu) };
});
await session.close();
