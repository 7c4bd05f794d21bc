// SPDX-License-Identifier: MIT
// `make bench`: training steps of five models, natively and as WebAssembly in Node, as a
// table and as bench/results/steps-*.json.
//
//   node bench/run.js [--only NAME] [--seconds X] [--out FILE] [--fast]
//
// --fast takes the engines of `make fast`; Node 20 needs --experimental-wasm-relaxed-simd.
//
// The engines take turns model by model, so that a machine that gets warm or busy slows
// all of them. The loss after two steps must be the same number everywhere.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  ROOT,
  compile,
  machineFacts,
  optionsWith,
  stop,
  writeResults,
} from './common.js';
import { timeYardstick } from './steps.js';

/** @typedef {import('./steps.js').Row} Row */

const YARDSTICKS = ['tiny', 'tinygpt', 'medium', 'nano', 'poet'];

const options = optionsWith({ only: '', seconds: 10, out: '', fast: false });
const { seconds, fast } = options;
const arithmetic = fast ? 'fast' : 'exact';
const PROGRAM = join(ROOT, `build/native${fast ? '-fast' : ''}/glassformer`);
const WASM = join(ROOT, `build/wasm/glassformer${fast ? '-fast' : ''}.wasm`);

/** One model, natively. @param {string} name @param {number} lanes 0: the widest
 * @returns {{ row: Row, lanes: number, compiler: string, version: string }} */
function native(name, lanes) {
  const args = ['bench', '--json', '--only', name, '--lanes', String(lanes)];
  const result = spawnSync(PROGRAM, [...args, '--seconds', String(seconds)]);
  if (result.error)
    stop(`${PROGRAM}: ${result.error.message}; make ${fast ? 'fast' : 'native'}`);
  if (result.status !== 0) stop(result.stderr.toString());
  const { rows, ...rest } = JSON.parse(result.stdout.toString());
  return { row: rows[0], ...rest };
}

/** Operations by the count nanoGPT and PaLM use: 6 per parameter and token, and
 * attention without the causal mask. @param {Row} row */
function otherCount({ n_param: n, config: c }) {
  const tokens = c.batch_size * c.block_size;
  return tokens * (6 * n + 12 * c.n_layer * c.n_embd * c.block_size);
}

/** @param {string} engine @param {Row} row */
function print(engine, row) {
  const c = row.config;
  const shape = `L${c.n_layer} H${c.n_head} C${c.n_embd} T${c.block_size} B${c.batch_size}`;
  console.log(
    [
      row.name.padEnd(8),
      shape.padEnd(20),
      engine.padEnd(16),
      row.ms_per_step.toFixed(2).padStart(9),
      Math.round(row.tokens_per_second).toLocaleString('en').padStart(10),
      row.gflops.toFixed(1).padStart(8),
      row.peak_128.toFixed(1).padStart(7),
      `${(100 * row.share_of_peak).toFixed(0)} %`.padStart(7),
    ].join(' '),
  );
}

const names = options.only ? [options.only] : YARDSTICKS;
const module = await compile(WASM).catch(() => stop(`${WASM} is not known here`));
console.log(
  `${'model'.padEnd(8)} ${'shape'.padEnd(20)} ${'engine'.padEnd(16)} ` +
    `  ms/step   tokens/s  GFLOP/s  P_128   share`,
);

/** @type {({ engine: string, nanogpt_count: number } & Row)[]} */
const results = [];
let compiler = '';
let version = '';
let sameBytes = true;
for (const name of names) {
  /** @type {[string, Row][]} */
  const rows = [];
  const narrow = native(name, 4);
  rows.push(['native, 4 lanes', narrow.row]);
  const wide = native(name, 0);
  if (wide.lanes > 4) rows.push([`native, ${wide.lanes} lanes`, wide.row]);
  rows.push(['wasm in Node', await timeYardstick(module, narrow.row, seconds)]);
  ({ compiler, version } = narrow);
  for (const [engine, row] of rows) {
    print(engine, row);
    results.push({ engine, ...row, nanogpt_count: otherCount(row) });
  }
  sameBytes &&= rows.every(
    ([, row]) => row.loss_at_step_2 === rows[0][1].loss_at_step_2,
  );
}

const facts = machineFacts();
const slug = facts.machine.cpu
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '-')
  .replace(/^-|-$/g, '');
const path = `bench/results/steps-${slug}${fast ? '-fast' : ''}.json`;
const settings = { version, compiler, seconds_each: seconds, arithmetic };
await writeResults(options.out || path, { ...facts, ...settings, rows: results });
console.log(
  `\nP_128: GFLOP/s of 128-bit ${arithmetic} multiply and add in registers, one thread`,
);
if (!sameBytes && !fast)
  stop('The engines do not agree: their losses after two steps differ.');
