// SPDX-License-Identifier: MIT
// `node tests/tools/run-wasi.js PROGRAM.wasm [ARGUMENTS]`: runs a C test compiled to
// wasm with this process's arguments, environment, streams and files.

import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...rest] = process.argv.slice(2);
if (!program) {
  console.error('usage: node tests/tools/run-wasi.js PROGRAM.wasm [ARGUMENTS]');
  process.exit(2);
}

const wasi = new WASI({
  version: 'preview1',
  args: [program, ...rest],
  env: process.env,
  // In this order they become descriptors 3 and 4; wasi-open.c counts on it.
  preopens: { '.': process.cwd(), '/': '/' },
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, {
  wasi_snapshot_preview1: wasi.wasiImport,
  env: { emscripten_notify_memory_growth() {} },
});
process.exitCode = wasi.start(instance);
