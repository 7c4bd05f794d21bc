// SPDX-License-Identifier: MIT
// Starting a worker, and what happens where none can be started.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HELLO_TIMEOUT_MS } from '../../../wasm/client/worker-failure.js';
import { glassError, openSession } from '../support.js';
import { workerUrl } from './workers.js';

const MUTE = workerUrl('setInterval(() => {}, 1000)');
const OUTDATED = workerUrl(
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', () => {});
   parentPort.postMessage({ hello: 0 });`,
);
const BROKEN = workerUrl(`throw new Error('out of order')`);

/** @type {[string, string, string, RegExp][]} */
const REFUSALS = [
  ['a worker of another version', OUTDATED, 'protocol', /"worker":0/],
  ['a worker that fails to start', BROKEN, 'no-worker', /out of order/],
  ['a worker that is not there', 'file:///nowhere.js', 'no-worker', /nowhere/],
];

/** Mode worker is refused, mode auto falls back to main. @param {string} url
 * @param {string} code @param {RegExp} message */
async function refuse(url, code, message) {
  const [session] = await Promise.all([
    openSession({ workerUrl: url }),
    assert.rejects(
      openSession({ workerUrl: url, mode: 'worker' }),
      glassError(code, message),
    ),
  ]);
  return session;
}

/** @param {import('../../../wasm/index.js').Session} session */
async function trainInMain(session) {
  assert.equal(session.info.mode, 'main');
  await session.step();
  await session.close();
}

for (const [what, url, code, message] of REFUSALS) {
  test(`${what} is refused in mode worker; mode auto falls back to main`, async () =>
    trainInMain(await refuse(url, code, message)));
}

test('a worker that never answers is refused after ten seconds; mode auto falls back to main', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { setTimeout } = globalThis;
  /** How long each hello is waited for, ms. @type {unknown[]} */
  const waits = [];
  t.mock.method(globalThis, 'setTimeout', (/** @type {any[]} */ ...how) => {
    waits.push(how[1]);
    return Reflect.apply(setTimeout, null, how);
  });
  let ended = 0;
  const refused = refuse(MUTE, 'no-worker', /worker_silent/).finally(() => ended++);
  while (waits.length < 2) {
    assert.equal(ended, 0, 'refused without a wait');
    await new Promise(setImmediate);
  }
  assert.deepEqual(waits, [HELLO_TIMEOUT_MS, HELLO_TIMEOUT_MS]);
  t.mock.timers.tick(HELLO_TIMEOUT_MS - 1);
  await new Promise(setImmediate);
  assert.equal(ended, 0, 'a slow one may still answer');
  t.mock.timers.tick(1);
  const session = await refused;
  t.mock.reset();
  await trainInMain(session);
});

test('mode auto is a worker where one can be started', async () => {
  const session = await openSession();
  assert.equal(session.info.mode, 'worker');
  await session.close();
});
