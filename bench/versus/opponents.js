// SPDX-License-Identifier: MIT
// Who takes part: our sides and, where their programs are installed, the others.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, WASM } from '../common.js';
import { median } from '../steps.js';
import { Side } from './side.js';

/** @typedef {import('./side.js').SideSpec} SideSpec */

const NATIVE = join(ROOT, 'build/native/versus');
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

/** Whether it is installed; says so where it is not. @param {Torch} torch */
function isThere({ title, python }) {
  const program = 'import torch; print(torch.__version__)';
  const { stdout } = spawnSync(python, ['-c', program]);
  const there = stdout?.toString().startsWith(title.replace('PyTorch ', ''));
  if (!there)
    console.log(`no ${title}: bench/versus/setup.sh installs it (make versus)`);
  return there;
}

/** What "at its best" may mean; which it is differs from machine to machine. Forms that a
 * version does not have end in an error and are out. Libraries with the best of the forms.
 * @type {Partial<TorchChoice>[]} */
const TRIALS = [
  { flags: [] },
  { flags: ['--foreach'] },
  { flags: ['--fused'] },
  { flags: ['--sdpa'] },
  { flags: ['--sdpa', '--fused'] },
  { flags: ['--compile', '--fused'] },
  { flags: ['--compile', '--sdpa', '--fused'] },
  { env: { ATEN_CPU_CAPABILITY: 'avx512' } },
  { env: { OPENBLAS_CORETYPE: 'SkylakeX' } },
  { env: { OPENBLAS_CORETYPE: 'Haswell' } },
  { env: { OPENBLAS_CORETYPE: 'Zen' } },
];
const TRIAL_TURN = 10;
/** Batches that a trial needs. */
export const TRIAL_STEPS = 2 * TRIAL_TURN;

/** @typedef {{ torch: Torch, env: Record<string, string>, flags: string[] }} TorchChoice */

/** The settings with which PyTorch is fastest here. @param {Torch} torch
 * @param {string} folder of the problem to try them on @param {number | null} core */
async function bestTorch(torch, folder, core) {
  /** @type {TorchChoice} */
  let best = { torch, env: {}, flags: [] };
  let least = Infinity;
  for (const trial of TRIALS) {
    const choice = { ...best, ...trial };
    const command = pytorch(torch, folder, choice.flags);
    const env = { ...SINGLE, ...choice.env };
    const side = new Side({ name: '', title: '', command, env }, core);
    try {
      await side.ready();
      await side.steps(TRIAL_TURN);
      // One thread: its processor time leaves out what else the machine does.
      const ms = median((await side.steps(TRIAL_TURN)).cpu);
      if (ms < least) [best, least] = [choice, ms];
    } catch {
      // This version does not have that form, or this processor those instructions.
    } finally {
      side.close();
    }
  }
  return best;
}

/** Those that are installed, with the settings for `best` of them. @param {string} folder of the
 * problem to try them on @param {number | null} core @param {(name: string) => boolean} best */
export async function torchesFor(folder, core, best) {
  /** @type {TorchChoice[]} */
  const choices = [];
  for (const torch of TORCHES.filter(isThere)) {
    const plain = { torch, env: {}, flags: [] };
    const choice = best(torch.name) ? await bestTorch(torch, folder, core) : plain;
    console.log(`${torch.title} is fastest here with`, choice.env, choice.flags);
    choices.push(choice);
  }
  return choices;
}

export const SIDE_NAMES =
  'wasm native4 native fused torch128 torch torch2 jax tfjs'.split(' ');

/** Everybody who is wanted and can take part, and a sentence for everybody who cannot.
 * @param {string} folder of a problem @param {TorchChoice[]} torches those that are there
 * @param {(name: string) => boolean} wanted
 * @param {(sentence: string) => void} say @returns {SideSpec[]} */
export function sidesFor(folder, torches, wanted, say) {
  const inNode = (/** @type {string} */ file, /** @type {string[]} */ ...args) =>
    [process.execPath, join(SIDES, file), folder].concat(args);
  /** @type {SideSpec[]} */
  const sides = [];
  /** @param {string} name @param {string} title @param {string[]} command
   * @param {{ needs?: string, env?: Record<string, string>, cores?: number }} [more] needs: what
   * must be there, or else the program */
  const add = (name, title, command, { needs = command[0], ...more } = {}) => {
    if (!wanted(name)) return;
    if (existsSync(needs)) sides.push({ name, title, command, ...more });
    else say(`no ${name}: ${needs} is missing: see docs/speed.md`);
  };
  const ours = 'Glassformer';
  const wasm = `${ours}, wasm in Node`;
  add('wasm', wasm, inNode('wasm.js', WASM));
  add('wasm2', `${wasm}, two workers`, inNode('wasm.js', WASM, '2'), { cores: 2 });
  add('native4', `${ours}, native, 4 lanes`, [NATIVE, folder, '4']);
  add('native', `${ours}, native, widest vectors`, [NATIVE, folder, '0']);
  add('fused', `${ours}, native, fused multiply-add`, [FUSED, folder, '0']);
  for (const { torch, env, flags } of torches) {
    const { name, title } = torch;
    const held = `${title}, held to 128 bits`;
    if (torch === TORCHES[0])
      add('torch128', held, pytorch(torch, folder), { env: NARROW });
    const best = { env: { ...SINGLE, ...env } };
    add(name, `${title}, at its best`, pytorch(torch, folder, flags), best);
  }
  const packages = join(ROOT, 'bench/versus/node_modules');
  const jax = { needs: join(packages, '@jax-js/jax') };
  add('jax', 'jax-js, wasm in Node', inNode('jax.js'), jax);
  const tfjs = { needs: join(packages, '@tensorflow/tfjs-backend-wasm') };
  add('tfjs', 'TensorFlow.js, wasm in Node', inNode('tfjs.js'), tfjs);
  return sides;
}
