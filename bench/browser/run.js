// SPDX-License-Identifier: MIT
// The engine by itself in Node and in Chromium: matrix products as a share of what 128-bit
// arithmetic can do, two workers against one (and against two sessions that share
// nothing, the most the machine allows), and writing.
//
//   node bench/browser/run.js [products] [workers] [writing] [--quick]
//                                       → results/products.json, workers.json, writing.json
//
// Needs the engine (make wasm), dist/worker.js (make web) and Chromium. Two workers want two
// cores.

import { barTable, barsOf } from '../bars.js';
import { ROOT, begin, compile, stop } from '../common.js';
import { quartiles } from '../steps.js';
import { productTable } from '../tables.js';
import { RECIPE, YARDSTICKS } from '../versus/yardsticks.js';
import * as measure from './measure.js';
import { openPage } from './site.js';

const SCALED = ['tiny', 'nano', 'poet'];

/** @type {Record<string, () => Promise<object>>} */
const KINDS = { products, workers, writing };
const bench = begin({ quick: false }, Object.keys(KINDS));
const { quick } = bench;

/** @param {string} name */
const modelOf = (name) => ({
  config: { ...RECIPE, ...YARDSTICKS[name].shape },
  n_vocab: YARDSTICKS[name].n_vocab,
});

const page = await openPage();

const inPage = await page.load('bench/browser/measure.js');

/** In the page: what is there to be measured. @param {typeof measure} there
 * @param {{ kind: keyof typeof measure, how: any[] }} asked @returns {Promise<any>} */
const measured = (there, { kind, how }) =>
  /** @type {any} */ (there[kind])(
    (/** @type {string} */ name) =>
      WebAssembly.compileStreaming(fetch(`/build/${name}`)),
    ...how,
  );

/** What is measured in each place. @param {keyof typeof measure} kind @param {any[]} how
 * @returns {Promise<({ place: string } & Record<string, any>)[]>} */
async function inBoth(kind, ...how) {
  const compiled = (/** @type {string} */ name) => compile(`${ROOT}build/${name}`);
  return [
    { place: 'Node', ...(await /** @type {any} */ (measure[kind])(compiled, ...how)) },
    { place: 'Chromium', ...(await inPage.evaluate(measured, { kind, how })) },
  ];
}

async function products() {
  const slices = quick ? 3 : 20;
  const results = await inBoth('products', slices);
  console.log(productTable({ results }));
  return { slices, results };
}

async function workers() {
  const [rounds, turnMs] = quick ? [2, 200] : [6, 1000];
  const results = [];
  for (const name of SCALED) {
    const measured = await inBoth('workers', modelOf(name), rounds, turnMs);
    for (const { place, ms, workers: got, same } of measured) {
      const [one, two, beside] = ms.map(quartiles);
      const times = one.median / two.median;
      const bound = (2 * one.median) / beside.median;
      const row = { yardstick: name, place, workers: got, same };
      results.push({ ...row, one, two, beside, times, bound });
      console.log(results.at(-1));
    }
  }
  if (results.some(({ same }) => !same)) stop('OTHER BYTES with two workers');
  return { rounds, results };
}

async function writing() {
  const how = quick ? [3, 500] : [20, 2000];
  const measured = await inBoth('writing', modelOf('nano'), ...how);
  return { results: measured.map((result) => ({ yardstick: 'nano', ...result })) };
}

try {
  for (const kind of bench.parts) {
    const command = `node bench/browser/run.js ${kind}`;
    const figures = { command, ...(await KINDS[kind]()) };
    console.log(barTable(barsOf({ [kind]: figures })));
    await bench.write(kind, { chromium: page.version, ...figures }, !quick);
  }
} finally {
  await page.close();
}
