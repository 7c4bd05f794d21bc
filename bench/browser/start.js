// SPDX-License-Identifier: MIT
// How long a reader waits, on the built-in text with the default model, a fresh profile each
// time. Everything here waits for two cores.
//
//   plain    a plain visit: the page begins with a model trained before, and Train makes
//            one of the reader's own first
//   link     by a link (#v=2) the model at rest is the reader's own, untrained
//
//   picture  from opening the page: first picture, drawn without the engine
//   ready    a model is at rest and can be trained
//   step     from pressing Train: the first completed step of a model of the reader's own
//   pairs    its validation loss is below that of letter pairs
//   triples  and below that of letter triples
//   steps    steps, not milliseconds, in the first ten seconds

import { openSite } from '../../tests/browser/support/harness.js';
import { quartiles } from '../steps.js';

const WAYS = { plain: 'index.html', link: 'index.html#v=2' };
const KEYS = /** @type {const} */ ([
  'picture', 'ready', 'step', 'pairs', 'triples', 'steps',
]); // oxfmt-ignore

const COUNTED_MS = 10_000;

/** @typedef {Record<typeof KEYS[number], number>} Waits ms */

/** Runs in the page. */
const pictureMs = () =>
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;

/** Runs in the page: milliseconds from the click. @param {number} countedMs */
function watchTraining(countedMs) {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  const { store } = element.app;
  return new Promise((resolve) => {
    let begin = 0;
    const waits = { step: 0, pairs: 0, triples: 0, steps: 0 };
    addEventListener('click', () => (begin ||= performance.now()), { capture: true });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now() - begin;
      const { session, pretrained: brought } = store.state;
      if (begin && session && !brought) {
        const { bigram, trigram } = session.info.baselines;
        const { valLoss } = session.history;
        const below = (/** @type {number} */ known) =>
          valLoss.some((/** @type {number} */ loss) => loss < known);
        if (session.steps >= 1) waits.step ||= now;
        if (below(bigram)) waits.pairs ||= now;
        if (below(trigram)) waits.triples ||= now;
        if (now >= countedMs) waits.steps ||= session.steps;
      }
      if (waits.triples && waits.steps) {
        port1.close();
        resolve(waits);
      } else {
        setTimeout(() => port2.postMessage(0), 1);
      }
    };
    port2.postMessage(0);
  });
}

/** @param {Awaited<ReturnType<typeof openSite>>} site @param {string} address
 * @returns {Promise<Waits>} */
async function wait(site, address) {
  const page = await site.newPage(null, { viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  const button = page.locator('#train');
  await button.waitFor();
  await page.waitForFunction(() =>
    ['idle', 'paused'].includes(
      /** @type {any} */ (document.querySelector('glass-former'))?.app?.store.state
        .phase,
    ),
  );
  const ready = await page.evaluate(() => performance.now());
  const picture = await page.evaluate(pictureMs);
  const training = page.evaluate(watchTraining, COUNTED_MS);
  await button.click();
  const trained = /** @type {Omit<Waits, 'picture' | 'ready'>} */ (await training);
  await page.context().close();
  return { picture, ready, ...trained };
}

/** Quartiles of each wait, by way.
 * @param {number} pages of each way */
export async function measureStarts(pages) {
  const site = await openSite();
  /** @type {Record<string, Waits[]>} */
  const waits = {};
  // In turns, so that a machine that gets busy slows both.
  for (let i = 0; i < pages; i++) {
    for (const [way, address] of Object.entries(WAYS)) {
      (waits[way] ??= []).push(await wait(site, address));
    }
  }
  await site.close();
  /** @type {Record<string, Record<string, ReturnType<typeof quartiles>>>} */
  const facts = {};
  for (const [way, all] of Object.entries(waits)) {
    const of = KEYS.map((key) => [key, quartiles(all.map((one) => one[key]))]);
    facts[way] = Object.fromEntries(of);
  }
  return facts;
}
