// SPDX-License-Identifier: MIT
// Violations that axe-core finds on a page in either browser, and targets too small for a
// mouse or a finger.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { inPage } from './page-queries.js';
import { smallTargets } from './targets.js';

/** @typedef {Pick<import('./page-queries.js').Page, 'evaluate'>} Page */

const AXE = new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url);

/** In the page, as text: the page's policy forbids scripts, the debugger's does not.
 * @param {string[]} parts paths through shadow roots; none for the whole page */
const asked = (parts) => `(async () => {
  const element = document.querySelector('glass-former');
  const include = ${JSON.stringify(parts)}.map((path) => path.split(' ').reduce(
    (root, name) => (root.shadowRoot ?? root).querySelector(name), element));
  const lean = { resultTypes: ['violations'], preload: false };
  const { violations } = await axe.run(include.length > 0 ? { include } : document, lean);
  return violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target }) => target.join(' ')).join('; '));
})()`;

/** @param {Page} page @param {string[]} parts paths through shadow roots, of what has changed
 * since the whole page was looked at; none for the whole page
 * @returns {Promise<string[]>} rule and places */
export async function objections(page, ...parts) {
  if (!(await page.evaluate(`'axe' in globalThis`)))
    await page.evaluate(`(() => { ${await readFile(AXE, 'utf8')}; })()`);
  return [...(await page.evaluate(asked(parts))), ...(await smallTargets(page, parts))];
}

/** Fails with what axe objects to. @param {Page} page @param {string} where
 * @param {string[]} parts as for objections */
export async function checkWithAxe(page, where, ...parts) {
  assert.deepEqual(await objections(page, ...parts), [], where);
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
