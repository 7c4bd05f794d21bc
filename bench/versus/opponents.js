// SPDX-License-Identifier: MIT
// Who takes part: our sides and, where their programs are installed, the others.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Side, summary } from './stage.js';

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

const packageThere = (/** @type {string} */ name) =>
  existsSync(join(ROOT, 'bench/versus/node_modules', name));

function torchThere() {
  return spawnSync(PYTHON, ['-c', 'import torch']).status === 0;
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
const TRIAL_STEPS = 8;

/**
 * The settings with which PyTorch is fastest here. Decided on one yardstick.
 *
 * @param {string} folder
 * @param {number | null} core
 * @returns {Promise<{ env: Record<string, string>, flags: string[] }>}
 */
async function bestTorch(folder, core) {
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
      await side.steps(TRIAL_STEPS);
      const { median: ms } = summary((await side.steps(TRIAL_STEPS)).ms);
      if (ms < best.ms) best = { ms, env, flags };
    } catch {
      // This CPU does not have those instructions.
    } finally {
      side.close();
    }
  }
  return best;
}

/** Where torch is at its best, found once. @type {ReturnType<typeof bestTorch> | null} */
let torchChoice = null;

export const SIDE_NAMES = [
  'wasm',
  'native4',
  'native',
  'torch128',
  'torch',
  'jax',
  'tfjs',
];

/**
 * Everybody who can take part, and a sentence for everybody who cannot.
 *
 * @param {string} folder of a problem
 * @param {number | null} core
 * @param {(name: string) => boolean} wanted
 * @param {(sentence: string) => void} say
 * @returns {Promise<SideSpec[]>}
 */
export async function sidesFor(folder, core, wanted, say) {
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
  if ((wanted('torch') || wanted('torch128')) && !torchThere()) {
    say(
      `no PyTorch: ${PYTHON} has no module torch (on Debian: apt-get install python3-torch libopenblas0-pthread)`,
    );
  } else if (wanted('torch') || wanted('torch128')) {
    sides.push({
      name: 'torch128',
      title: 'PyTorch, held to 128 bits',
      command: pytorch(folder),
      env: NARROW,
    });
    if (wanted('torch')) {
      torchChoice ??= bestTorch(folder, core);
      const { env, flags } = await torchChoice;
      const command = pytorch(folder, flags);
      sides.push({
        name: 'torch',
        title: 'PyTorch, at its best',
        command,
        env: { ...SINGLE, ...env },
      });
    }
  }
  for (const [name, title, needs] of [
    ['jax', 'jax-js, wasm in Node', '@jax-js/jax'],
    ['tfjs', 'TensorFlow.js, wasm in Node', '@tensorflow/tfjs-backend-wasm'],
  ]) {
    if (packageThere(needs)) {
      sides.push({ name, title, command: [node, join(SIDES, `${name}.js`), folder] });
    } else if (wanted(name)) {
      say(
        `no ${name}: ${needs} is not in bench/versus/node_modules (make versus installs it)`,
      );
    }
  }
  return sides.filter(({ name }) => wanted(name));
}
