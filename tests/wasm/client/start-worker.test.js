// SPDX-License-Identifier: MIT
// Getting a worker, or not getting one, and what is said about it; and the protocol that
// both ends speak, over a real channel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GlassError, createSession } from '../../../wasm/index.js';
import { Responder, Caller, PROTOCOL_VERSION } from '../../../wasm/shared/protocol.js';
import { WorkerHost } from '../../../wasm/worker/host.js';
import { MODULE, SMALL, TEXT, glassError } from '../support.js';

const REAL_WORKER = new URL('../../../wasm/worker/entry.js', import.meta.url).href;

/** A worker of this source. @param {string} source */
const workerUrl = (source) => `data:text/javascript,${encodeURIComponent(source)}`;

const MUTE = workerUrl('setInterval(() => {}, 1000)');
const OUTDATED = workerUrl(
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', () => {});
   parentPort.postMessage({ hello: 0 });`,
);
const BROKEN = workerUrl(`throw new Error('out of order')`);
const SHORT_LIVED = workerUrl(
  `import ${JSON.stringify(REAL_WORKER)};
   setTimeout(() => process.exit(3), 400);`,
);

const options = { text: TEXT, config: SMALL, wasm: MODULE };

/** @type {[string, string, string, RegExp][]} */
const REFUSALS = [
  ['a worker of another version', OUTDATED, 'protocol', /"worker":0/],
  ['a worker that fails to start', BROKEN, 'no-worker', /out of order/],
  ['a worker that never answers', MUTE, 'no-worker', /worker_silent/],
  ['a worker that is not there', 'file:///nowhere.js', 'no-worker', /nowhere/],
];

for (const [what, url, code, message] of REFUSALS) {
  test(`${what} is refused in mode worker and done without in mode auto`, async () => {
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

test('a worker that dies ends the run with an error, an event and a hint', async () => {
  const session = await createSession({
    ...options,
    workerUrl: SHORT_LIVED,
    mode: 'worker',
  });
  /** @type {string[]} */
  const codes = [];
  session.on('error', ({ code, hint }) => codes.push(hint ? code : 'no hint'));
  await assert.rejects(session.run({ until: 1e6 }), glassError('worker-died', /3/));
  assert.equal(session.state, 'error');
  assert.deepEqual(codes, ['worker-died']);
  assert.ok(session.history.step.length > 0, 'what was reported is still there');
  await assert.rejects(session.hash(), glassError('worker-died', /./));
  await session.close();
});

test('a worker that dies while nothing is asked of it is reported too', async () => {
  const session = await createSession({ ...options, workerUrl: SHORT_LIVED });
  const error = await new Promise((done) => session.on('error', done));
  assert.equal(error.code, 'worker-died');
  assert.equal(session.state, 'error');
  await session.close();
});

test('auto is a worker where one can be had', async () => {
  const session = await createSession(options);
  assert.equal(session.info.mode, 'worker');
  await session.close();
});

/**
 * A caller and an responder with these handlers, tied together.
 *
 * @param {object} handlers
 * @param {(caller: Caller, responder: Responder) => Promise<void>} use
 */
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

test('protocol: answers find their call, in whatever order they come', () =>
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

test('protocol: errors keep key, parameters, sentence and hint; others become internal ones', () =>
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

test('protocol: a call that the other end does not know is refused', () =>
  withChannel({}, async (caller) => {
    await assert.rejects(caller.call('hash', {}), glassError('protocol', /"hash"/));
    const name = /** @type {any} */ ('toString');
    await assert.rejects(caller.call(name, null), glassError('protocol', /toString/));
  }));

test('protocol: buffers that are handed over are moved, not copied', () => {
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

test('protocol: closing fails what is open, and what comes later', () =>
  withChannel({ hash: () => new Promise(() => {}) }, async (caller) => {
    const open = caller.call('hash', {});
    caller.close(new GlassError('session_closed'));
    await assert.rejects(open, glassError('closed', /session_closed/));
    await assert.rejects(
      caller.call('hash', {}),
      glassError('closed', /session_closed/),
    );
  }));

test('a host refuses a caller of another version, and questions before a model', async () => {
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
