// SPDX-License-Identifier: MIT
// The engine by itself in Node and in Chromium: matrix products as a share of what 128-bit
// arithmetic can do, two workers against one (and against two sessions that share
// nothing, the most the machine allows), and writing.
//
//   node bench/browser/run.js [products] [workers] [writing] [--quick]
//
// Writes bench/results/products.json, workers.json and writing.json; with --quick into
// build/bench. Needs the engine (make wasm) and Chromium. Two workers want two cores.

import { join } from 'node:path';
import { compile, machineFacts, optionsWith, writeResults } from '../common.js';
import { quartiles } from '../steps.js';
import { RECIPE, YARDSTICKS } from '../versus/yardsticks.js';
import { percent } from '../words.js';
import * as measure from './measure.js';
import { productsModule } from './products.js';
import { openPage } from './site.js';

const SCALED = ['tiny', 'nano', 'poet'];

/** @type {Record<string, () => Promise<object>>} */
const KINDS = { products, workers, writing };
const { quick, parts: kinds } = optionsWith({ quick: false }, Object.keys(KINDS));

/** @param {string} name */
const modelOf = (name) => ({
  config: { ...RECIPE, ...YARDSTICKS[name].shape },
  n_vocab: YARDSTICKS[name].n_vocab,
});

const page = await openPage();
const modules = {
  'products.wasm': await compile(productsModule()),
  'glassformer.wasm': await compile(),
};

/** What is measured in each place. @param {keyof typeof measure} kind @param {any[]} how
 * @returns {Promise<({ place: string } & Record<string, any>)[]>} */
async function inBoth(kind, ...how) {
  const compiled = async (/** @type {keyof typeof modules} */ name) => modules[name];
  const inNode = await /** @type {any} */ (measure[kind])(compiled, ...how);
  const results = [inNode, await page.call('measured', kind, ...how)];
  return results.map((result, i) => ({ place: ['Node', 'Chromium'][i], ...result }));
}

async function products() {
  const slices = quick ? 3 : 20;
  const results = await inBoth('products', slices);
  for (const { place, peak_128, cases } of results) {
    console.log(`${place}: P_128 ${peak_128.toFixed(1)} GFLOP/s`);
    for (const { form, M, N, K, gflops, share_of_peak } of cases) {
      const size = `${M}x${N}x${K}`.padEnd(14);
      console.log(
        `  ${form} ${size} ${gflops.toFixed(1).padStart(6)} ${percent(share_of_peak).padStart(5)}`,
      );
    }
  }
  return { slices, results };
}

async function workers() {
  const rounds = quick ? 2 : 6;
  const turnMs = quick ? 200 : 1000;
  const results = [];
  for (const name of SCALED) {
    const measured = await inBoth('workers', modelOf(name), rounds, turnMs);
    for (const { place, ms, workers: got, same } of measured) {
      const [one, two, beside] = ms.map(quartiles);
      const times = one.median / two.median;
      const bound = (2 * one.median) / beside.median;
      const row = { yardstick: name, place, workers: got, same };
      results.push({ ...row, one, two, beside, times, bound });
      const detail = `${one.median.toFixed(1)} ms to ${two.median.toFixed(1)} ms a step`;
      const also = same ? 'same bytes' : 'OTHER BYTES';
      console.log(
        `${name.padEnd(6)} ${place.padEnd(9)} ${times.toFixed(2)} times of ${bound.toFixed(2)} ` +
          `that two sessions side by side reach (${detail}), ${also}`,
      );
    }
  }
  return { rounds, results };
}

async function writing() {
  const measured = await inBoth(
    'writing',
    modelOf('nano'),
    ...(quick ? [3, 500] : [20, 2000]),
  );
  const results = measured.map((result) => ({ yardstick: 'nano', ...result }));
  for (const { place, characters_per_second: speed } of measured) {
    console.log(
      `nano in ${place} writes ${speed.median.toFixed(0)} characters a second`,
    );
  }
  return { results };
}

try {
  for (const kind of kinds) {
    const load = machineFacts();
    const figures = await KINDS[kind]();
    const folder = quick ? 'build/bench' : 'bench/results';
    const command = `node bench/browser/run.js ${kind}`;
    const file = { ...load, chromium: page.version, command, ...figures };
    await writeResults(join(folder, `${kind}.json`), file);
  }
} finally {
  await page.close();
}
