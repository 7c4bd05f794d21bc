// SPDX-License-Identifier: MIT
// The analyses through a session: results arrive as the engine computed them, and analysing
// changes nothing. tests/c checks the numbers against their definitions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../../../wasm/engine/session.js';
import { MODES, SMALL, glassError, withSession } from '../support.js';

/** @typedef {import('../../../wasm/index.js').Session} Session */
/** @typedef {import('../../../wasm/shared/types.js').Table} Table */

const LINE = 'the old fox saw';

/** @param {'worker' | 'main'} mode @param {(session: Session) => Promise<void>} use */
const withTrained = (mode, use) =>
  withSession({ mode, config: { ...SMALL, init_std: 0.2 } }, async (session) => {
    await session.step(6);
    await use(session);
  });

/** @param {Table} table @param {number} rows @param {number} columns */
function assertTable(table, rows, columns) {
  assert.deepEqual([table.rows, table.columns], [rows, columns]);
  assert.ok(table.data instanceof Float32Array);
  assert.equal(table.data.length, rows * columns);
}

for (const mode of MODES) {
  test(`${mode}: a head report has scores, chance and the parts requested`, () =>
    withTrained(mode, async (session) => {
      const tick = await session.headReport({
        lens: true,
        positions: true,
        importance: true,
        pairs: true,
        repeat: true,
      });
      assert.equal(tick.step, 6);
      assert.equal(tick.heads.length, 6);
      for (const [i, head] of tick.heads.entries()) {
        assert.deepEqual([head.layer, head.head], [Math.floor(i / 3), i % 3]);
        for (const scores of [head.scores, head.chance]) {
          for (const key of ['self', 'first', 'same', 'focus', 'top', 'stripe']) {
            const value = /** @type {Record<string, any>} */ (scores)[key];
            assert.ok(Number.isFinite(value) && value > -1e-6 && value <= 1, key);
          }
        }
        assert.equal(head.back.length, 8);
        assert.equal(head.classes.length, tick.classes.length);
        assert.equal(typeof head.badge, 'boolean');
      }
      assertTable(tick.byDistance, 6, 19);
      assert.equal(tick.lens?.loss.at(-1), tick.loss);
      assert.equal(tick.lens?.depths.length, 5);
      assertTable(/** @type {Table} */ (tick.positions?.loss), 1, 19);
      assert.equal(tick.importance?.length, 6);
      assert.ok(Number(tick.pairDistance) > 0);
      assert.ok(Number.isFinite(tick.repeat?.gain));
    }));

  test(`${mode}: every analysis of a text answers in its shape`, () =>
    withTrained(mode, async (session) => {
      const n = LINE.length;
      const V = session.info.vocabulary.length;
      const where = { layer: 0, head: 1 };
      assertTable((await session.lens({ text: LINE })).p, 5, n);
      const shares = await session.attribution({ text: LINE, position: 7, token: 'o' });
      assert.equal(session.info.vocabulary[shares.token], 'o');
      assert.ok(Math.abs(shares.sum - shares.logit) < 1e-4);
      const sample = { chars: 20, seed: 3 };
      const ablated = await session.ablate({ ...where, text: LINE, sample });
      assertTable(/** @type {Table} */ (ablated.rows), 2, n);
      assert.equal(ablated.sampleOff?.length, 20);
      assertTable((await session.saliency({ text: LINE })).rows, 2, n);
      const why = await session.why({ text: LINE });
      assertTable(why.shares, 2, n);
      assert.ok(Math.abs(why.sum - why.logit) < 1e-4, `${why.sum} ${why.logit}`);
      const hidden = await session.hide({ text: LINE });
      assertTable(hidden.hidden, 1, n);
      assert.ok(hidden.hidden.data.some((p) => p !== hidden.p));
      assertTable(await session.pattern({ ...where, text: LINE }), n, n);
      assertTable(await session.pattern({ ...where, text: LINE, show: 'taken' }), n, n);
      assertTable(await session.rollout({ text: LINE }), n, n);
      const walk = await session.forwardPass({ ...where, text: LINE, position: 4 });
      assertTable(walk.k, n, 7);
      assertTable(walk.afterAttention, 1, 21);
      assertTable(walk.output.p, 1, V);
      assert.equal(walk.allowed, 5);
      const patch = await session.patch({ text: LINE, changed: 2, to: 'o' });
      assertTable(patch.effect, 5, n);
    }));

  test(`${mode}: every analysis of the model answers in its shape`, () =>
    withTrained(mode, async (session) => {
      const V = session.info.vocabulary.length;
      const circuits = await session.circuits({ layer: 0, head: 1 });
      assertTable(circuits.qk, V, V);
      assertTable(circuits.ov, V, V);
      assert.equal(circuits.eigenRe.length, 7);
      const { neurons, nNeuron } = await session.neurons({ layer: 1, count: 3 });
      assert.deepEqual([neurons.length, nNeuron], [3, 84]);
      assert.equal(neurons[2].contexts.length, 8);
      const map = await session.embeddingMap();
      assertTable(map.map, V, 2);
      const places = await session.positionMap();
      assertTable(places.cosine, 19, 19);
      assertTable(places.table, 19, Number(session.info.config.n_embd));
      const health = await session.health();
      assertTable(health.weights, health.parameters.length, 64);
      assert.equal((await session.importance()).length, 6);
      assertTable(await session.agreement(), 6, 3);
      assert.equal((await session.ablateAll()).delta.length, 6);
      const parameter = 'transformer.h.1.mlp.c_proj.weight';
      const update = await session.nextUpdate({ parameter, index: 40 });
      assert.deepEqual([update.parameter, update.index], [parameter, 40]);
      assertTable(update.gradients, update.parameters.length, 64);
      await session.step();
      const { loss, gradNorm } = session.last ?? {};
      assert.deepEqual([loss, gradNorm], [update.loss, update.gradNorm]);
    }));

  test(`${mode}: analyses during a run change no weight`, async () => {
    /** @type {string[]} */
    const hashes = [];
    for (const analyse of [false, true]) {
      await withSession({ mode }, async (session) => {
        const run = session.run();
        while (analyse && session.state === 'running') {
          await session.headReport({ importance: true, repeat: true });
          await session.ablate({ layer: 0, head: 0, text: LINE, sample: { chars: 5 } });
          await session.nextUpdate();
        }
        await run;
        hashes.push(await session.hash());
      });
    }
    assert.equal(hashes[1], hashes[0]);
  });

  test(`${mode}: an invalid request rejects`, () =>
    withTrained(mode, async (session) => {
      await assert.rejects(
        session.ablate({ layer: 2, head: 0 }),
        glassError('bad-argument', /"argument":"layer","max":1/),
      );
      await assert.rejects(session.lens({ text: 'Ω' }), glassError('bad-text', /Ω/));
    }));
}

test('an answer has keys in camelCase and tables that are views of one block of floats', () => {
  const json =
    '{"two_words":{"next_1":null,"top_p":{"shape":[1,2],"at":1}},"list":[1,"a_b"]}';
  const floats = new Float32Array([7, 8, 9]);
  const answer = readAnswer(json, floats);
  assert.deepEqual(answer, {
    twoWords: {
      next1: null,
      topP: { rows: 1, columns: 2, data: new Float32Array([8, 9]) },
    },
    list: [1, 'a_b'],
  });
  assert.equal(answer.twoWords.topP.data.buffer, floats.buffer);
});
