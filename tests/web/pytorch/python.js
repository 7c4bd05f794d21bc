// SPDX-License-Identifier: MIT
// PyTorch, where it is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** Another Python may come first in the path than the one with Debian's PyTorch. */
export const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import torch']).status === 0,
);

/** Why a test is skipped; false: PyTorch is there. */
export const NO_TORCH = python ? false : 'PyTorch is not installed';

/** @param {string} program that prints JSON @param {string[]} [args]
 * @param {string | null} [by] another Python, for programs that need no PyTorch */
export function runPython(program, args = [], by = python ?? null) {
  const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: 1e8 });
  const run = spawnSync(String(by), ['-c', program, ...args], options);
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
}
