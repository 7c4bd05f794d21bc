// SPDX-License-Identifier: MIT
// Published shapes opened in the page (as bench/pretrained.js): the most memory
// that the tab's process held, from the files to the first token, and how fast it writes then.
//
//   node bench/browser/opened.js [--shape gpt2|33M|1M] [--browser chromium|firefox] [--characters N]

import { readFileSync, readdirSync } from 'node:fs';
import { CHROMIUM, FIREFOX } from '../../tests/browser/support/browsers.js';
import { until } from '../../tests/browser/support/page-queries.js';
import { usage } from '../../tests/tools/native-program.js';
import { optionsWith, stop } from '../common.js';
import { FILES, folderOf } from '../pretrained-folder.js';
import { megabytes } from '../words.js';

const { shape, characters, ...options } = optionsWith({
  ...{ shape: 'gpt2', browser: 'chromium', characters: 128 },
});
folderOf(shape);

/** How a browser calls the processes of its tabs. @type {Record<string, RegExp>} */
const TABS = { chromium: /--type=renderer/, firefox: /-contentproc .*\btab$/ };

/** Most bytes that the largest of them has held. @param {RegExp} tabs */
function mostBytes(tabs) {
  const isTab = (/** @type {string} */ id) => {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return tabs.test(line.trim());
    } catch {
      return false; // It has ended.
    }
  };
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isTab(name));
  return Math.max(...ids.map((id) => usage(Number(id))?.bytes ?? 0));
}

/** In the page: opens the files, has them write at once, as a reader who presses Write, and again
 * when the analyses of the page have come to rest.
 * @param {{ paths: string[], chars: number }} asked */
async function openAndWrite({ paths, chars }) {
  const { app } = /** @type {any} */ (document.querySelector('glass-former'));
  const fetched = paths.map(async (path) => (await fetch(path)).blob());
  const files = await Promise.all(fetched);
  const begin = performance.now();
  const failed = await app.checkpoint.open(files);
  if (failed) return { failed: failed.text };
  const opened = performance.now();
  const { store, writing } = app;
  let first = 0;
  const unwatch = store.subscribe(() => {
    if (store.state.completion?.tokens.length > 0) first ||= performance.now();
  });
  app.selection.setSampler({ prompt: 'abcd efgh', chars });
  await writing.write();
  unwatch();
  const atOnce = performance.now() - first;
  const { session } = store.state;
  for (let asked = -1; asked !== session.analysisMs;) {
    asked = session.analysisMs;
    await new Promise((done) => setTimeout(done, 3000));
  }
  const rested = performance.now();
  const { tokens } = await session.sample({ prompt: 'abcd efgh', chars, seed: 1 });
  const rate = (/** @type {number} */ n, /** @type {number} */ ms) => (1000 * n) / ms;
  return {
    open_ms: opened - begin,
    first_token_ms: first - begin,
    tokens_a_second_at_once: rate(chars - 1, atOnce),
    tokens_a_second_at_rest: rate(tokens.length, performance.now() - rested),
  };
}

const browser = options.browser === 'firefox' ? FIREFOX : CHROMIUM;
if (browser.missing) stop(`left out: ${browser.missing}`);
const site = await browser.open({ folder: 'build' });
const page = await site.newPage('web/index.html');
await until(page, 'state.activations');
const before = mostBytes(TABS[options.browser]);
const paths = FILES.map((name) => `/pretrained/${shape}/${name}`);
const asked = { paths, chars: characters };
const figures = await page.evaluate(`(${openAndWrite})(${JSON.stringify(asked)})`);
if (figures.failed) stop(figures.failed);
const bytes = mostBytes(TABS[options.browser]);
console.log(
  `${shape} in ${browser.name}: ${megabytes(bytes)}, before ${megabytes(before)}`,
);
console.log(figures);
await site.close();
// What is left of the test runner that the browsers come with.
process.exit();
