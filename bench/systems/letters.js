// SPDX-License-Identifier: MIT
// From counting pairs to attention on Tiny Shakespeare: presets `bigram`, `averaging`,
// `one-head` (whose output layer ignores what attention found) and `one-head-mended`, and
// the loss of each over the whole held-out tenth.
//
//   node bench/systems/letters.js [--text FILE] [--seed S]

import { optionsWith } from '../common.js';
import * as common from './common.js';

const options = optionsWith({ text: '', seed: '1337' });
/** The bigram's loss as reported, and how far ours may be from it. */
const [BIGRAM, BIGRAM_TOLERANCE] = [2.45, 0.05];
/** Nats by which the mended head must be better. */
const CLEARLY = 0.05;
const PRESETS = ['bigram', 'averaging', 'one-head', 'one-head-mended'];

const text = common.textFile('shakespeare', options.text);
const report = new common.Report();
/** @type {Record<string, number>} */
const losses = {};

await common.inFolder(async (folder) => {
  for (const name of PRESETS) {
    const args = ['--preset', name, '--seed', options.seed];
    const { run, held, figures } = await common.learn(folder, name, args, text);
    const { loss } = held;
    const last = run.steps.at(-1);
    losses[name] = loss;
    report.figures[name] = {
      ...figures,
      first_loss: common.round(run.steps[0].loss, 4),
      held_out: common.round(loss, 4),
    };
    console.log(
      `${name}: held out ${loss.toFixed(4)} after ${last.step} steps, ` +
        common.timeOf(run),
    );
  }
});
report.claim(
  `the bigram's held-out loss is ${BIGRAM} within ${BIGRAM_TOLERANCE}`,
  Math.abs(losses.bigram - BIGRAM) <= BIGRAM_TOLERANCE,
  losses.bigram.toFixed(4),
);
report.claim(
  'the head as written learns no more than pairs of letters',
  losses['one-head'] > losses.bigram - 0.01,
  losses['one-head'].toFixed(4),
);
report.claim(
  `the mended head is better by more than ${CLEARLY} nats`,
  losses['one-head'] - losses['one-head-mended'] > CLEARLY,
  losses['one-head-mended'].toFixed(4),
);
report.finish();
