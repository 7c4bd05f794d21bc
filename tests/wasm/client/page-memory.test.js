// SPDX-License-Identifier: MIT
// All models of a page together have a budget of memory, which is asked before one is made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryShare } from '../../../wasm/client/page-memory.js';
import { MODES, glassError, openSession } from '../support.js';

const MB = 2 ** 20;
const TOGETHER = /page_memory \{"needed":2\d\d\d,"limit":2048\}/;

test('a model that would exceed the budget is refused before it is made', async () => {
  const others = new MemoryShare();
  others.set(2048 * MB - 1000);
  for (const mode of MODES)
    await assert.rejects(openSession({ mode }), glassError('out-of-memory', TOGETHER));
  others.set(0);
  // What was refused, has died or was closed has left nothing.
  for (let n = 0; n < 2; n++) {
    const session = await openSession({ mode: 'main' });
    const whole = new MemoryShare();
    assert.throws(() => whole.take(2048 * MB), glassError('out-of-memory', TOGETHER));
    await session.close();
    whole.take(2048 * MB);
    whole.set(0);
  }
});

test('a model alone in the page takes what it needs; settings that are wrong say why', async () => {
  const alone = new MemoryShare();
  alone.take(5000 * MB);
  const wrong = openSession({ config: { n_layer: -1 } });
  await assert.rejects(wrong, glassError('bad-config', /n_layer/));
  alone.set(0);
});
