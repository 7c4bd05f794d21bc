// SPDX-License-Identifier: MIT
// The encoder that marks names and numbers in generated sentences, preset `tagger`: marks
// of held-out sentences, word by word. (That padding changes nothing, to the bit, is a
// test: tests/c/api/test_systems.c.)
//
//   node bench/systems/tagger.js [--seed S]

import { optionsWith } from '../common.js';
import * as common from './common.js';

const { seed } = optionsWith({ seed: '1337' });
const RIGHT = 0.99;
const report = new common.Report();

await common.inFolder(async (folder) => {
  for (const task of ['names', 'vowels']) {
    const args = ['--preset', 'tagger', '--set', `task=${task}`, '--seed', seed];
    const { run, held, figures } = await common.learn(folder, task, args);
    report.figures[task] = figures;
    report.claim(
      `${task}: at least ${100 * RIGHT} % of the marks are right`,
      held.accuracy >= RIGHT,
      `${common.percent(held.accuracy)} of ${held.tokens}, ${run.steps.length} steps in ` +
        common.timeOf(run),
    );
  }
});
report.finish();
