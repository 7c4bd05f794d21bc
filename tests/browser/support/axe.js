// SPDX-License-Identifier: MIT
// Violations that axe-core finds on a page in either browser, and targets too small for a
// mouse or a finger.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { inPage } from './page-queries.js';
import { smallTargets } from './targets.js';

/** @typedef {Pick<import('./page-queries.js').Page, 'evaluate'>} Page */

const AXE = new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url);

/** In the page, as text: the page's policy forbids scripts, the debugger's does not. */
const ASK = `(async () => {
  const lean = { resultTypes: ['violations'], preload: false };
  const { violations } = await axe.run(lean);
  return violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target }) => target.join(' ')).join('; '));
})()`;

/** @param {Page} page @returns {Promise<string[]>} rule and places */
export async function objections(page) {
  if (!(await page.evaluate(`'axe' in globalThis`)))
    await page.evaluate(`(() => { ${await readFile(AXE, 'utf8')}; })()`);
  return [...(await page.evaluate(ASK)), ...(await smallTargets(page))];
}

/** Fails with what axe objects to. @param {Page} page @param {string} where */
export async function checkWithAxe(page, where) {
  assert.deepEqual(await objections(page), [], where);
}

/** The page and all on it in one theme. @param {Page} page @param {string} theme */
export const wear = (page, theme) =>
  inPage(
    page,
    ({ element, settled }, theme) => {
      element.theme = document.documentElement.dataset.theme = theme;
      document.querySelector('glass-lessons')?.setAttribute('theme', theme);
      return settled();
    },
    theme,
  );
