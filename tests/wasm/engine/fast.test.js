// SPDX-License-Identifier: MIT
// The fast build (`make fast`): close to the exact one and the same for any number of
// workers; the exact one replaces it where it is not supported.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Engine } from '../../../wasm/engine/engine.js';
import { knowsRelaxedSimd } from '../../../wasm/engine/loading.js';
import { createSession } from '../../../wasm/index.js';
import { MODULE, SMALL, TEXT } from '../support.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FAST_URL = new URL('../../../build/wasm/glassformer-fast.wasm', import.meta.url);
const FLAG = '--experimental-wasm-relaxed-simd';
const STEPS = 50;
/** Nats. Rounding once instead of twice moves the last of 24 bits; 50 steps let it grow. */
const TOLERANCE = 1e-3;

const hasTools =
  ['clang-19', 'wasm-ld-19'].every((t) => spawnSync(t, ['--version']).status === 0) &&
  existsSync('/usr/lib/wasm32-wasi/libc.a');

test('fast: falls back to the exact engine where relaxed SIMD is not supported', async () => {
  const session = await createSession({
    text: TEXT,
    config: SMALL,
    fast: new Uint8Array([0, 0x61, 0x73, 0x6d]),
    workers: 1,
  });
  assert.equal(session.info.exact, true);
  await session.close();
});

if (!knowsRelaxedSimd() && !process.execArgv.includes(FLAG)) {
  // Node 20 has to be told before it starts.
  test('fast: this file again, with relaxed SIMD', (t) => {
    if (spawnSync(process.execPath, [FLAG, '-e', '']).status !== 0) {
      t.skip(`Node ${process.version} does not know ${FLAG}`);
      return;
    }
    const env = { ...process.env };
    delete env.NODE_TEST_CONTEXT;
    const args = [FLAG, fileURLToPath(import.meta.url)];
    const result = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    assert.equal(result.status, 0, result.stdout + result.stderr);
    const skipped = /# SKIP (.*)/.exec(result.stdout);
    if (skipped) t.skip(skipped[1]);
  });
} else {
  const skip = !knowsRelaxedSimd()
    ? 'this engine does not know relaxed SIMD'
    : !hasTools && 'clang-19, lld-19 or wasi-libc is not installed';

  test('fast: losses stay close to the exact ones for 50 steps', { skip }, async () => {
    const goal = 'build/wasm/glassformer-fast.wasm';
    const made = spawnSync('make', ['-j2', 'FLAVOUR=wasm-fast', goal], { cwd: ROOT });
    assert.equal(made.status, 0, String(made.stderr));
    const engines = [MODULE, new WebAssembly.Module(readFileSync(FAST_URL))].map(
      async (module) => (await Engine.create(module)).newLab(TEXT, SMALL),
    );
    const [exact, fast] = await Promise.all(engines);
    assert.deepEqual([exact.info().exact, fast.info().exact], [true, false]);
    for (let i = 1; i <= STEPS; i++) {
      const apart = Math.abs(exact.step().loss - fast.step().loss);
      assert.ok(apart < TOLERANCE, `step ${i}: ${apart}`);
    }
    assert.notEqual(exact.hash(), fast.hash(), 'the same arithmetic ran in both');
  });

  test('fast: 1, 2 and 3 workers give the same weights', { skip }, async () => {
    const hashes = [];
    for (const workers of [1, 2, 3]) {
      const session = await createSession({
        text: TEXT,
        config: SMALL,
        fast: true,
        workers,
      });
      assert.equal(session.info.exact, false);
      while (session.workers < workers) await new Promise((r) => setTimeout(r, 20));
      await session.run({ until: STEPS });
      hashes.push(await session.hash());
      await session.close();
    }
    assert.deepEqual(hashes, [hashes[0], hashes[0], hashes[0]]);
  });
}
