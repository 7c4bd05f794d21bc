// SPDX-License-Identifier: MIT
// A decoder that adds two numbers below 100 and writes the sum from right to left, preset
// `addition`: how many of the sums it never saw it gets right.
//
//   node bench/systems/addition.js [--seed S]

import { join } from 'node:path';
import { parseArgs } from 'node:util';

import * as common from './common.js';

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1337' } },
});
const EXACT = 0.99;
const report = new common.Report();

await common.inFolder(async (folder) => {
  const model = join(folder, 'addition.safetensors');
  const run = await common.train(
    ['--preset', 'addition', '--seed', options.seed].concat(['--out', model]),
  );
  const held = common.evaluate(model);
  report.figures = {
    steps: run.steps.length,
    held_out: held,
    ...common.costOf(run),
  };
  report.claim(
    `at least ${100 * EXACT} % of held-out sums are right to the last digit`,
    held.exact_match >= EXACT,
    `${common.percent(held.exact_match)}, ${run.steps.length} steps in ` +
      common.timeOf(run),
  );
});
report.finish();
