// SPDX-License-Identifier: MIT
// What axe-core objects to on a page, which must have been opened with `bypassCSP`, and what
// is too small to be hit by a mouse or a finger.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { smallTargets } from './targets.js';

/** @typedef {import('playwright-core').Page} Page */

const AXE = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);

/** @param {Page} page @returns {Promise<string[]>} rule and places */
export async function objections(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.addScriptTag({ content: await readFile(AXE, 'utf8') });
  const found = await page.evaluate(async () => {
    const lean = { resultTypes: ['violations'], preload: false };
    const { violations } = await /** @type {any} */ (globalThis).axe.run(lean);
    return violations.map((/** @type {any} */ { id, nodes }) => {
      const where = nodes.map((/** @type {any} */ n) => n.target.join(' '));
      return `${id}: ${where.join('; ')}`;
    });
  });
  return [...found, ...(await smallTargets(page))];
}

/** Fails with what axe objects to. @param {Page} page @param {string} where */
export async function checkWithAxe(page, where) {
  assert.deepEqual(await objections(page), [], where);
}
