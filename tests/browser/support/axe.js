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

/** @param {Page} page @param {string[]} parts paths through shadow roots; none for the whole page
 * @param {string[]} [rules] these only @returns {Promise<string[]>} rule and places */
async function violationsOn(page, parts, rules) {
  if (!(await page.evaluate(`'axe' in globalThis`)))
    await page.evaluate(`(() => { ${await readFile(AXE, 'utf8')}; })()`);
  return inPage(
    page,
    async ({ deep }, { parts, rules }) => {
      const lean = { resultTypes: ['violations'], preload: false };
      const how = rules ? { ...lean, runOnly: rules } : lean;
      const where = parts.length > 0 ? { include: parts.map(deep) } : document;
      const { violations } = await /** @type {any} */ (globalThis).axe.run(where, how);
      return violations.map(
        (/** @type {any} */ { id, nodes }) =>
          `${id}: ${nodes.map((/** @type {any} */ { target }) => target.join(' ')).join('; ')}`,
      );
    },
    { parts, rules },
  );
}

/** @param {Page} page @param {string[]} parts paths through shadow roots, of what has changed
 * since the whole page was looked at; none for the whole page
 * @returns {Promise<string[]>} rule and places */
export const objections = async (page, ...parts) => [
  ...(await violationsOn(page, parts)),
  ...(await smallTargets(page, parts)),
];

/** Fails with what axe objects to in the colours of either theme, and in one of them to all else:
 * sizes, names and roles are the same in both.
 * @param {Page} page @param {string} where @param {string} [other] the theme of colours alone */
export async function checkInBothThemes(page, where, other = 'dark') {
  await wear(page, other);
  assert.deepEqual(await violationsOn(page, [], OF_COLOURS), [], `${where}, ${other}`);
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
