// SPDX-License-Identifier: MIT
// The page of all views with a small model, for tests of its runs.
import { inPage } from './page-queries.js';
import { openTestSite } from './harness.js';

/** @typedef {Awaited<ReturnType<typeof openRuns>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

/** Not equal in any two dimensions. */
export const SMALL =
  'n_layer=2&n_head=3&n_embd=48&block_size=40&batch_size=5&max_steps=200&eval_interval=20' +
  '&eval_windows=9';

/** A site, and how to open its page. */
export async function openRuns() {
  const site = await openTestSite();
  return {
    ...site,
    async openPage(fragment = SMALL) {
      const page = await site.newPage(null, {
        viewport: { width: 1200, height: 1000 },
        reducedMotion: 'reduce',
      });
      await goto(page, fragment);
      return page;
    },
  };
}

/** @param {Page} page @param {string} fragment */
export async function goto(page, fragment) {
  await page.goto(`views.html#v=2&${fragment}`);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('glass-former'))?.session,
  );
  await inPage(page, ({ app }) => app.ready);
}

/** @param {Page} page @param {number} steps */
export const trainTo = (page, steps) =>
  inPage(page, ({ session }, until) => session.run({ until }), steps);

export const hashOf = (/** @type {Page} */ page) =>
  inPage(page, ({ session }) => session.hash());

/** Out of the page and in again. @param {Page} page */
export const outAndIn = (page) =>
  inPage(page, async ({ element, until }) => {
    element.remove();
    await until('at rest', () => element.app === null);
    document.body.append(element);
    await until('awake', () => element.session);
    await element.app.ready;
  });
