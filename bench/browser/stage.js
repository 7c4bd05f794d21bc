// SPDX-License-Identifier: MIT
// The screen: how long it lets a reader wait, and what it costs while a model trains.
//
//   node bench/browser/stage.js [start] [stage] [screen] [large] [--pages N]
//     [--stretches N] [--out FILE]                          → results/stage.json
//
//   start    see start.js, medians of --pages visits
//   stage    the stage alone while nano trains
//   screen   the same of the whole screen. Stretches of 10 s each: six for a minute
//   large    the stage with 8 layers, 8 heads and 48 columns
//
// See cost.js for the figures; draw_ms is of frames in which the stage draws. Without names,
// all of them. Run it on a machine at rest.

import { begin } from '../common.js';
import { STRETCH_S, measureCost, traced } from './cost.js';
import { openPage } from './open-page.js';
import { measureStarts } from './start.js';

/** @type {Record<string, () => Promise<object>>} */
const PARTS = {
  start: async () => ({ pages, ...(await measureStarts(pages)) }),
  stage: () => cost(['stage']),
  screen: () => cost([]),
  large,
};
const { pages, stretches, parts, write } = begin(
  { pages: 7, stretches: 6 },
  Object.keys(PARTS),
);

/** A line that fills 48 columns. */
const WIDE_LINE = 'the fox saw the hen by the hill, and the owl ran';
const LARGE = {
  link: 'v=1&preset=nano&n_layer=8&n_head=8&n_embd=64&block_size=64&max_steps=1000000',
};

/** @param {string[]} views @param {Parameters<typeof openPage>[0]} [options] */
async function openTraining(views, options) {
  const opened = await openPage(options);
  await opened.show(views);
  await opened.markDrawing();
  await opened.train();
  return opened;
}

/** @param {string[]} views */
async function cost(views) {
  const opened = await openTraining(views);
  const facts = await measureCost(opened, stretches);
  await opened.end();
  return { preset: 'nano', ...facts };
}

async function large() {
  const opened = await openTraining(['stage'], LARGE);
  const { page, sleep, app } = opened;
  await page.evaluate((line) => {
    const element = /** @type {any} */ (document.querySelector('glass-former'));
    element.app.selection.setLine(line);
  }, WIDE_LINE);
  await sleep(STRETCH_S / 2);
  const facts = await traced(opened, () => sleep(stretches * STRETCH_S));
  const sizes = await app(({ store }) => {
    const { L, H, n } = store.state.activations;
    return { layers: L, heads: H, columns: n };
  });
  await opened.end();
  return { ...sizes, ...facts };
}

/** @type {Record<string, unknown>} */
const measured = {};
for (const name of parts) {
  measured[name] = await PARTS[name]();
  console.log(name, JSON.stringify(measured[name], null, 2));
}
await write('stage', measured);
