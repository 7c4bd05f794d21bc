// SPDX-License-Identifier: MIT
// How long a reader waits: from opening the page to a model at rest, and from pressing
// Train to the first completed step. Built-in text, default model, a fresh profile each
// time; medians. Run it on a machine at rest: everything here waits for two cores.
//
//   node bench/browser/first-step.js [pages]      (default 7; needs make web)
//
//   plain   a plain visit: the page begins with a model trained before, and Train makes
//           one of the reader's own first; session is when that one is there
//   link    by a link (#v=1) the model at rest is the reader's own, untrained

import { openSite } from '../../tests/browser/support/harness.js';
import { machineFacts, writeResults } from '../common.js';
import { quartiles } from '../steps.js';

const OUT = 'bench/results/first.json';
const BUTTON = 'Train on this text';
const PAGES = Number(process.argv[2] ?? 7);

const WAYS = { plain: 'index.html', link: 'index.html#v=1' };

/** In the page: milliseconds from the click to a model of the reader's own, and to its
 * first completed step. */
function watchFirstStep() {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  const { store } = element.app;
  return new Promise((resolve) => {
    let begin = 0;
    let opened = 0;
    addEventListener('click', () => (begin ||= performance.now()), { capture: true });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      const { session, pretrained: brought } = store.state;
      const own = begin && session && !brought;
      if (own) opened ||= now;
      if (own && session.steps >= 1) {
        port1.close();
        resolve({ session: opened - begin, step: now - begin });
      } else {
        setTimeout(() => port2.postMessage(0), 1);
      }
    };
    port2.postMessage(0);
  });
}

/** @typedef {{ ready: number, session: number, step: number }} Waits ms */

/** @param {string} address @returns {Promise<Waits>} */
async function wait(address) {
  const page = await site.newPage(null);
  await page.goto(address);
  const button = page.getByRole('button', { name: BUTTON, exact: true });
  await button.waitFor();
  await page.waitForFunction(() =>
    ['idle', 'paused'].includes(
      /** @type {any} */ (document.querySelector('glass-former'))?.app?.store.state
        .phase,
    ),
  );
  const ready = await page.evaluate(() => performance.now());
  const first = page.evaluate(watchFirstStep);
  await button.click();
  const { session, step } = /** @type {Waits} */ (await first);
  await page.context().close();
  return { ready, session, step };
}

const site = await openSite();
/** @type {Record<string, Waits[]>} */
const waits = {};
// In turns, so that a machine that gets busy slows both.
for (let i = 0; i < PAGES; i++) {
  for (const [way, address] of Object.entries(WAYS)) {
    (waits[way] ??= []).push(await wait(address));
  }
}
await site.close();

const KEYS = /** @type {const} */ (['ready', 'session', 'step']);
/** @type {Record<string, Record<string, ReturnType<typeof quartiles>>>} */
const facts = {};
for (const [way, all] of Object.entries(waits)) {
  facts[way] = {};
  for (const key of KEYS) {
    const of = quartiles(all.map((one) => one[key]));
    facts[way][key] = of;
    const spread = `${of.lower_quartile.toFixed(0)} … ${of.upper_quartile.toFixed(0)}`;
    console.log(`${way} ${key.padEnd(8)} ${of.median.toFixed(0)} ms (${spread})`);
  }
}
await writeResults(OUT, { ...machineFacts(), unit: 'ms', pages: PAGES, ...facts });
