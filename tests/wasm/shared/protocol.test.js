// SPDX-License-Identifier: MIT
// The protocol over a real channel: its two ends, and the host of a model.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { GlassError } from '../../../wasm/index.js';
import { Responder, Caller, PROTOCOL_VERSION } from '../../../wasm/shared/protocol.js';
import { WorkerHost } from '../../../wasm/worker/host.js';
import { MODULE, glassError } from '../support.js';

/** A caller and an responder with these handlers, tied together.
 * @param {object} handlers
 * @param {(caller: Caller, responder: Responder) => Promise<void>} use */
async function withChannel(handlers, use) {
  const { port1, port2 } = new MessageChannel();
  const caller = new Caller(port1);
  const responder = new Responder(
    port2,
    /** @type {import('../../../wasm/shared/protocol.js').Handlers} */ (handlers),
  );
  try {
    await use(caller, responder);
  } finally {
    caller.close(new GlassError('session_closed'));
    responder.close();
  }
}

test('replies find their call in any order', () =>
  withChannel(
    {
      evaluate: async (/** @type {{ windows: number }} */ { windows }) => {
        await new Promise((done) => setTimeout(done, 5 * windows));
        return { loss: windows };
      },
    },
    async (caller) => {
      const asked = [3, 1, 2];
      const answers = await Promise.all(
        asked.map((windows) => caller.call('evaluate', { split: 'val', windows })),
      );
      assert.deepEqual(
        answers.map(({ loss }) => loss),
        asked,
      );
    },
  ));

test('a call that no message can carry is refused, and leaves none open', () =>
  withChannel({ hash: () => 'a' }, async (caller) => {
    const names = (/** @type {string} */ option) =>
      glassError(
        'bad-argument',
        new RegExp(`^option_not_cloned {"option":"${option}"}`),
      );
    for (const value of /** @type {any[]} */ ([
      () => 1,
      Symbol('x'),
      { a: [() => 1] },
    ])) {
      const windows = { split: /** @type {const} */ ('val'), windows: value };
      await assert.rejects(caller.call('evaluate', windows), names('windows'));
      const request = { what: 'lens', first: value };
      await assert.rejects(caller.call('analyze', { request }), names('first'));
    }
    // Node would send what is elsewhere, and tell nobody.
    const { buffer } = new Uint8Array(4);
    structuredClone(buffer, { transfer: [buffer] });
    const load = /** @type {any} */ ({ files: [buffer] });
    await assert.rejects(
      caller.call('load', load, { transfer: [buffer] }),
      names('files'),
    );
    const signal = /** @type {any} */ (Symbol('signal'));
    await assert.rejects(
      caller.call('hash', {}, { signal }),
      glassError('bad-argument', /^unexpected .*signal/),
    );
    assert.deepEqual(caller.openCalls, []);
    assert.equal(await caller.call('hash', {}), 'a');
  }));

test('errors keep key, parameters, message and hint; others become internal', () =>
  withChannel(
    {
      hash() {
        throw new GlassError('snapshot_gone', { step: 7 }, { hint: 'Hold it.' });
      },
      tensorNames() {
        throw new TypeError('oops');
      },
    },
    async (caller) => {
      const error = await caller.call('hash', {}).catch((e) => e);
      assert.ok(error instanceof GlassError);
      assert.deepEqual(error.toPlain(), {
        code: 'no-snapshot',
        key: 'snapshot_gone',
        params: { step: 7 },
        message: 'The snapshot of step 7 is no longer kept.',
        hint: 'Hold it.',
      });
      await assert.rejects(
        caller.call('tensorNames', null),
        glassError('internal', /oops/),
      );
    },
  ));

test('an unknown call is rejected', () =>
  withChannel({}, async (caller) => {
    await assert.rejects(caller.call('hash', {}), glassError('protocol', /"hash"/));
    const name = /** @type {any} */ ('toString');
    await assert.rejects(caller.call(name, null), glassError('protocol', /toString/));
  }));

test('buffers are transferred, not copied', () => {
  /** @type {Uint8Array | undefined} */
  let kept;
  return withChannel(
    {
      save(
        /** @type {null} */ _,
        /** @type {{ transfer: Transferable[] }} */ { transfer },
      ) {
        kept = new Uint8Array([1, 2, 3]);
        transfer.push(kept.buffer);
        return kept;
      },
    },
    async (caller) => {
      const bytes = await caller.call('save', { training: true });
      assert.deepEqual([...bytes], [1, 2, 3]);
      assert.equal(kept?.length, 0);
    },
  );
});

test('closing rejects open and later calls', () =>
  withChannel({ hash: () => new Promise(() => {}) }, async (caller) => {
    const open = caller.call('hash', {});
    caller.close(new GlassError('session_closed'));
    await assert.rejects(open, glassError('closed', /session_closed/));
    await assert.rejects(
      caller.call('hash', {}),
      glassError('closed', /session_closed/),
    );
  }));

test('a host rejects a caller of another version, and analyses before there is a model', async () => {
  const { port1, port2 } = new MessageChannel();
  const host = new WorkerHost(port2, MODULE);
  const caller = new Caller(port1);
  const { version } = await caller.call('hello', { version: PROTOCOL_VERSION });
  assert.equal(version, PROTOCOL_VERSION);
  await assert.rejects(
    caller.call('hello', { version: PROTOCOL_VERSION + 1 }),
    glassError('protocol', /other_protocol/),
  );
  await assert.rejects(caller.call('hash', {}), glassError('closed', /no_model/));
  caller.close(new GlassError('session_closed'));
  host.close();
});

test('with an aborted signal nothing is asked', () => {
  let asked = 0;
  return withChannel({ hash: () => `${++asked}` }, async (caller) => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(caller.call('hash', {}, { signal }), /enough/);
    assert.equal(await caller.call('hash', {}), '1');
  });
});

test('a signal is listened to while the call is open only, whatever its end', () =>
  withChannel(
    {
      hash: () => 'abc',
      tensorNames() {
        throw new TypeError('oops');
      },
    },
    async (caller) => {
      const { signal } = new AbortController();
      const calls = [
        caller.call('hash', {}, { signal }),
        caller.call('tensorNames', null, { signal }),
        // It is not sent.
        caller.call('evaluate', /** @type {any} */ (() => 1), { signal }),
      ];
      assert.equal(getEventListeners(signal, 'abort').length, 2);
      await Promise.allSettled(calls);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    },
  ));
