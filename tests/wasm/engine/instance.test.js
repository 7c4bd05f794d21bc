// SPDX-License-Identifier: MIT
// Labs in an instance: their memory is freed, and none affects another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from '../../../wasm/engine/engine.js';
import { Instance } from '../../../wasm/engine/instance.js';
import { EngineSession } from '../../../wasm/engine/session.js';
import {
  MODULE,
  SMALL,
  TEXT,
  glassError,
  makeText,
  newEngine,
  runWithCache,
  train,
} from '../support.js';

test('freed sessions give their memory back', async () => {
  const engine = await newEngine();
  const file = engine.newSession(TEXT, SMALL).save();
  let after = 0;
  for (let i = 0; i < 40; i++) {
    const session =
      i % 2 ? engine.newSession(TEXT, SMALL) : engine.openSession(file, TEXT);
    train(session, 1);
    runWithCache(session, 'the', { backward: true });
    session.beginGradient();
    session.computeGradient([0, 1]);
    session.save();
    session.free();
    session.free();
    assert.throws(() => session.step(), glassError('closed', /freed/));
    if (i === 3) after = engine.memoryBytes;
  }
  assert.equal(engine.liveSessions, 1);
  assert.equal(engine.memoryBytes, after);
});

test('a session without references is freed by the garbage collector', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const engine = await newEngine();
  for (let i = 0; i < 3; i++) engine.newSession(TEXT, SMALL);
  for (let i = 0; i < 50 && engine.liveSessions > 0; i++) {
    collect();
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.equal(engine.liveSessions, 0);
});

test('sessions in one instance do not affect each other', async () => {
  const engine = await newEngine();
  const alone = (await newEngine()).newSession(TEXT, SMALL);
  train(alone, 6);
  const one = engine.newSession(TEXT, SMALL);
  const two = engine.newSession(makeText(2500), { ...SMALL, seed: 9, n_embd: 30 });
  for (let i = 0; i < 6; i++) {
    one.step();
    two.step();
  }
  assert.equal(one.hash(), alone.hash());
});

test('a value without a number is an error of the caller, and the session goes on', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  session.prompt('the ');
  // @ts-expect-error a caller without types
  assert.throws(() => session.sampleNext({ topP: Symbol('p') }), TypeError);
  // @ts-expect-error a number all the same
  assert.equal(session.sampleNext({ temperature: 1n, topP: 1n }).text.length, 1);
  assert.equal(session.step().step, 1);
});

test('arrays of another length are refused before a number is copied', async () => {
  const session = (await newEngine()).newSession(TEXT, SMALL);
  const hash = session.hash();
  session.beginGradient();
  for (const [n, use] of /** @type {[number, (a: Float32Array) => void][]} */ ([
    [session.weightCount, (a) => session.readWeights(a)],
    [session.weightCount, (a) => session.writeWeights(a, 0)],
    [session.gradientCount, (a) => session.partialGradient([0, 1], a)],
    [session.gradientCount, (a) => session.addGradient([0, 1], a, 0)],
  ])) {
    for (const found of [0, 1, n - 1, n + 1]) {
      assert.throws(
        () => use(new Float32Array(found)),
        glassError('bad-argument', new RegExp(`"found":${found},"needed":${n}`)),
      );
    }
  }
  assert.equal(session.hash(), hash);
});

test('a session of an instance that trapped is freed without a call', async () => {
  const instance = await Instance.create(MODULE);
  let freed = 0;
  const session = new EngineSession(instance, 0xfffffff0, () => freed++);
  assert.throws(() => session.step(), glassError('internal', /./));
  session.free(); // what the garbage collector calls, where a throw would end Node
  assert.equal(freed, 1);
});

test('after a trap the instance is not called again', async () => {
  const instance = await Instance.create(MODULE);
  assert.equal(instance.invoke('gfx_abi_version') > 0, true);
  const nowhere = 0xfffffff0;
  assert.throws(
    () => instance.call('gf_session_step', nowhere, 0),
    glassError('internal', /./),
  );
  assert.throws(
    () => instance.invoke('gfx_abi_version'),
    glassError('internal', /engine_stopped/),
  );
});

test('bytes that are no module, or another one, are rejected with the reason', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  await assert.rejects(Engine.create(bytes), glassError('no-wasm', /./));
});
