// SPDX-License-Identifier: MIT
// What one forward pass says of every depth: lens, norms and the comparison with all heads
// on, of the model in training and of snapshots, for every architecture.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODES, SMALL, withSession } from '../support.js';

/** @typedef {import('../../../wasm/index.js').Session} Session */

const LINE = 'the old fox saw';
const ALL = { text: LINE, lens: true, norms: true, compared: true };
const OFF = { layer: 1, head: 2 };

/** @param {Partial<import('../../../wasm/index.js').SessionOptions>} options
 * @param {(session: Session) => Promise<void>} use */
const withTrained = ({ config, ...options }, use) =>
  withSession(
    { config: { ...SMALL, init_std: 0.2, ...config }, ...options },
    async (session) => {
      await session.step(6);
      await use(session);
    },
  );

for (const mode of MODES) {
  test(`${mode}: the lens of a pass is that of lens(), to the bit`, () =>
    withTrained({ mode }, async (session) => {
      const { lens, logits } = await session.runWithCache(ALL);
      assert.deepEqual(lens, await session.lens({ text: LINE }));
      assert.equal(lens?.top.rows, 5);
      assert.equal(lens?.top.columns, LINE.length);
      const plain = await session.runWithCache({ text: LINE });
      assert.deepEqual(plain.logits, logits);
      const { lens: none, mlpNorm, sourceMlpNorm, compared } = plain;
      assert.deepEqual([none, mlpNorm, sourceMlpNorm, compared], Array(4).fill(null));
    }));

  test(`${mode}: with a head off, compared is the line with all heads on`, () =>
    withTrained({ mode }, async (session) => {
      const on = await session.runWithCache(ALL);
      assert.equal(on.compared, null);
      await session.setHead({ ...OFF, on: false });
      const off = await session.runWithCache(ALL);
      assert.notDeepEqual(off.logits, on.logits);
      assert.deepEqual(off.compared, {
        logits: on.logits,
        loss: on.loss,
        lens: on.lens,
      });
      assert.equal((await session.runWithCache({ text: LINE })).compared, null);
      await session.setHead({ ...OFF, on: true });
      const again = await session.runWithCache(ALL);
      assert.deepEqual([again.logits, again.compared], [on.logits, null]);
    }));
}

test('a snapshot is compared with itself, at its own step', () =>
  withTrained({}, async (session) => {
    const at = session.snapshots[1].step;
    const then = session.at(at);
    const on = await then.runWithCache(ALL);
    assert.equal(on.step, at);
    await session.setHead({ ...OFF, on: false });
    const off = await then.runWithCache(ALL);
    assert.notDeepEqual(off.logits, on.logits);
    assert.deepEqual(off.compared?.logits, on.logits);
    assert.deepEqual(off.compared?.lens, on.lens);
    assert.notDeepEqual((await session.runWithCache(ALL)).compared?.logits, on.logits);
  }));

test('both texts of an encoder-decoder, its three kinds of attention and its lens', () =>
  withTrained(
    { config: { arch: 'encoder_decoder', task: 'reverse', block_size: 24 } },
    async (session) => {
      const [pair] = session.info.examples ?? [];
      const [question, answer] = pair.split('\t');
      const cache = await session.runWithCache({ ...ALL, text: pair });
      const kinds = cache.attentions.map(({ kind, layer, queries, keys }) => [
        kind,
        layer,
        queries.length,
        keys.length,
      ]);
      const n = answer.length + 1;
      const m = question.length;
      assert.deepEqual(kinds, [
        ['encoder', 0, m, m],
        ['encoder', 1, m, m],
        ['self', 0, n, n],
        ['cross', 0, n, m],
        ['self', 1, n, n],
        ['cross', 1, n, m],
      ]);
      assert.equal(cache.attentions[0].keys.join(''), question);
      const { lens, mlpNorm, sourceMlpNorm, H, T, attention } = cache;
      assert.equal(attention?.length, 6 * H * T * T);
      assert.deepEqual(
        lens?.depths.map(({ part, layer }) => part[0] + (layer ?? '')),
        ['e', 'a0', 'c0', 'm0', 'a1', 'c1', 'm1'],
      );
      assert.equal(lens?.top.columns, n);
      assert.deepEqual([mlpNorm?.length, sourceMlpNorm?.length], [2 * n, 2 * m]);
    },
  ));

/** Settings, and what there is: depths of the lens or its obstacle, MLPs, attentions.
 * @type {[Record<string, unknown>, number | string, number, number][]} */
const MODELS = [
  [{ n_layer: 0 }, 1, 0, 0],
  [{ mlp: false }, 3, 0, 2],
  [{ norm_place: 'post' }, 'obstacle_post_norm', 2, 2],
  [{ arch: 'bigram' }, 'obstacle_no_output_layer', 0, 0],
  [{ arch: 'averaging' }, 'obstacle_no_residual_stream', 0, 1],
  [{ arch: 'attention_only', mlp: false }, 3, 0, 2],
  [{ tokenizer: 'bpe', vocab_limit: 270 }, 5, 2, 2],
  [{ tokenizer: 'words' }, 5, 2, 2],
  [{ arch: 'encoder', task: 'vowels', tied_head: false, block_size: 45 }, 5, 2, 2],
];

for (const [config, lensOf, mlps, L] of MODELS) {
  test(`depths of a model with ${JSON.stringify(config)}`, () =>
    withTrained({ config }, async (session) => {
      const text = session.info.examples?.[0] ?? LINE;
      const cache = await session.runWithCache({ ...ALL, text });
      const { lens, mlpNorm, n, logits } = cache;
      assert.equal(lens?.obstacle?.key ?? lens?.depths.length, lensOf);
      assert.equal(mlpNorm?.length ?? 0, mlps * n);
      assert.equal(cache.L, L);
      assert.equal(cache.attention?.length, L * cache.H * cache.T ** 2);
      const { vocabulary, labels } = session.info;
      assert.equal(logits?.length, n * (labels.length || vocabulary.length));
    }));
}
