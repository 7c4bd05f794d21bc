// SPDX-License-Identifier: MIT
// The published package in projects with a bundler: what webpack and Vite make of it trains.

import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildWithVite, bundleWithWebpack, packedProject } from '../../tools/packed.js';
import { serveFolder } from '../../tools/static-server.js';
import { openTestSite } from '../support/harness.js';

const SESSION = `
import { createSession } from 'glassformer';
const text = 'the cat sat on the mat. the dog sat on the log. '.repeat(40);
const config = { n_layer: 1, n_embd: 12, n_head: 3, block_size: 10, batch_size: 5 };
const session = await createSession({ text, config, workers: 2 });
await session.run({ until: 7 });
globalThis.result = [session.info.mode, session.steps, await session.hash()];
`;
const ELEMENT = `
import 'glassformer/element';
const element = document.querySelector('glass-former');
await element.step(3);
globalThis.result = [element.session.info.mode, element.session.steps];
`;
/** The tag with the import of sessions. */
const MISTAKEN = `
import 'glassformer';
`;
const TAG = '<glass-former corpus="fables" preset="tiny"></glass-former>';
const html = (/** @type {string} */ script, body = '') =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Bundled</title>
${body}
<script type="module" src="${script}"></script></html>`;

const site = await openTestSite();
/** @type {ReturnType<typeof packedProject>} */
let project;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;

before(async () => {
  project = packedProject();
  project.write('src/session.js', SESSION);
  project.write('src/element.js', ELEMENT);
  project.write('src/mistaken.js', MISTAKEN);
  project.write('index.html', html('./src/session.js'));
  buildWithVite(project);
  bundleWithWebpack(project, {
    session: './src/session.js',
    element: './src/element.js',
    mistaken: './src/mistaken.js',
  });
  for (const [name, body] of [
    ['session', ''],
    ['element', TAG],
    ['mistaken', TAG],
  ])
    project.write(`webpack/${name}.html`, html(`./${name}.js`, body));
  server = await serveFolder(project.folder);
});
after(async () => {
  await server.close();
  project.remove();
});

/** What the script of a page has found.
 * @param {string} path @param {import('../support/harness.js').Page} page */
async function resultOf(path, page) {
  await page.goto(server.url + path);
  await page.waitForFunction(() => 'result' in globalThis);
  return page.evaluate(() => /** @type {any} */ (globalThis).result);
}

test('a session trains in a worker, the same in a bundle of webpack and of Vite', async () => {
  const hashes = [];
  for (const path of ['webpack/session.html', 'dist/index.html']) {
    const [mode, steps, hash] = await resultOf(path, await site.newPage(null));
    assert.deepEqual([mode, steps], ['worker', 7], path);
    hashes.push(hash);
  }
  assert.match(hashes[0], /^[0-9a-f]{64}$/);
  assert.equal(hashes[0], hashes[1]);
});

test('the element trains in a bundle of webpack', async () => {
  const page = await site.newPage(null);
  assert.deepEqual(await resultOf('webpack/element.html', page), ['worker', 3]);
});

test('a page that imports sessions for its tag is told what to import', async () => {
  const page = await site.newPage(null);
  const warning = page.waitForEvent('console');
  await page.goto(`${server.url}webpack/mistaken.html`);
  assert.match((await warning).text(), /import 'glassformer\/element' to register/);
});

test('a session without its worker trains in the page, and the console says why', async () => {
  const assets = join(project.folder, 'dist/assets');
  const [worker] = readdirSync(assets).filter((name) => name.startsWith('worker'));
  rmSync(join(assets, worker));
  const page = await site.newPage(null);
  const warning = page.waitForEvent('console', (each) => each.type() === 'warning');
  const result = await resultOf('dist/index.html', page);
  assert.match((await warning).text(), /no worker.*`workerUrl`/s);
  assert.deepEqual(result.slice(0, 2), ['main', 7]);
  await page.context().close();
});
