// SPDX-License-Identifier: MIT
// By content or by place: the shares counted on made-up guesses; a sentence said twice: its losses
// counted again. induction.test.js has models.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionWith } from '../support/session.js';
import { copied, rotatedLines, written } from '../../../web/lessons/copying.js';
import { copiesOf, gainAtEnd, SENTENCES } from '../../../web/lessons/repeats.js';

test('rotated lines: different letters, never from the first on, the same every time', () => {
  const lines = rotatedLines(200, 1);
  assert.deepEqual(lines, rotatedLines(200, 1));
  for (const { s, by } of lines) {
    assert.match(s, /^[a-l]{4,8}$/);
    assert.equal(new Set(s).size, s.length);
    assert.ok(by > 0 && by < s.length);
  }
  assert.equal(written({ s: 'abcd', by: 3 }), 'abcd|dabc\n');
});

test('guesses by content, by place and by neither are told apart', async () => {
  const lines = rotatedLines(50, 3);
  const vocabulary = [...'\nabcdefghijkl|'];
  /** @param {(s: string, k: number, by: number) => string} guess after letter k of t */
  const model =
    (guess) =>
    (/** @type {{ text: string }} */ { text }) => {
      const n = text.length;
      const [s, t] = text.trim().split('|');
      const data = new Float32Array(2 * n).fill(1);
      for (let k = 0; k < t.length; k++)
        data[n + s.length + 2 + k] = vocabulary.indexOf(guess(s, k, s.indexOf(t[0])));
      return { top: { rows: 2, columns: n, data } };
    };
  const ask = (/** @type {Parameters<typeof model>[0]} */ guess) =>
    copied(lines, vocabulary, model(guess));
  assert.deepEqual(await ask((s, k, by) => s[(k + by + 1) % s.length]), {
    content: 1,
    place: 0,
  });
  assert.deepEqual(await ask((s, k) => s[(k + 1) % s.length]), {
    content: 0,
    place: 1,
  });
  assert.deepEqual(await ask(() => '|'), { content: 0, place: 0 });
});

test('the gain of the second copy: before the last attention, and at the end', async () => {
  const session = await sessionWith({
    text: SENTENCES.join('\n').repeat(12),
    config: { n_layer: 3, n_head: 2, n_embd: 16, block_size: 128, batch_size: 2 },
  });
  await session.step(8);
  const { gain } = await copiesOf(session);
  const { depths } = await session.lens({ text: 'Lily' });
  const after = (/** @type {number} */ layer) =>
    gain[depths.findIndex((at) => at.part === 'mlp' && at.layer === layer)];
  assert.deepEqual(await gainAtEnd(session), { before: after(1), after: after(2) });
  assert.notEqual(gain[depths.length - 2], after(1), 'the attention changes it');
});

test('losses of both copies: of each token after the first of its sentence', async () => {
  const text = SENTENCES.join('\n').repeat(12);
  const config = { n_layer: 1, n_head: 2, n_embd: 16, block_size: 128, batch_size: 2 };
  const session = await sessionWith({ text, config });
  await session.step(20);
  /** Of the sentence said twice, one number a copy. @param {string} sentence */
  const losses = async (sentence) => {
    const twice = `${sentence} ${sentence}`;
    const { logits, tokens } = await session.runWithCache({ text: twice });
    assert.ok(logits);
    const V = logits.length / tokens.length;
    /** @param {number} at token whose loss it is */
    const loss = (at) => {
      const row = [...logits.subarray((at - 1) * V, at * V)];
      return Math.log(row.reduce((sum, z) => sum + Math.exp(z), 0)) - row[tokens[at]];
    };
    const { length } = sentence;
    return [0, length + 1].map((from) => {
      let sum = 0;
      for (let at = from + 1; at < from + length; at++) sum += loss(at);
      return sum / (length - 1);
    });
  };
  const all = await Promise.all(SENTENCES.map(losses));
  const { first, second } = await copiesOf(session);
  for (const [copy, found] of [first, second].entries()) {
    const mean = all.reduce((sum, one) => sum + one[copy], 0) / all.length;
    assert.ok(Math.abs(found - mean) < 1e-4, `${found}, ${mean}`);
  }
});
