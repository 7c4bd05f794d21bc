// SPDX-License-Identifier: MIT
// Snapshots: which are kept, that each is the model of its step, and that analysing it does
// not affect the run.

import assert from 'node:assert/strict';
import { beaten, clearDifference } from '../../../wasm/index.js';
import { test } from 'node:test';
import {
  Snapshots,
  capacity,
  isDoublingStep,
  mostExpendable,
} from '../../../wasm/worker/snapshots.js';
import {
  MODES,
  SMALL,
  TEXT,
  glassError,
  newEngine,
  runWithCache,
  withSession,
} from '../support.js';

/** @typedef {import('../../../wasm/index.js').Session} Session */

/** A session with the same model after so many undisturbed steps. @param {number} steps */
async function labAt(steps, config = {}) {
  const engineSession = (await newEngine()).newSession(TEXT, { ...SMALL, ...config });
  for (let n = 0; n < steps; n++) engineSession.step();
  return engineSession;
}

test('the doubling steps are 0, 25, 50, 100 and so on', () => {
  const doubling = Array.from({ length: 401 }, (_, step) => step).filter(
    isDoublingStep,
  );
  assert.deepEqual(doubling, [0, 25, 50, 100, 200, 400]);
});

test('32 MB hold 64 snapshots of a small model, 16 of half a million weights, none of GPT-2', () => {
  assert.deepEqual([120_576, 500_000, 2_700_000, 124e6].map(capacity), [64, 16, 0, 0]);
});

test('thinning keeps the first, the newest and important snapshots and spaces the rest evenly', () => {
  /** @type {{ step: number, important: boolean }[]} */
  const all = [];
  const limit = 12;
  for (let step = 0; step <= 3000; step += 5) {
    if (all.length === limit) all.splice(mostExpendable(all), 1);
    all.push({ step, important: step === 0 || step === 170 });
  }
  const steps = all.map(({ step }) => step);
  assert.equal(steps.length, limit);
  assert.deepEqual([steps[0], steps.at(-1)], [0, 3000]);
  assert.ok(steps.includes(170), String(steps));
  // Between the newest two there is yet to come something.
  const gaps = steps.slice(1, -2).map((step, n) => step - steps[n]);
  const regular = gaps.filter((_, n) => steps[n] > 170);
  assert.ok(Math.max(...regular) <= 2.5 * Math.min(...regular), String(steps));
});

for (const mode of MODES) {
  test(`${mode}: a snapshot is the model of its step, and training is not affected`, () =>
    withSession({ mode }, async (session) => {
      await session.step(30);
      const steps = session.snapshots.map(({ step }) => step);
      assert.deepEqual(steps, [0, 5, 10, 15, 20, 25, 30]);
      const engineSession = await labAt(20);
      const text = TEXT.slice(100, 115);
      const past = session.at(20);

      // Everything that can be asked, while training goes on.
      const running = session.run({ until: 60 });
      const look = await past.runWithCache({
        text,
        tensors: ['transformer.wte.weight', 'grad:lm_head'],
      });
      const other = await session.at(5).runWithCache({ text });
      const again = await past.runWithCache({ text });
      const sample = await past.sample({ prompt: 'the ', chars: 40, seed: 3 });
      const tick = await past.headReport();
      const hash = await past.hash();
      await running;

      assert.equal(hash, engineSession.hash());
      const name = 'transformer.wte.weight';
      const expected = runWithCache(engineSession, text, {
        attention: true,
        tensors: [name],
      });
      assert.deepEqual(look.attention, expected.attention.data);
      assert.deepEqual(look.tensors[name].data, expected.tensors[name].data);
      assert.notDeepEqual(other.attention, look.attention);
      assert.deepEqual(again.attention, look.attention);
      assert.deepEqual(
        [look.step, other.step, tick.step, sample.step],
        [20, 5, 20, 20],
      );
      engineSession.prompt('the ');
      const written = Array.from(
        { length: 40 },
        () => engineSession.sampleNext({ seed: 3 }).text,
      );
      assert.equal(sample.text, written.join(''));
      assert.deepEqual(
        tick.heads,
        engineSession.inspect({ what: 'head_report' }).heads,
      );
      assert.equal(await session.hash(), (await labAt(60)).hash());
    }));
}

test('a snapshot that is looked at stays while the run goes on, and goes once it is not', () => {
  // Six fit.
  const engineSession = /** @type {any} */ ({ weightCount: 1.3e6, readWeights() {} });
  const reopen = () => assert.fail('nothing is restored');
  const snapshots = new Snapshots(engineSession, /** @type {any} */ ({}), reopen);
  /** @param {number} from @param {number} to */
  const kept = (from, to) => {
    for (let step = from; step <= to; step += 5) snapshots.atStep(step);
    return snapshots.changes()?.map(({ step }) => step);
  };
  assert.deepEqual(kept(0, 25), [0, 5, 10, 15, 20, 25]);
  snapshots.pinned = [5];
  assert.ok(kept(30, 90)?.includes(5));
  snapshots.pinned = [];
  assert.ok(!kept(95, 140)?.includes(5));
  assert.equal(kept(141, 140), undefined, 'nothing new');
});

test('heads that are off are off in snapshots', () =>
  withSession({ mode: 'main' }, async (session) => {
    const text = TEXT.slice(100, 115);
    const logits = async () => (await session.at(10).runWithCache({ text })).logits;
    await session.step(10);
    const whole = await logits();
    await session.setHead({ layer: 1, head: 0, on: false });
    const without = await logits();
    const engineSession = await labAt(10);
    engineSession.setHeadMask(1, 0, 0);
    assert.deepEqual(
      without,
      runWithCache(engineSession, text, { logits: true }).logits.data,
    );
    assert.notDeepEqual(without, whole);
    await session.at(10).setHead({ layer: 1, head: 0, on: true });
    assert.deepEqual(await logits(), whole);
  }));

test('simultaneous samples of two snapshots do not mix', () =>
  withSession({ mode: 'worker' }, async (session) => {
    await session.step(30);
    const options = { prompt: 'a ', chars: 60, seed: 1 };
    const [a, b] = await Promise.all([
      session.at(5).sample(options),
      session.at(30).sample(options),
      session.at(15).headReport(),
    ]);
    assert.equal(a.text, (await session.at(5).sample(options)).text);
    assert.equal(b.text, (await session.at(30).sample(options)).text);
    assert.notEqual(a.text, b.text);
  }));

test('a snapshot is taken where the loss passes a baseline, and named after it', () =>
  withSession(
    {
      mode: 'worker',
      text: TEXT.slice(0, 900),
      config: {
        ...SMALL,
        eval_interval: 7,
        max_steps: 200,
        attn_pdrop: 0,
        embd_pdrop: 0,
        resid_pdrop: 0,
      },
    },
    async (session) => {
      await session.step(200);
      const { valStep, valLoss } = session.history;
      const { baselines, nVal, config } = session.info;
      const clear = clearDifference(baselines, nVal, config);
      for (const kind of /** @type {const} */ (['unigram', 'bigram', 'trigram'])) {
        const n = valLoss.findIndex((loss) =>
          beaten(loss, baselines, clear).includes(kind),
        );
        if (kind === 'unigram') assert.ok(n >= 0);
        const named = session.snapshots.filter(({ event }) => event.includes(kind));
        assert.deepEqual(
          named.map(({ step }) => step),
          n < 0 ? [] : [valStep[n]],
        );
      }
    },
  ));

test('reset and load remove all snapshots; a missing one rejects with no-snapshot', () =>
  withSession({ mode: 'worker' }, async (session) => {
    await session.step(10);
    const bytes = await session.save();
    await assert.rejects(session.at(7).hash(), glassError('no-snapshot', /"step":7/));
    await session.reset();
    assert.deepEqual(session.snapshots, []);
    await assert.rejects(session.at(10).hash(), glassError('no-snapshot', /"step":10/));
    await session.load(bytes);
    await session.step(5);
    const engineSession = await labAt(15);
    assert.equal(await session.at(15).hash(), engineSession.hash());
    await assert.rejects(
      async () => session.at(-1),
      glassError('bad-argument', /step/),
    );
  }));

const WAYS = MODES.flatMap((mode) => [33, 30].map((until) => ({ mode, until })));
/** The last snapshot is of an earlier step, or of the very step that was saved. */
for (const { mode, until } of WAYS) {
  test(`${mode}: snapshots transferred at step ${until} can be loaded again, and the run goes on with them`, () =>
    withSession({ mode }, async (session) => {
      await session.run({ until });
      const marks = session.snapshots;
      const hashes = await hashesOf(session);
      const bytes = await session.save();
      const snapshots = await session.transferSnapshots();
      assert.deepEqual(session.snapshots, []);
      await assert.rejects(
        session.at(20).hash(),
        glassError('no-snapshot', /"step":20/),
      );

      await withSession({ mode }, async (next) => {
        await next.load(bytes, { snapshots });
        assert.deepEqual(
          snapshots.map(({ weights }) => weights.length),
          marks.map(() => 0),
          'moved, not copied',
        );
        assert.deepEqual(next.snapshots, marks);
        assert.deepEqual(await hashesOf(next), hashes);
        await next.run({ until: 60 });
        await session.run({ until: 60 });
        assert.deepEqual(
          next.snapshots.map(({ step }) => step),
          [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
        );
        assert.equal(await next.at(20).hash(), (await labAt(20)).hash());
        assert.equal(await next.hash(), await session.hash());
        await next.reset();
        assert.deepEqual(next.snapshots, []);
      });
    }));
}

/** @param {Session} session */
async function hashesOf(session) {
  const hashes = [];
  for (const { step } of session.snapshots) hashes.push(await session.at(step).hash());
  return hashes;
}

test('snapshots of another run are rejected, and the model stays', () =>
  withSession({ mode: 'worker' }, async (session) => {
    await session.step(10);
    const early = await session.save();
    await session.step(10);
    const hash = await session.hash();
    const marks = session.snapshots;
    const wrong = glassError('bad-argument', /other_run/);
    const other = {
      step: 5,
      event: '',
      important: false,
      weights: new Float32Array(7),
    };
    await assert.rejects(session.load(early, { snapshots: [other] }), wrong);
    assert.deepEqual([await session.hash(), session.snapshots], [hash, marks]);
    assert.equal(await session.at(5).hash(), (await labAt(5)).hash());
    const late = await session.transferSnapshots();
    await assert.rejects(session.load(early, { snapshots: late }), wrong);
    assert.deepEqual([await session.hash(), session.steps], [hash, 20]);
  }));
