// SPDX-License-Identifier: MIT
// Tokens in the order of their probability, all or the first of many; stages of sampling against
// what the engine draws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionWith } from '../support/session.js';
import { likeliest, softmax, stages } from '../../../web/draw/sampling.js';

/** A fixed sequence, with ties. @param {number} n */
const scores = (n) =>
  Float32Array.from({ length: n }, (_, i) => Math.round(40 * Math.sin(i * i)) / 8);

test('the likeliest tokens first, ties by id; the first of them are the same', () => {
  assert.deepEqual(likeliest([0.25, 0.5, 0, 0.25]), [1, 0, 3, 2]);
  const p = softmax(scores(1000));
  const all = likeliest(p);
  assert.deepEqual(
    [...all].sort((a, b) => a - b),
    Array.from(p, (_, n) => n),
  );
  for (let k = 1; k < all.length; k++) {
    const [before, n] = [all[k - 1], all[k]];
    assert.ok(p[before] > p[n] || (p[before] === p[n] && before < n));
  }
  for (const most of [1, 2, 7, 40, 999, 1000, 2000])
    assert.deepEqual(likeliest(p, most), all.slice(0, most));
  assert.deepEqual(likeliest(scores(1000), 20), all.slice(0, 20), 'logits as well');
});

const SAMPLERS = [
  { temperature: 0.8, topK: 5, topP: 0.7 },
  { temperature: 1, topK: 3, topP: 0.9 },
  { temperature: 1.3, topK: 0, topP: 0.5 },
  { temperature: 0.7, topK: 8, topP: 1 },
  { temperature: 0.7, topK: 8, topP: 0.3, greedy: true },
];
const DRAWN = 1000;
/** Standard deviations that a count of draws may be away from what is expected. */
const SIGMAS = 4;

test('what the engine draws has the probabilities of the last stage', async () => {
  const text = 'a fox met an owl, the owl sang to the old hen by the hill. '.repeat(30);
  const config = { n_layer: 1, n_head: 2, n_embd: 16, block_size: 16, batch_size: 4 };
  const session = await sessionWith({ text, config });
  await session.step(30);
  for (const sampler of SAMPLERS) {
    const options = { prompt: 'a', chars: DRAWN, seed: 1, logits: true, ...sampler };
    const { logits, tokens } = await session.sample(options);
    assert.equal(tokens.length, DRAWN);
    // By rank: how often it is drawn, how often it should be, and the variance of that.
    const V = session.info.vocabulary.length;
    const ranks = Array.from({ length: V }, () => ({
      drawn: 0,
      expected: 0,
      variance: 0,
    }));
    for (const [at, token] of tokens.entries()) {
      const p = stages(logits[at], sampler)[3];
      assert.ok(p[token] > 0, `${JSON.stringify(sampler)}: ${token} at ${at}`);
      for (const [rank, n] of likeliest(logits[at]).entries()) {
        ranks[rank].drawn += Number(n === token);
        ranks[rank].expected += p[n];
        ranks[rank].variance += p[n] * (1 - p[n]);
      }
    }
    for (const [rank, { drawn, expected, variance }] of ranks.entries())
      assert.ok(
        Math.abs(drawn - expected) <= SIGMAS * Math.sqrt(variance) + 1e-6,
        `${JSON.stringify(sampler)}: rank ${rank}: ${drawn}, not ${expected}`,
      );
  }
});
