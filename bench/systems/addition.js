// SPDX-License-Identifier: MIT
// A decoder that adds two numbers below 100 and writes the sum from right to left, preset
// `addition`: how many of the sums it never saw it gets right.
//
//   node bench/systems/addition.js [--seed S]

import { optionsWith } from '../common.js';
import * as common from './common.js';

const { seed } = optionsWith({ seed: '1337' });
const EXACT = 0.99;
const report = new common.Report();

await common.inFolder(async (folder) => {
  const args = ['--preset', 'addition', '--seed', seed];
  const { run, held, figures } = await common.learn(folder, 'addition', args);
  report.figures = figures;
  report.claim(
    `at least ${100 * EXACT} % of held-out sums are right to the last digit`,
    held.exact_match >= EXACT,
    `${common.percent(held.exact_match)}, ${run.steps.length} steps in ` +
      common.timeOf(run),
  );
});
report.finish();
