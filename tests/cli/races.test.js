// SPDX-License-Identifier: MIT
// Training with threads under the thread sanitizer: none reads what another one writes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ROOT, SMALL, TEXT, at, file, hash, ok } from './program.js';

const PROGRAM = `${ROOT}build/races/glassformer`;
const STEPS = ['--steps', '4'];
/** Large enough that threads share the update. */
const MUON = ['--set', 'optimizer=muon', '--set', 'n_embd=48'];

/** Runs under the sanitizer need its library, and a kernel whose addresses it knows. */
function sanitizes() {
  const [source, program] = [
    file('empty.c', 'int main(void) { return 0; }'),
    at('empty'),
  ];
  const args = ['-fsanitize=thread', source, '-o', program];
  return ['gcc', 'clang', 'cc'].some((cc) => spawnSync(cc, args).status === 0)
    ? spawnSync(program).status === 0
    : false;
}
const skip = sanitizes() ? false : 'no compiler with a thread sanitizer';

test('train: threads share nothing that one of them writes', { skip }, () => {
  const make = ['--no-print-directory', 'FLAVOUR=races', 'native'];
  const built = spawnSync('make', make, { cwd: ROOT, encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  const train = ['train', '--text', TEXT, ...SMALL, ...STEPS];
  const alone = at('alone.safetensors');
  ok([...train, '--out', alone]);
  ok([...train, ...MUON, '--out', at('muon.safetensors')]);
  for (const [base, threads, ...more] of [
    [alone, '2'],
    [alone, '3'],
    [at('muon.safetensors'), '4', ...MUON],
  ]) {
    const out = at('shared.safetensors');
    const args = [...train, ...more, '--threads', threads, '--out', out];
    const { status, stderr } = spawnSync(PROGRAM, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.equal(hash(out), hash(base), `${threads} threads`);
  }
});
