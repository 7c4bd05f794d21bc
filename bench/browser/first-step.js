// SPDX-License-Identifier: MIT
// How long a reader waits: from opening the page to a model at rest, and from pressing
// Train to the first completed step. Built-in text, default model, a fresh profile each
// time; medians. By a link, so that the model at rest is untrained. Run it on a machine at rest: everything here waits for two cores.
//
//   node bench/browser/first-step.js [pages]      (default 7; needs make web)

import { openSite } from '../../tests/browser/harness.js';
import { machineFacts } from '../machine.js';
import { quartiles } from '../quartiles.js';
import { writeResults } from '../write-results.js';

const OUT = 'bench/results/first-step.json';
const BUTTON = 'Train on this text';
const PAGES = Number(process.argv[2] ?? 7);

/** In the page: milliseconds from the click to the session's first step and to the first
 * event that tells of one. */
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
      const { session } = store.state;
      if (begin && session) opened ||= now;
      if (begin && session?.steps >= 1) {
        port1.close();
        resolve({ sessionMs: opened - begin, stepMs: now - begin });
      } else {
        setTimeout(() => port2.postMessage(0), 1);
      }
    };
    port2.postMessage(0);
  });
}

const site = await openSite();
/** @type {{ readyMs: number, sessionMs: number, stepMs: number }[]} */
const waits = [];
for (let i = 0; i < PAGES; i++) {
  const page = await site.newPage(null);
  await page.goto('index.html#v=1');
  const button = page.getByRole('button', { name: BUTTON, exact: true });
  await button.waitFor();
  await page.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('glass-former'))?.app?.store.state
        .phase === 'idle',
  );
  const readyMs = await page.evaluate(() => performance.now());
  const first = page.evaluate(watchFirstStep);
  await button.click();
  waits.push({ readyMs, .../** @type {any} */ (await first) });
  await page.context().close();
}
await site.close();

/** @param {'readyMs' | 'sessionMs' | 'stepMs'} key */
const of = (key) => quartiles(waits.map((wait) => wait[key]));
const facts = {
  pages: PAGES,
  ready: of('readyMs'),
  session: of('sessionMs'),
  step: of('stepMs'),
};
await writeResults(OUT, { ...machineFacts(), unit: 'ms', ...facts });
for (const [
  what,
  { median, lower_quartile: low, upper_quartile: high },
] of Object.entries({ ready: facts.ready, session: facts.session, step: facts.step })) {
  const spread = `${low.toFixed(0)} … ${high.toFixed(0)}`;
  console.log(`${what.padEnd(8)} ${median.toFixed(0)} ms (${spread})`);
}
