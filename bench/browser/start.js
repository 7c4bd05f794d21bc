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
import { inTurns, quartiles } from '../steps.js';

const WAYS = { plain: 'index.html', link: 'index.html#v=2' };
const COUNTED_MS = 10_000;

/** ms, and of steps their number.
 * @typedef {Record<'picture' | 'ready' | 'step' | 'pairs' | 'triples' | 'steps', number>} Waits */

/** Runs in the page: from opening it, as soon as a model is at rest. */
function opened() {
  const { app } = /** @type {any} */ (document.querySelector('glass-former')) ?? {};
  if (!['idle', 'paused'].includes(app?.store.state.phase)) return null;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { picture: paint?.startTime ?? NaN, ready: performance.now() };
}

/** Runs in the page: milliseconds from the click. @param {number} countedMs */
function watchTraining(countedMs) {
  const { store } = /** @type {any} */ (document.querySelector('glass-former')).app;
  const waits = { step: 0, pairs: 0, triples: 0, steps: 0 };
  let begin = 0;
  addEventListener('click', () => (begin ||= performance.now()), { capture: true });
  const look = () => {
    const now = performance.now() - begin;
    const { session, pretrained } = store.state;
    if (!begin || !session || pretrained) return;
    const { bigram, trigram } = session.info.baselines;
    const below = (/** @type {number} */ known) =>
      session.history.valLoss.some((/** @type {number} */ loss) => loss < known);
    if (session.steps >= 1) waits.step ||= now;
    if (below(bigram)) waits.pairs ||= now;
    if (below(trigram)) waits.triples ||= now;
    if (now >= countedMs) waits.steps ||= session.steps;
  };
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      look();
      if (!waits.triples || !waits.steps)
        return void setTimeout(() => port2.postMessage(0), 1);
      port1.close();
      resolve(waits);
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
  const waited = await (await page.waitForFunction(opened)).jsonValue();
  const training = page.evaluate(watchTraining, COUNTED_MS);
  await button.click();
  const waits = { ...waited, ...(await training) };
  await page.context().close();
  return waits;
}

/** Quartiles of each wait, by way. @param {number} pages of each way */
export async function measureStarts(pages) {
  const site = await openSite();
  const ways = [WAYS.plain, WAYS.link];
  // Every profile is fresh: the first visits count as well.
  const [plain, link] = await inTurns(ways, pages - 1, (way) => wait(site, way));
  await site.close();
  /** @param {Waits[]} waits */
  const facts = (waits) => {
    const keys = /** @type {(keyof Waits)[]} */ (Object.keys(waits[0]));
    const of = keys.map((key) => [key, quartiles(waits.map((each) => each[key]))]);
    return Object.fromEntries(of);
  };
  return { plain: facts(plain), link: facts(link) };
}
