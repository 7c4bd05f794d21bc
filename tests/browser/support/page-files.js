// SPDX-License-Identifier: MIT
// The scripts of the built page by when they are fetched: with the page, and when it is idle.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reached } from '../../../web/build/bundles.js';

/** @typedef {import('./harness.js').Page} Page */

const FOLDER = fileURLToPath(new URL('../../../build/web/', import.meta.url));

/** What is fetched when the page is idle (web/page/later.js). */
const LATER = /^chunks\/(more|more-views|code|fables|panel|help)-\w+\.js$/;

/** @param {string} file @param {RegExp} statement */
const importsOf = (file, statement) =>
  [...readFileSync(`${FOLDER}${file}`, 'utf8').matchAll(statement)].map(
    ([, name]) => `chunks/${name}`,
  );

/** Files with all that they import statically. @param {string[]} files */
const withImports = (files) =>
  reached(files, (file) =>
    importsOf(file, /(?:from|import)\s*"\.\/(?:chunks\/)?([\w-]+\.js)"/g),
  );

/** Paths in the folder of the page. */
export function pageScripts() {
  const first = withImports(['page.js']);
  const wanted = [...first].flatMap((file) =>
    importsOf(file, /import\("\.\/(?:chunks\/)?([\w-]+\.js)"\)/g),
  );
  const idle = withImports(wanted.filter((file) => LATER.test(file)));
  return {
    first: [...first].sort(),
    idle: [...idle].filter((file) => !first.has(file)).sort(),
  };
}

/** Paths that the page has requested, but for icons, sorted.
 * @param {Page} page @param {string} url of its site */
export const requested = (page, url) =>
  page.requests
    .map((each) => (each.startsWith(url) ? each.slice(url.length) : each))
    .filter((path) => !path.endsWith('.svg'))
    .sort();

/** Resolves when the page has requested what it does when it is idle.
 * @param {Page} page @param {string} url of its site */
export async function idleFetched(page, url) {
  for (const file of pageScripts().idle)
    while (!page.requests.includes(url + file)) await page.waitForEvent('request');
}
