// SPDX-License-Identifier: MIT
// Starting a worker, and what happens where none can be started.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../../../wasm/index.js';
import { MODULE, SMALL, TEXT, glassError } from '../support.js';
import { workerUrl } from './workers.js';

const MUTE = workerUrl('setInterval(() => {}, 1000)');
const OUTDATED = workerUrl(
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', () => {});
   parentPort.postMessage({ hello: 0 });`,
);
const BROKEN = workerUrl(`throw new Error('out of order')`);

const options = { text: TEXT, config: SMALL, wasm: MODULE };

/** @type {[string, string, string, RegExp][]} */
const REFUSALS = [
  ['a worker of another version', OUTDATED, 'protocol', /"worker":0/],
  ['a worker that fails to start', BROKEN, 'no-worker', /out of order/],
  ['a worker that never answers', MUTE, 'no-worker', /worker_silent/],
  ['a worker that is not there', 'file:///nowhere.js', 'no-worker', /nowhere/],
];

for (const [what, url, code, message] of REFUSALS) {
  test(`${what} is refused in mode worker; mode auto falls back to main`, async () => {
    // At the same time: one of them takes its three seconds to be sure.
    const [session] = await Promise.all([
      createSession({ ...options, workerUrl: url }),
      assert.rejects(
        createSession({ ...options, workerUrl: url, mode: 'worker' }),
        glassError(code, message),
      ),
    ]);
    assert.equal(session.info.mode, 'main');
    await session.step();
    await session.close();
  });
}

test('mode auto is a worker where one can be started', async () => {
  const session = await createSession(options);
  assert.equal(session.info.mode, 'worker');
  await session.close();
});
