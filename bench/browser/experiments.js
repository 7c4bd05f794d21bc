// SPDX-License-Identifier: MIT
// The built-in experiments in a tab of Chromium, each with all its runs from pressing Start: seconds,
// and where each ended.
//
//   node bench/browser/experiments.js [--only parts,grokking]   → results/experiments.json

import { EXPERIMENTS } from '../../web/experiments/built-in.js';
import { chosen, machineFacts, optionsWith, stop, writeResults } from '../common.js';
import { openPage } from './open-page.js';

const { only } = optionsWith({ only: '' });

/** Runs in the page. @param {string} id */
async function runAll(id) {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  const view = element.shadowRoot.querySelector('gf-experiments');
  const { all } = view;
  await all.ready;
  all.choose(all.list.find((/** @type {any} */ each) => each.packed === id).key);
  await view.updateComplete;
  const begin = performance.now();
  await all.start();
  const seconds = (performance.now() - begin) / 1000;
  const { results, failures, runs } = all.chosen.runner;
  const found = [...results.values()].map((result) => ({
    ...{ x: result.run.x, line: result.run.line, seed: result.run.seed },
    ...{
      steps: result.steps,
      seconds: result.seconds,
      held_out: result.curve.loss.at(-1),
    },
  }));
  return { seconds, wanted: runs.length, failed: failures.size, found };
}

const machine = machineFacts();
/** @type {Record<string, unknown>[]} */ const results = [];
for (const id of chosen(
  only,
  EXPERIMENTS.map((each) => each.id),
)) {
  const { site, page, show } = await openPage({ link: 'v=2' });
  await show(['experiments']);
  const done = await page.evaluate(runAll, id);
  if (done.failed > 0 || done.found.length < done.wanted) stop(`${id}: not all runs`);
  console.log(`${id}: ${done.wanted} runs in ${done.seconds.toFixed(1)} s`);
  results.push({ id, ...done });
  await site.close();
}
await writeResults('bench/results/experiments.json', { ...machine, results });
