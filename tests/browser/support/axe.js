// SPDX-License-Identifier: MIT
// Violations that axe-core finds on a page in either browser, and targets too small for a
// mouse or a finger.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { inPage } from './page-queries.js';
import { smallTargets } from './targets.js';

/** @typedef {Pick<import('./page-queries.js').Page, 'evaluate'>} Page */

const AXE = new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url);

/** The rules that another theme may break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** In the page, as text: the page's policy forbids scripts, the debugger's does not.
 * @param {string[]} parts paths through shadow roots; none for the whole page
 * @param {string[]} [rules] these only */
const asked = (parts, rules) => `(async () => {
  const element = document.querySelector('glass-former');
  const include = ${JSON.stringify(parts)}.map((path) => path.split(' ').reduce(
    (root, name) => (root.shadowRoot ?? root).querySelector(name), element));
  const lean = { resultTypes: ['violations'], preload: false,
    ...${JSON.stringify(rules ? { runOnly: rules } : {})} };
  const { violations } = await axe.run(include.length > 0 ? { include } : document, lean);
  return violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target }) => target.join(' ')).join('; '));
})()`;

/** @param {Page} page @param {string[]} parts paths through shadow roots, of what has changed
 * since the whole page was looked at; none for the whole page
 * @returns {Promise<string[]>} rule and places */
export async function objections(page, ...parts) {
  await addAxe(page);
  return [...(await page.evaluate(asked(parts))), ...(await smallTargets(page, parts))];
}

/** @param {Page} page */
async function addAxe(page) {
  if (!(await page.evaluate(`'axe' in globalThis`)))
    await page.evaluate(`(() => { ${await readFile(AXE, 'utf8')}; })()`);
}

/** Fails with what axe objects to in the colours of either theme, and in one of them to all else:
 * sizes, names and roles are the same in both.
 * @param {Page} page @param {string} where @param {string} [other] the theme of colours alone */
export async function checkInBothThemes(page, where, other = 'dark') {
  await wear(page, other);
  await addAxe(page);
  assert.deepEqual(
    await page.evaluate(asked([], OF_COLOURS)),
    [],
    `${where}, ${other}`,
  );
  await wear(page, other === 'dark' ? 'light' : 'dark');
  await checkWithAxe(page, where);
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
