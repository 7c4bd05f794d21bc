// SPDX-License-Identifier: MIT
// Folders of Hugging Face as others publish them, with random weights: how much memory a
// model takes until it writes, how long it takes to open, to its first token, and how fast it
// writes then. As WebAssembly in Node, in this thread, and natively on one core.
//
//   node bench/pretrained.js --native [--shape gpt2|33M|1M] [--tokens 64] [--inspect] [--out FILE]
//                                                           → results/pretrained.json
//
// The folders are made from a seed under build/pretrained. Memory is the most that the process
// held at once (of the whole of Node, which takes 50 MB itself).

import { spawnSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from '../wasm/engine/engine.js';
import { begin, chosen, compile, stop } from './common.js';
import { runNative } from '../tests/tools/native-program.js';
import { FILES, SHAPES, folderOf } from './pretrained-folder.js';

/** @typedef {{ bytes: number, openMs: number, firstMs: number, perSecond: number | null,
 *   wasmBytes?: number, planned?: number, inspectMs?: number }} Figures */

const PROMPT = 'abcd efgh ijkl mnop';
const TEXT = 'the quick brown fox jumps over the lazy dog\n'.repeat(800);
const { write, ...options } = begin({
  ...{ shape: '', tokens: 64, native: false, inspect: false, child: '' },
});

/** Of this process. @returns {number} bytes */
const mostBytes = () => process.resourceUsage().maxRSS * 1024;

/** In this process, as the worker of a page does it. @param {string} folder
 * @returns {Promise<Figures>} */
async function measureWasm(folder) {
  const engine = await Engine.create(await compile());
  const files = await Promise.all(FILES.map((name) => openAsBlob(join(folder, name))));
  const begin = performance.now();
  const session = await engine.openFiles(files, TEXT);
  const opened = performance.now();
  session.prompt(PROMPT);
  session.sampleNext();
  const first = performance.now();
  for (let i = 0; i < options.tokens; i++) session.sampleNext();
  const written = performance.now();
  if (options.inspect) {
    const what = { what: 'activations', attention: true, logits: true, lens: true };
    session.inspect({ ...what, text: PROMPT });
  }
  const inspected = performance.now();
  return {
    bytes: mostBytes(),
    wasmBytes: engine.memoryBytes,
    planned: session.info().memory_bytes,
    openMs: opened - begin,
    firstMs: first - opened,
    perSecond: (1000 * options.tokens) / (written - first),
    ...(options.inspect && { inspectMs: inspected - written }),
  };
}

/** @param {string} folder @returns {Promise<Figures>} */
async function measureNative(folder) {
  const asked = ['sample', '--model', folder, '--prompt', PROMPT, '--tokens'];
  const one = await runNative([...asked, '1']);
  const many = await runNative([...asked, String(1 + options.tokens)]);
  const ms = many.ms - one.ms;
  return {
    bytes: Math.max(one.used?.bytes ?? NaN, many.used?.bytes ?? NaN),
    openMs: one.ms,
    firstMs: 0,
    // Small models write for less long than two starts differ.
    perSecond: ms > 0 ? (1000 * options.tokens) / ms : null,
  };
}

/** In a process of its own, whose memory is that of one model. @param {string} folder
 * @returns {Figures} */
function inChild(folder) {
  const self = fileURLToPath(import.meta.url);
  const args = [self, '--child', folder, '--tokens', String(options.tokens)];
  if (options.inspect) args.push('--inspect');
  const { stdout, status } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) stop(`${folder} was not opened.`);
  return JSON.parse(stdout.toString());
}

if (options.child) {
  process.stdout.write(JSON.stringify(await measureWasm(options.child)));
} else {
  /** @type {Record<string, unknown>[]} */
  const results = [];
  for (const shape of chosen(options.shape, Object.keys(SHAPES))) {
    const folder = folderOf(shape);
    const native = options.native && { native: await measureNative(folder) };
    results.push({ shape, wasm: inChild(folder), ...native });
    console.log(results.at(-1));
  }
  await write('pretrained', { results }, options.isPlain && options.native);
}
