// SPDX-License-Identifier: MIT
// What tests of the page ask the page.
import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Runs in the page, with the element, its app, the session and `view(name)`, the root of
 * a view. Passed as text: the page's policy forbids eval, the debugger's does not.
 * @param {Page} page
 * @template T
 * @param {(x: { app: any, session: any, state: any, view(name: string): any }, argument: any) => T} work
 * @param {unknown} [argument]
 * @returns {Promise<Awaited<T>>}
 */
export const inPage = (page, work, argument) =>
  page.evaluate(`(${work})((() => {
    const element = document.querySelector('glass-former');
    const { app } = element;
    return {
      app, state: app.store.state, session: app.store.state.session,
      view: (name) => element.shadowRoot.querySelector(name).shadowRoot,
    };
  })(), ${JSON.stringify(argument ?? null)})`);

/**
 * Waits for a condition of `state`. Asked from outside, as above.
 * @param {Page} page @param {string} condition
 */
export async function until(page, condition, timeout = 60_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await page.evaluate(
      `(() => { const { state } = document.querySelector('glass-former').app.store;` +
        ` return Boolean(${condition}); })()`,
    );
    if (answer) return;
    assert.ok(Date.now() < end, `still not: ${condition}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
