// SPDX-License-Identifier: MIT
// A worker that is silent for too long counts as dead; a busy one does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestSilenceMs, silenceOf } from '../../../wasm/client/heartbeat.js';
import { GlassError } from '../../../wasm/shared/errors.js';
import { PROTOCOL_VERSION, Caller, Responder } from '../../../wasm/shared/protocol.js';
import { wait } from '../support.js';

const BEAT_MS = 2;

/** A caller, and the other end of its port. */
function line() {
  const { port1, port2 } = new MessageChannel();
  const caller = new Caller(port1);
  return { caller, port: port2, end: () => caller.close(new GlassError('closed')) };
}

test('silence: while a call is open, a worker that says nothing is asked once, then given up', async () => {
  const { caller, port, end } = line();
  /** @type {string[]} */
  const asked = [];
  port.onmessage = ({ data }) => asked.push(data.call);
  const silence = silenceOf(caller, () => 20 * BEAT_MS, BEAT_MS);
  caller.call('save', { training: true }).catch(() => {});
  await silence;
  assert.deepEqual(asked, ['save', 'hello']);
  end();
});

test('silence: a worker that answers between two pieces of work may take as long as it likes', async () => {
  const { caller, port, end } = line();
  let asked = 0;
  let isSilent = false;
  void silenceOf(caller, () => 5000, BEAT_MS).then(() => (isSilent = true));
  /** @type {any} */
  const handlers = {
    hello: () => {
      asked++;
      return { version: PROTOCOL_VERSION };
    },
    train: async () => {
      while (asked < 5) await wait(1);
      return { reached: true, step: 1 };
    },
  };
  const responder = new Responder(port, handlers);
  await caller.call('train', { until: 1, evaluateAtEnd: false });
  assert.deepEqual([asked >= 5, isSilent], [true, false]);
  // Nothing is open: soon it is left alone.
  for (let before = 0; before !== asked;) {
    before = asked;
    await wait(20 * BEAT_MS);
  }
  responder.close();
  end();
});

test('silence: long enough for the slowest step, for an analysis, and for a long text', () => {
  const small = 1e6;
  const large = 1e12;
  assert.equal(longestSilenceMs(small, ['train', 'pause']), 120_000);
  assert.equal(longestSilenceMs(large, ['train']), 1_000_000);
  assert.equal(longestSilenceMs(small, ['train', 'analyze']), 2_400_000);
  assert.equal(longestSilenceMs(small, ['open']), Infinity);
  assert.equal(longestSilenceMs(small, ['train', 'load']), Infinity);
});
