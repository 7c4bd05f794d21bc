// SPDX-License-Identifier: MIT
// The encoder that marks names and numbers in generated sentences, preset `tagger`: marks
// of held-out sentences, word by word. (That padding changes nothing, to the bit, is a
// test: tests/c/api/test_systems.c.)
//
//   node bench/systems/tagger.js [--seed S]

import { join } from 'node:path';
import { parseArgs } from 'node:util';

import * as common from './common.js';

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1337' } },
});
const RIGHT = 0.99;
const report = new common.Report();

await common.inFolder(async (folder) => {
  for (const task of ['names', 'vowels']) {
    const model = join(folder, `${task}.safetensors`);
    const run = await common.train(
      ['--preset', 'tagger', '--set', `task=${task}`, '--seed', options.seed].concat([
        ...['--out', model],
      ]),
    );
    const held = common.evaluate(model);
    report.figures[task] = {
      steps: run.steps.length,
      held_out: held,
      ...common.costOf(run),
    };
    report.claim(
      `${task}: at least ${100 * RIGHT} % of the marks are right`,
      held.accuracy >= RIGHT,
      `${common.percent(held.accuracy)} of ${held.tokens}, ${run.steps.length} steps in ` +
        common.timeOf(run),
    );
  }
});
report.finish();
