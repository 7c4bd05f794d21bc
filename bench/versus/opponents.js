// SPDX-License-Identifier: MIT
// Who takes part: our sides and, where their programs are installed, the others.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, WASM } from '../common.js';
import { median } from '../steps.js';
import { Side } from './stage.js';

/** @typedef {import('./stage.js').SideSpec} SideSpec */

export const NATIVE = join(ROOT, 'build/native/versus');
export const NO_NATIVE =
  'no build/native/versus: make native wasm build/native/versus builds it';
/** With fused multiply-add, where it has been built: what exactness costs. */
const FUSED = join(ROOT, 'build/native-fast/versus');
const SIDES = join(ROOT, 'bench/versus/sides');
/** PyTorch by version: that of Debian, whose Python it belongs to, and that of PyPI. */
const TORCHES = [
  { name: 'torch', title: 'PyTorch 1.13', python: '/usr/bin/python3' },
  { name: 'torch2', title: 'PyTorch 2', python: join(ROOT, 'build/torch/bin/python') },
];

const SINGLE = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
/** Kernels of 128 bits only: Nehalem is OpenBLAS's name for SSE4.2. */
const NARROW = {
  ...SINGLE,
  OPENBLAS_CORETYPE: 'Nehalem',
  ATEN_CPU_CAPABILITY: 'default',
  DNNL_MAX_CPU_ISA: 'SSE41',
};

/** @typedef {typeof TORCHES[number]} Torch */

/** @param {Torch} torch @param {string} folder @param {string[]} flags */
const pytorch = ({ python }, folder, flags = []) =>
  [python, join(SIDES, 'pytorch.py'), folder].concat(flags);

/** [side, title, the package it needs] */
const PACKAGES = [
  ['jax', 'jax-js, wasm in Node', '@jax-js/jax'],
  ['tfjs', 'TensorFlow.js, wasm in Node', '@tensorflow/tfjs-backend-wasm'],
];

/** Those that are installed; says so of those that are not.
 * @param {(sentence: string) => void} say */
export const torchesThere = (say) =>
  TORCHES.filter(({ title, python }) => {
    const { stdout } = spawnSync(python, [
      '-c',
      'import torch; print(torch.__version__)',
    ]);
    const there = stdout?.toString().startsWith(title.replace('PyTorch ', ''));
    if (!there) say(`no ${title}: bench/versus/setup.sh installs it (make versus)`);
    return there;
  });

/** What "at its best" may mean; which it is differs from machine to machine. Forms that a
 * version does not have end in an error and are out.
 * @type {string[][]} */
const FORMS = [
  [],
  ['--foreach'],
  ['--fused'],
  ['--sdpa'],
  ['--sdpa', '--fused'],
  ['--compile', '--fused'],
  ['--compile', '--sdpa', '--fused'],
];
/** With the best of those. @type {Record<string, string>[]} */
const LIBRARIES = [
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
 * @typedef {{ torch: Torch, env: Record<string, string>, flags: string[] }} TorchChoice
 * @param {Torch} torch
 * @param {string} folder of the problem to try them on
 * @param {number | null} core
 * @returns {Promise<TorchChoice>}
 */
export async function bestTorch(torch, folder, core) {
  let best = { torch, ms: Infinity, env: {}, flags: /** @type {string[]} */ ([]) };
  const trials = [
    ...FORMS.map((flags) => ({ flags })),
    ...LIBRARIES.map((env) => ({ env })),
  ];
  for (const trial of trials) {
    const { env, flags } = { ...best, ...trial };
    const command = pytorch(torch, folder, flags);
    const side = new Side(
      { name: '', title: '', command, env: { ...SINGLE, ...env } },
      core,
    );
    try {
      await side.ready();
      await side.steps(TRIAL_TURN);
      // One thread: its processor time leaves out what else the machine does.
      const ms = median((await side.steps(TRIAL_TURN)).cpu);
      if (ms < best.ms) best = { torch, ms, env, flags };
    } catch {
      // This version does not have that form, or this processor those instructions.
    } finally {
      side.close();
    }
  }
  return best;
}

/** PyTorch as that choice has it. @param {string} folder @param {TorchChoice} choice
 * @returns {SideSpec} */
export const torchSpec = (folder, { torch, env, flags }) => ({
  name: torch.name,
  title: `${torch.title}, at its best`,
  command: pytorch(torch, folder, flags),
  env: { ...SINGLE, ...env },
});

export const SIDE_NAMES =
  'wasm native4 native fused torch128 torch torch2 jax tfjs'.split(' ');

/** Everybody who can take part, and a sentence for everybody who cannot.
 * @param {string} folder of a problem @param {TorchChoice[]} torches those that are there
 * @param {(name: string) => boolean} wanted
 * @param {(sentence: string) => void} say @returns {SideSpec[]} */
export function sidesFor(folder, torches, wanted, say) {
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
  if (existsSync(NATIVE)) {
    add('native4', 'Glassformer, native, 4 lanes', [NATIVE, folder, '4']);
    add('native', 'Glassformer, native, widest vectors', [NATIVE, folder, '0']);
  } else if (wanted('native') || wanted('native4')) {
    say(NO_NATIVE);
  }
  if (existsSync(FUSED))
    add('fused', 'Glassformer, native, fused multiply-add', [FUSED, folder, '0']);
  for (const choice of torches) {
    if (choice.torch === TORCHES[0]) {
      const command = pytorch(choice.torch, folder);
      add('torch128', `${choice.torch.title}, held to 128 bits`, command, NARROW);
    }
    sides.push(torchSpec(folder, choice));
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
