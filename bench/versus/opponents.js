// SPDX-License-Identifier: MIT
// Who takes part: our sides and, where their programs are installed, the others.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quartiles } from '../quartiles.js';
import { Side } from './stage.js';

/** @typedef {import('./stage.js').SideSpec} SideSpec */

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const WASM = join(ROOT, 'build/wasm/glassformer.wasm');
const NATIVE = join(ROOT, 'build/native/versus');
const SIDES = join(ROOT, 'bench/versus/sides');
/** Debian's own, because that is the one that python3-torch belongs to. */
const PYTHON = '/usr/bin/python3';

const SINGLE = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
/** Kernels of 128 bits only: Nehalem is OpenBLAS's name for SSE4.2. */
const NARROW = {
  ...SINGLE,
  OPENBLAS_CORETYPE: 'Nehalem',
  ATEN_CPU_CAPABILITY: 'default',
  DNNL_MAX_CPU_ISA: 'SSE41',
};

/** @param {string} folder @param {string[]} flags */
const pytorch = (folder, flags = []) => [
  PYTHON,
  join(SIDES, 'pytorch.py'),
  folder,
  ...flags,
];

/** [side, title, the package it needs] */
const PACKAGES = [
  ['jax', 'jax-js, wasm in Node', '@jax-js/jax'],
  ['tfjs', 'TensorFlow.js, wasm in Node', '@tensorflow/tfjs-backend-wasm'],
];

/** Whether PyTorch is installed; says so when it is not. @param {(sentence: string) => void} say */
export function torchThere(say) {
  const there = spawnSync(PYTHON, ['-c', 'import torch']).status === 0;
  if (!there) {
    say(`no PyTorch: ${PYTHON} has no module torch (on Debian: python3-torch)`);
  }
  return there;
}

/** What "at its best" may mean; which it is differs from machine to machine.
 * @type {Record<string, string>[]} */
const TORCH_CHOICES = [
  {},
  { ATEN_CPU_CAPABILITY: 'avx512' },
  { OPENBLAS_CORETYPE: 'SkylakeX' },
  { OPENBLAS_CORETYPE: 'Haswell' },
  { OPENBLAS_CORETYPE: 'Zen' },
];
const TRIAL_TURN = 10;
/** Batches that a trial needs. */
export const TRIAL_STEPS = 2 * TRIAL_TURN;

/**
 * The settings with which PyTorch is fastest here.
 *
 * @typedef {{ env: Record<string, string>, flags: string[] }} TorchChoice
 * @param {string} folder of the problem to try them on
 * @param {number | null} core
 * @returns {Promise<TorchChoice>}
 */
export async function bestTorch(folder, core) {
  const trials = [
    ...TORCH_CHOICES.map((env) => ({ env, flags: /** @type {string[]} */ ([]) })),
  ];
  trials.push({ env: {}, flags: ['--foreach'] });
  let best = { ms: Infinity, env: {}, flags: /** @type {string[]} */ ([]) };
  for (const { env, flags } of trials) {
    const spec = {
      name: '',
      title: '',
      command: pytorch(folder, flags),
      env: { ...SINGLE, ...env },
    };
    const side = new Side(spec, core);
    try {
      await side.ready();
      await side.steps(TRIAL_TURN);
      const { median: ms } = quartiles((await side.steps(TRIAL_TURN)).ms);
      if (ms < best.ms) best = { ms, env, flags };
    } catch {
      // This CPU does not have those instructions.
    } finally {
      side.close();
    }
  }
  return best;
}

export const SIDE_NAMES = 'wasm native4 native torch128 torch jax tfjs'.split(' ');

/** Everybody who can take part, and a sentence for everybody who cannot.
 * @param {string} folder of a problem @param {TorchChoice | null} torch null: it is not
 * there @param {(name: string) => boolean} wanted
 * @param {(sentence: string) => void} say @returns {SideSpec[]} */
export function sidesFor(folder, torch, wanted, say) {
  const node = process.execPath;
  /** @type {SideSpec[]} */
  const sides = [
    {
      name: 'wasm',
      title: 'Glassformer, wasm in Node',
      command: [node, join(SIDES, 'wasm.js'), folder, WASM],
    },
    {
      name: 'native4',
      title: 'Glassformer, native, 4 lanes',
      command: [NATIVE, folder, '4'],
    },
    {
      name: 'native',
      title: 'Glassformer, native, widest vectors',
      command: [NATIVE, folder, '0'],
    },
  ];
  if (torch) {
    sides.push(
      {
        name: 'torch128',
        title: 'PyTorch, held to 128 bits',
        command: pytorch(folder),
        env: NARROW,
      },
      {
        name: 'torch',
        title: 'PyTorch, at its best',
        command: pytorch(folder, torch.flags),
        env: { ...SINGLE, ...torch.env },
      },
    );
  }
  for (const [name, title, needs] of PACKAGES) {
    if (existsSync(join(ROOT, 'bench/versus/node_modules', needs))) {
      sides.push({ name, title, command: [node, join(SIDES, `${name}.js`), folder] });
    } else if (wanted(name)) {
      say(`no ${name}: ${needs} is not in bench/versus/node_modules (make versus)`);
    }
  }
  return sides.filter(({ name }) => wanted(name));
}
