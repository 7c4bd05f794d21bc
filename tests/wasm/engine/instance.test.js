// SPDX-License-Identifier: MIT
// Labs in an instance: their memory is freed, and none affects another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from '../../../wasm/engine/engine.js';
import { Instance } from '../../../wasm/engine/instance.js';
import { Lab } from '../../../wasm/engine/lab.js';
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

test('freed labs give their memory back', async () => {
  const engine = await newEngine();
  const file = engine.newLab(TEXT, SMALL).save();
  let after = 0;
  for (let i = 0; i < 40; i++) {
    const lab = i % 2 ? engine.newLab(TEXT, SMALL) : engine.openLab(file, TEXT);
    train(lab, 1);
    runWithCache(lab, 'the', { backward: true });
    lab.beginGradient();
    lab.computeGradient([0, 1]);
    lab.save();
    lab.free();
    lab.free();
    assert.throws(() => lab.step(), glassError('closed', /freed/));
    if (i === 3) after = engine.memoryBytes;
  }
  assert.equal(engine.liveLabs, 1);
  assert.equal(engine.memoryBytes, after);
});

test('a lab without references is freed by the garbage collector', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const engine = await newEngine();
  for (let i = 0; i < 3; i++) engine.newLab(TEXT, SMALL);
  for (let i = 0; i < 50 && engine.liveLabs > 0; i++) {
    collect();
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.equal(engine.liveLabs, 0);
});

test('labs in one instance do not affect each other', async () => {
  const engine = await newEngine();
  const alone = (await newEngine()).newLab(TEXT, SMALL);
  train(alone, 6);
  const one = engine.newLab(TEXT, SMALL);
  const two = engine.newLab(makeText(2500), { ...SMALL, seed: 9, n_embd: 30 });
  for (let i = 0; i < 6; i++) {
    one.step();
    two.step();
  }
  assert.equal(one.hash(), alone.hash());
});

test('a value without a number is an error of the caller, and the lab goes on', async () => {
  const lab = (await newEngine()).newLab(TEXT, SMALL);
  lab.prompt('the ');
  // @ts-expect-error a caller without types
  assert.throws(() => lab.write({ topP: Symbol('p') }), TypeError);
  // @ts-expect-error a number all the same
  assert.equal(lab.write({ temperature: 1n, topP: 1n }).text.length, 1);
  assert.equal(lab.step().step, 1);
});

test('arrays of another length are refused before a number is copied', async () => {
  const lab = (await newEngine()).newLab(TEXT, SMALL);
  const hash = lab.hash();
  lab.beginGradient();
  for (const [n, use] of /** @type {[number, (a: Float32Array) => void][]} */ ([
    [lab.weightCount, (a) => lab.readWeights(a)],
    [lab.weightCount, (a) => lab.writeWeights(a, 0)],
    [lab.gradientCount, (a) => lab.partialGradient([0, 1], a)],
    [lab.gradientCount, (a) => lab.addGradient([0, 1], a, 0)],
  ])) {
    for (const found of [0, 1, n - 1, n + 1]) {
      assert.throws(
        () => use(new Float32Array(found)),
        glassError('bad-argument', new RegExp(`"found":${found},"needed":${n}`)),
      );
    }
  }
  assert.equal(lab.hash(), hash);
});

test('a lab of an instance that trapped is freed without a call', async () => {
  const instance = await Instance.create(MODULE);
  let freed = 0;
  const lab = new Lab(instance, 0xfffffff0, () => freed++);
  assert.throws(() => lab.step(), glassError('internal', /./));
  lab.free(); // what the garbage collector calls, where a throw would end Node
  assert.equal(freed, 1);
});

test('after a trap the instance is not called again', async () => {
  const instance = await Instance.create(MODULE);
  assert.equal(instance.invoke('gfx_abi_version') > 0, true);
  const nowhere = 0xfffffff0;
  assert.throws(
    () => instance.call('gf_lab_step', nowhere, 0),
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
