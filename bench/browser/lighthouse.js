// SPDX-License-Identifier: MIT
// The page as Lighthouse sees it, with the throttling of its desktop preset, from a server that
// compresses texts as GitHub Pages does. Lighthouse sets itself up from npm in build/lighthouse.
//
//   node bench/browser/lighthouse.js [--times N] [--path PAGE] [--out FILE]
//                                                            → results/lighthouse.json

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM_NAMES } from '../../tests/browser/support/harness.js';
import { findProgram } from '../../tests/tools/find-program.js';
import { serveFolder } from '../../tests/tools/static-server.js';
import { ROOT, begin } from '../common.js';

const FOLDER = join(ROOT, 'build/lighthouse');
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
/** One with windows: it shows what Lighthouse asks for. */
const CHROME_PATH = String(findProgram(CHROMIUM_NAMES.slice(1)));
const { times, path, write } = begin({ times: 5, path: 'index.html' });

if (!existsSync(PROGRAM)) {
  mkdirSync(FOLDER, { recursive: true });
  const args = ['--no-audit', '--no-fund', '--prefix', FOLDER, LIGHTHOUSE];
  execFileSync('npm', ['install', ...args], { stdio: 'inherit' });
}

/** @param {string} url */
async function look(url) {
  const args = ['--preset=desktop', '--output=json', '--quiet'];
  const flags = '--chrome-flags=--headless=new --no-sandbox';
  const { stdout } = await promisify(execFile)('node', [PROGRAM, url, ...args, flags], {
    maxBuffer: 1 << 28,
    env: { ...process.env, CHROME_PATH },
  });
  const { categories } = JSON.parse(stdout);
  const score = (/** @type {string} */ name) =>
    Math.round(categories[name].score * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
  };
}

const server = await serveFolder(join(ROOT, 'build/web'), { gzip: true });
const results = [];
for (let run = 0; run < times; run++) {
  results.push(await look(server.url + path));
  console.log(JSON.stringify(results.at(-1)));
}
await server.close();
await write('lighthouse', { path, results });
