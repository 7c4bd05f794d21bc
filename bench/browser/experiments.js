// SPDX-License-Identifier: MIT
// The built-in experiments in a tab of Chromium, each with all its runs from pressing Start:
// seconds.
//
//   node bench/browser/experiments.js [--only parts,grokking] [--out FILE]
//                                                           → results/experiments.json

import { EXPERIMENTS } from '../../web/experiments/built-in.js';
import { begin, chosen, stop } from '../common.js';
import { openPage } from './open-page.js';

const IDS = EXPERIMENTS.map((each) => each.id);
const { only, write } = begin({ only: '' });

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
  const [wanted, failed] = [runs.length, failures.size];
  return { seconds, wanted, failed, done: results.size };
}

/** @type {Record<string, unknown>[]} */ const results = [];
for (const id of chosen(only, IDS)) {
  const { page, show, end } = await openPage({ link: 'v=2' });
  await show(['experiments']);
  const all = await page.evaluate(runAll, id);
  if (all.failed > 0 || all.done < all.wanted) stop(`${id}: not all runs`);
  console.log(`${id}: ${all.wanted} runs in ${all.seconds.toFixed(1)} s`);
  results.push({ id, ...all });
  await end();
}
await write('experiments', { results });
