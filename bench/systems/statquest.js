// SPDX-License-Identifier: MIT
// How often does the smallest decoder learn to answer both questions? Preset `statquest`
// with seeds 1 … 200: 60 steps, then the likeliest word after each question until <EOS> or
// until the window is full. PyTorch's share is in tests/reference/statquest_seeds.json.
//
//   node bench/systems/statquest.js [--seeds N]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, optionsWith } from '../common.js';
import { openEngine, percent, preset, Report, round } from './common.js';

const { seeds: nSeeds } = optionsWith({ seeds: 200 });
const { lines, config } = preset('statquest');
const pairs = (lines ?? '')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'));

/** 95 % interval of a share, honest near 0 and 1 (Wilson 1927). @param {number} n */
function wilson(/** @type {number} */ success, n) {
  const z = 1.959964;
  const p = success / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [(centre - half) / (1 + (z * z) / n), (centre + half) / (1 + (z * z) / n)];
}

/** @param {import('../../wasm/engine/lab.js').Lab} lab @param {string} question
 * @param {string[]} vocabulary */
function answer(lab, question, vocabulary) {
  const words = [];
  const room = config.block_size - question.split(' ').length;
  lab.prompt(question);
  while (words.length < room && words.at(-1) !== '<EOS>') {
    words.push(vocabulary[lab.write({ greedy: true }).id]);
  }
  return words.join(' ');
}

const engine = await openEngine();
const begin = performance.now();
const counts = [0, 0, 0];
const failedSeeds = [];
const lastLosses = [];
let untrained = 0;
for (let seed = 1; seed <= nSeeds; seed++) {
  const lab = engine.newLab(lines ?? '', { ...config, seed });
  const { vocabulary } = lab.info();
  const nRight = () =>
    pairs.filter(([q, a]) => answer(lab, q, vocabulary) === `${a} <EOS>`).length;
  untrained += Number(nRight() === pairs.length);
  let loss = NaN;
  for (let i = 0; i < config.max_steps; i++) loss = lab.step().loss;
  lastLosses.push(loss);
  counts[nRight()]++;
  if (nRight() < pairs.length) failedSeeds.push(seed);
  lab.free();
}
const seconds = (performance.now() - begin) / 1000;

const torch = JSON.parse(
  readFileSync(join(ROOT, 'tests/reference/statquest_seeds.json'), 'utf8'),
);
const both = counts[pairs.length];
const [low, high] = wilson(both, nSeeds);
const [torchLow] = torch.interval_95;
const report = new Report();
report.claim(
  'after training both questions are answered no less often than in PyTorch',
  high >= torchLow && both / nSeeds >= torchLow,
  `${both} of ${nSeeds} (${percent(both / nSeeds)}, 95 % interval ` +
    `${percent(low)} to ${percent(high)}); PyTorch ${torch.both} of ${torch.n_seeds}`,
);
report.claim(
  'before training they are not',
  untrained < 0.1 * nSeeds,
  `${untrained} of ${nSeeds}; PyTorch ${torch.untrained_both} of ${torch.n_seeds}`,
);
report.figures = {
  n_seeds: nSeeds,
  both,
  one: counts[1],
  none: counts[0],
  untrained_both: untrained,
  interval_95: [round(low, 4), round(high, 4)],
  median_last_loss: round(lastLosses.sort((a, b) => a - b)[nSeeds >> 1], 4),
  failed_seeds: failedSeeds,
  torch: { both: torch.both, n_seeds: torch.n_seeds, interval_95: torch.interval_95 },
  seconds: round(seconds, 1),
};
report.finish();
