// SPDX-License-Identifier: MIT
// Published shapes opened in the page (bench/pretrained.js makes their folders): the most memory
// that the tab's process held, from the files to the first token, and how fast it writes then.
//
//   node bench/browser/opened.js [--shape gpt2|33M|1M] [--browser chromium|firefox] [--characters N]

import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM, FIREFOX } from '../../tests/browser/support/browsers.js';
import { until } from '../../tests/browser/support/page-queries.js';
import { usage } from '../../tests/tools/native-program.js';
import { ROOT, optionsWith, stop } from '../common.js';
import { FILES } from '../pretrained-folder.js';
import { megabytes } from '../words.js';

const options = optionsWith({ shape: 'gpt2', browser: 'chromium', characters: 128 });
const FOLDER = 'build/opened';
const from = join(ROOT, 'build/pretrained', options.shape);
if (!existsSync(from)) stop(`node bench/pretrained.js --shape ${options.shape} first`);
rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
cpSync(join(ROOT, 'build/web'), join(ROOT, FOLDER), { recursive: true });
mkdirSync(join(ROOT, FOLDER, 'model'));
for (const name of FILES) linkSync(join(from, name), join(ROOT, FOLDER, 'model', name));

/** How a browser calls the processes of its tabs. */
/** @type {Record<string, RegExp>} */
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
 * @param {{ names: string[], chars: number }} asked */
async function openAndWrite({ names, chars }) {
  const { app } = /** @type {any} */ (document.querySelector('glass-former'));
  const files = await Promise.all(
    names.map(async (name) => (await fetch(`model/${name}`)).blob()),
  );
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
    open: opened - begin,
    first: first - begin,
    atOnce: rate(chars - 1, atOnce),
    atRest: rate(tokens.length, performance.now() - rested),
  };
}

const browser = options.browser === 'firefox' ? FIREFOX : CHROMIUM;
if (browser.missing) stop(`left out: ${browser.missing}`);
const site = await browser.open({ folder: FOLDER });
const page = await site.newPage('index.html');
await until(page, 'state.activations');
const before = mostBytes(TABS[options.browser]);
const asked = { names: FILES, chars: options.characters };
const figures = await page.evaluate(`(${openAndWrite})(${JSON.stringify(asked)})`);
if (figures.failed) stop(figures.failed);
const bytes = mostBytes(TABS[options.browser]);
console.log(
  `${options.shape} in ${browser.name}: ${megabytes(bytes)} (${megabytes(before)} before), open ` +
    `${(figures.open / 1000).toFixed(2)} s, first token after ${(figures.first / 1000).toFixed(2)} s, ` +
    `${figures.atOnce.toFixed(1)} tokens/s at once, ${figures.atRest.toFixed(1)} at rest`,
);
await site.close();
// What is left of the test runner that the browsers come with.
process.exit();
