// SPDX-License-Identifier: MIT
// The presets of generated tasks learn them: sums below 100 written from right to left, labels of
// sentences, strings reversed and dates rewritten by the encoder-decoder of 2017.
//
//   node tests/systems/tasks.test.js [--seed S]

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionsWith } from '../../bench/common.js';
import { randomBelow } from '../../web/lessons/copying.js';
import { learn, openEngine, percent } from './learn.js';

const { seed } = optionsWith({ seed: '1337' });
const ENOUGH = 0.99;
const LOOKED = 0.5;

/** @param {import('node:test').TestContext} t @param {string[]} args
 * @param {'exact_match' | 'accuracy'} share */
async function mastered(t, args, share) {
  const learned = await learn(t, [...args, '--seed', seed, '--threads', '1']);
  assert.ok(learned.held[share] >= ENOUGH, percent(learned.held[share]));
  return learned.model;
}

/** @type {[string, string[], 'exact_match' | 'accuracy'][]} */
const TASKS = [
  [
    'addition: 99 % of the sums it never saw are right to the last digit',
    ['--preset', 'addition'],
    'exact_match',
  ],
  [
    'tagger, names: 99 % of the labels of validation sentences are right',
    ['--preset', 'tagger', '--set', 'task=names'],
    'accuracy',
  ],
  [
    'tagger, vowels: 99 % of the labels of validation sentences are right',
    ['--preset', 'tagger', '--set', 'task=vowels'],
    'accuracy',
  ],
  [
    'seq2seq-dates: 99 % of validation dates are right to the last letter',
    ['--preset', 'seq2seq-dates'],
    'exact_match',
  ],
];
for (const [name, args, share] of TASKS)
  test(name, async (t) => {
    await mastered(t, args, share);
  });

/** Strings of 4 to 12 letters, nearly all of them never seen in training. */
function freshStrings() {
  const draw = randomBelow(12345);
  return Array.from({ length: 200 }, () =>
    Array.from({ length: 4 + draw(9) }, () => String.fromCharCode(97 + draw(26))),
  );
}

const reversed = (/** @type {string[]} */ letters) => [...letters].reverse().join('');

/** @param {import('../../wasm/engine/session.js').EngineSession} session @param {string} question */
function answer(session, question) {
  const { vocabulary, config } = session.info();
  let text = '';
  session.prompt(question);
  for (let i = 0; i < Number(config.block_size); i++) {
    const piece = vocabulary[session.sampleNext({ greedy: true }).id];
    if (piece === '<EOS>') break;
    text += piece;
  }
  return text;
}

/** Mean weight on the mirrored letter, over every letter written, for each head of each cross
 * attention. Encoder layers come first, then self and cross attention in turn.
 * @param {import('../../wasm/engine/session.js').EngineSession} session @param {string[][]} strings */
function mirrored(session, strings) {
  const { config, structure } = session.info();
  const nHead = Number(config.n_head);
  const squares = structure.attentions.flatMap(({ kind }, attention) =>
    Array.from(
      { length: kind === 'cross' ? nHead : 0 },
      (_, h) => attention * nHead + h,
    ),
  );
  const sums = squares.map(() => 0);
  for (const letters of strings) {
    const text = `${letters.join('')}\t${reversed(letters)}`;
    const { attention } = session.inspect({
      what: 'activations',
      text,
      attention: true,
    });
    const [T, n] = [attention.columns, letters.length];
    for (const [k, square] of squares.entries())
      for (let i = 0; i < n; i++)
        sums[k] += attention.data[(square * T + i) * T + n - 1 - i];
  }
  return sums.map((sum) => sum / strings.flat().length);
}

test('seq2seq-reverse: 99 % right, letter by letter too, and cross attention finds the mirrored letter', async (t) => {
  const model = await mastered(t, ['--preset', 'seq2seq-reverse'], 'exact_match');
  const session = (await openEngine()).openSession(model);
  const strings = freshStrings();
  const right = strings.filter(
    (s) => answer(session, s.join('')) === reversed(s),
  ).length;
  assert.ok(right >= ENOUGH * strings.length, `${right} of ${strings.length}`);
  const shares = mirrored(session, strings);
  session.free();
  t.diagnostic(`mirrored letter: ${shares.map((x) => x.toFixed(2)).join(' ')}`);
  assert.ok(Math.max(...shares) > LOOKED, shares.join(' '));
});
