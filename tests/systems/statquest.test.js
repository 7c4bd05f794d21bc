// SPDX-License-Identifier: MIT
// How often does the smallest decoder learn to answer both questions? Preset `statquest` with
// seeds 1 … 200: 60 steps, then the likeliest word after each question until <EOS> or until the
// window is full. PyTorch's share is in tests/reference/statquest_seeds.json.
//
//   node tests/systems/statquest.test.js [--seeds N]

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { optionsWith } from '../../bench/common.js';
import { preset } from '../tools/native-program.js';
import { openEngine, percent } from './learn.js';

const { seeds: nSeeds } = optionsWith({ seeds: 200 });
const torch = JSON.parse(
  readFileSync(new URL('../reference/statquest_seeds.json', import.meta.url), 'utf8'),
);

/** 95 % interval of a share, honest near 0 and 1 (Wilson 1927).
 * @param {number} success @param {number} n */
function wilson(success, n) {
  const z = 1.959964;
  const p = success / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [(centre - half) / (1 + (z * z) / n), (centre + half) / (1 + (z * z) / n)];
}

/** @param {import('../../wasm/engine/session.js').EngineSession} session @param {string} question */
function answer(session, question) {
  const { vocabulary, config } = session.info();
  const words = [];
  const room = Number(config.block_size) - question.split(' ').length;
  session.prompt(question);
  while (words.length < room && words.at(-1) !== '<EOS>')
    words.push(vocabulary[session.sampleNext({ greedy: true }).id]);
  return words.join(' ');
}

test('statquest: after training both questions are answered no less often than in PyTorch', async (t) => {
  const { lines, config } = preset('statquest');
  const pairs = (lines ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
  const engine = await openEngine();
  const counts = [0, 0, 0];
  let untrained = 0;
  for (let seed = 1; seed <= nSeeds; seed++) {
    const session = engine.newSession(lines ?? '', { ...config, seed });
    const nRight = () =>
      pairs.filter(([q, a]) => answer(session, q) === `${a} <EOS>`).length;
    untrained += Number(nRight() === pairs.length);
    for (let i = 0; i < config.max_steps; i++) session.step();
    counts[nRight()]++;
    session.free();
  }
  const both = counts[pairs.length];
  const interval = wilson(both, nSeeds);
  t.diagnostic(
    `both: ${both} of ${nSeeds}, 95 % interval ${interval.map(percent).join(' to ')} ` +
      `(PyTorch ${torch.both} of ${torch.n_seeds}); one: ${counts[1]}; before training ` +
      `${untrained} (PyTorch ${torch.untrained_both})`,
  );
  const [low] = torch.interval_95;
  assert.ok(interval[1] >= low && both / nSeeds >= low, `${both} of ${nSeeds}`);
  assert.ok(untrained < 0.1 * nSeeds, `${untrained} before training`);
});
