// SPDX-License-Identifier: MIT
// Who takes part: our sides and, where their programs are installed, the others.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, WASM } from '../common.js';
import { quartiles } from '../steps.js';
import { Side } from './stage.js';

/** @typedef {import('./stage.js').SideSpec} SideSpec */

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
const pytorch = (folder, flags = []) =>
  [PYTHON, join(SIDES, 'pytorch.py'), folder].concat(flags);

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
  /** @type {TorchChoice[]} */
  const trials = TORCH_CHOICES.map((env) => ({ env, flags: [] }));
  trials.push({ env: {}, flags: ['--foreach'] });
  let best = { ms: Infinity, env: {}, flags: /** @type {string[]} */ ([]) };
  for (const { env, flags } of trials) {
    const command = pytorch(folder, flags);
    const side = new Side(
      { name: '', title: '', command, env: { ...SINGLE, ...env } },
      core,
    );
    try {
      await side.ready();
      await side.steps(TRIAL_TURN);
      // One thread: its processor time leaves out what else the machine does.
      const { median: ms } = quartiles((await side.steps(TRIAL_TURN)).cpu);
      if (ms < best.ms) best = { ms, env, flags };
    } catch {
      // This CPU does not have those instructions.
    } finally {
      side.close();
    }
  }
  return best;
}

/** PyTorch as that choice has it. @param {string} folder @param {TorchChoice} choice
 * @returns {SideSpec} */
export const torchSpec = (folder, { env, flags }) => ({
  name: 'torch',
  title: 'PyTorch, at its best',
  command: pytorch(folder, flags),
  env: { ...SINGLE, ...env },
});

export const SIDE_NAMES = 'wasm native4 native torch128 torch jax tfjs'.split(' ');

/** Everybody who can take part, and a sentence for everybody who cannot.
 * @param {string} folder of a problem @param {TorchChoice | null} torch null: it is not
 * there @param {(name: string) => boolean} wanted
 * @param {(sentence: string) => void} say @returns {SideSpec[]} */
export function sidesFor(folder, torch, wanted, say) {
  const node = process.execPath;
  /** @type {SideSpec[]} */
  const sides = [];
  /** @param {string} name @param {string} title @param {string[]} command
   * @param {Record<string, string>} [env] */
  const add = (name, title, command, env) => sides.push({ name, title, command, env });
  add('wasm', 'Glassformer, wasm in Node', [
    node,
    join(SIDES, 'wasm.js'),
    folder,
    WASM,
  ]);
  add('native4', 'Glassformer, native, 4 lanes', [NATIVE, folder, '4']);
  add('native', 'Glassformer, native, widest vectors', [NATIVE, folder, '0']);
  if (torch) {
    add('torch128', 'PyTorch, held to 128 bits', pytorch(folder), NARROW);
    sides.push(torchSpec(folder, torch));
  }
  for (const [name, title, needs] of PACKAGES) {
    if (existsSync(join(ROOT, 'bench/versus/node_modules', needs))) {
      add(name, title, [node, join(SIDES, `${name}.js`), folder]);
    } else if (wanted(name)) {
      say(`no ${name}: ${needs} is not in bench/versus/node_modules (make versus)`);
    }
  }
  return sides.filter(({ name }) => wanted(name));
}
