// SPDX-License-Identifier: MIT
// Sessions in browsers: results equal Node's, and under each content security policy there is
// a worker, training in the page's thread, or an error that says why not.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SMALL, TEXT, WASM_URL, newEngine } from '../../wasm/support.js';
import { FIREFOX, WEBKIT } from '../support/browsers.js';
import { openSite } from '../support/harness.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = 'build/session-test';
const CONFIG = { ...SMALL, batch_size: 11 };
const STEPS = 12;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** The hash of the same run in one engine in Node. */
let expected = '';

/** @param {import('esbuild').BuildResult} result */
const textOf = ({ outputFiles }) => (outputFiles ?? assert.fail())[0].text;

before(async () => {
  const common = {
    bundle: true,
    write: false,
    logLevel: /** @type {const} */ ('error'),
  };
  const worker = await build({
    ...common,
    entryPoints: [`${ROOT}wasm/worker/entry.js`],
    format: 'iife',
  });
  const workerSource = textOf(worker);
  const wasm = readFileSync(WASM_URL).toString('base64');
  const entry = `
    import * as glass from './wasm/index.js';
    glass.provide({
      workerSource: ${JSON.stringify(workerSource)},
      wasm: () => Uint8Array.from(atob('${wasm}'), (c) => c.charCodeAt(0)),
    });
    globalThis.glass = glass;`;
  const bundle = await build({
    ...common,
    stdin: { contents: entry, resolveDir: ROOT },
    format: 'esm',
  });
  mkdirSync(`${ROOT}${FOLDER}`, { recursive: true });
  writeFileSync(`${ROOT}${FOLDER}/glass.js`, textOf(bundle));
  writeFileSync(`${ROOT}${FOLDER}/worker.js`, workerSource);
  writeFileSync(`${ROOT}${FOLDER}/index.html`, html());
  // A sandboxed frame has no origin of its own and loads modules only with this.
  const headers = { 'Access-Control-Allow-Origin': '*' };
  site = await openSite({ folder: FOLDER, headers });
  const lab = (await newEngine()).newLab(TEXT, CONFIG);
  for (let i = 0; i < STEPS; i++) lab.step();
  expected = lab.hash();
});

after(() => site?.close());

const html = (body = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">` +
  `<title>Glassformer</title><script type="module" src="/glass.js"></script>${body}`;

/**
 * A page of this site under a policy.
 *
 * @param {string} policy Content-Security-Policy; empty: none
 */
async function pageUnder(policy) {
  const page = await site.newPage(null);
  await page.route('**/page.html', (route) =>
    route.fulfill({
      body: html(),
      headers: {
        'Content-Type': 'text/html',
        ...(policy && { 'Content-Security-Policy': policy }),
      },
    }),
  );
  await page.goto('page.html');
  await page.waitForFunction(() => 'glass' in globalThis);
  return page;
}

/**
 * Runs in the page: trains and returns the result or the error.
 *
 * @param {{ text: string, config: object, steps: number, mode?: string,
 *   workers?: number, workerUrl?: string }} options
 */
async function trainInPage({ steps, ...options }) {
  const { glass } = /** @type {any} */ (globalThis);
  try {
    const session = await glass.createSession(options);
    const { mode } = session.info;
    const late = performance.now() + 90_000;
    while (options.workers && mode === 'worker' && session.workers < options.workers) {
      if (performance.now() > late) throw new Error('gradient workers do not start');
      await new Promise((done) => setTimeout(done, 10));
    }
    const run = session.run({ until: steps });
    const { text } = await session.sample({ prompt: 'the ', chars: 20 });
    await run;
    const hash = await session.hash();
    const { workers } = session;
    await session.close();
    return { mode, hash, workers, written: Array.from(text).length };
  } catch (error) {
    const { code, message, hint } = /** @type {any} */ (error);
    return { code, message, hint };
  }
}

const OPTIONS = { text: TEXT, config: CONFIG, steps: STEPS };

for (const options of [
  { mode: 'worker', workers: 1 },
  { mode: 'worker', workers: 3 },
  { mode: 'main', workers: 1 },
]) {
  const { mode, workers } = options;
  test(`Chromium, mode ${mode}, workers ${workers}: the weights of Node`, async () => {
    const page = await pageUnder('');
    const result = await page.evaluate(trainInPage, { ...OPTIONS, ...options });
    assert.deepEqual(result, { mode, hash: expected, workers, written: 20 });
    page.assertQuiet();
    const own = page.requests.filter((url) => !url.startsWith(site.url));
    assert.deepEqual(own, [], 'nothing is fetched from other sites');
    assert.equal(page.requests.length, 2, 'the page and its module');
    await page.context().close();
  });
}

const WASM = `script-src 'self' 'wasm-unsafe-eval'`;

/** @type {[string, string, Record<string, unknown>][]} */
const POLICIES = [
  ['that forbids wasm', `script-src 'self'`, { code: 'no-wasm-csp' }],
  ['that allows wasm and no blob: workers', WASM, { mode: 'main' }],
  ['that allows both', `${WASM}; worker-src blob:`, { mode: 'worker' }],
  [
    `that keeps everything else to 'self'`,
    `default-src 'self'; ${WASM}; worker-src blob:; connect-src 'self'; style-src 'self'; img-src data:`,
    { mode: 'worker' },
  ],
  [
    'that requires trusted types',
    `require-trusted-types-for 'script'`,
    { mode: 'worker' },
  ],
  [
    'whose trusted types are listed and do not include ours',
    `require-trusted-types-for 'script'; trusted-types other`,
    { mode: 'main' },
  ],
  [
    'whose trusted types include ours',
    `require-trusted-types-for 'script'; trusted-types glassformer`,
    { mode: 'worker' },
  ],
];

for (const [what, policy, wanted] of POLICIES) {
  test(`Chromium under a policy ${what}: ${Object.values(wanted)}`, async () => {
    const page = await pageUnder(policy);
    const result = await page.evaluate(trainInPage, { ...OPTIONS, workers: 1 });
    if ('code' in wanted) {
      assert.equal(result.code, wanted.code, JSON.stringify(result));
      assert.match(result.hint, /wasm-unsafe-eval/);
    } else {
      assert.equal(result.mode, wanted.mode, JSON.stringify(result));
      assert.equal(result.hash, expected);
    }
    await page.context().close();
  });
}

test('Chromium: mode worker is an error with a hint where workers are forbidden', async () => {
  const page = await pageUnder(WASM);
  const result = await page.evaluate(trainInPage, { ...OPTIONS, mode: 'worker' });
  assert.equal(result.code, 'no-worker', JSON.stringify(result));
  assert.match(result.hint, /worker-src/);
  await page.context().close();
});

test('Chromium: a worker file of the same site works where blob: is forbidden', async () => {
  const page = await pageUnder(`${WASM}; worker-src 'self'`);
  const options = { ...OPTIONS, mode: 'worker', workers: 2, workerUrl: '/worker.js' };
  const result = await page.evaluate(trainInPage, options);
  assert.equal(result.hash, expected, JSON.stringify(result));
  await page.context().close();
});

test('Chromium: a sandboxed frame without an origin trains in a worker', async () => {
  const page = await site.newPage(null);
  await page.route('**/page.html', (route) =>
    route.fulfill({
      body: html('<iframe sandbox="allow-scripts" src="/index.html"></iframe>'),
      headers: { 'Content-Type': 'text/html' },
    }),
  );
  await page.goto('page.html');
  const frame = page.frames()[1];
  await frame.waitForFunction(() => 'glass' in globalThis);
  const result = await frame.evaluate(trainInPage, { ...OPTIONS, workers: 2 });
  assert.equal(result.mode, 'worker', JSON.stringify(result));
  assert.equal(result.hash, expected);
  await page.context().close();
});

test('Chromium: insecure pages get the same hash', async () => {
  // Not localhost, so crypto.subtle is missing; the engine has its own SHA-256.
  const page = await site.newPage(null);
  await page.route('http://insecure.test/**', (route) => {
    const isModule = route.request().url().endsWith('glass.js');
    return route.fulfill(
      isModule
        ? { path: `${ROOT}${FOLDER}/glass.js`, contentType: 'text/javascript' }
        : { body: html(), contentType: 'text/html' },
    );
  });
  await page.goto('http://insecure.test/');
  await page.waitForFunction(() => 'glass' in globalThis);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const result = await page.evaluate(trainInPage, { ...OPTIONS, workers: 1 });
  assert.equal(result.hash, expected, JSON.stringify(result));
  await page.context().close();
});

for (const { name, missing: skip, open } of [FIREFOX, WEBKIT]) {
  test(
    `${name}: the weights of Node, in workers and in the page`,
    { skip },
    async () => {
      const opened = await open({ folder: FOLDER });
      try {
        /** @type {any} */
        const page = await opened.newPage('index.html');
        await page.waitForFunction(() => 'glass' in globalThis);
        for (const { mode, workers } of [
          { mode: 'worker', workers: 2 },
          { mode: 'main', workers: 1 },
        ]) {
          const result = await page.evaluate(trainInPage, {
            ...OPTIONS,
            mode,
            workers,
          });
          assert.deepEqual(result, { mode, hash: expected, workers, written: 20 });
        }
        page.assertQuiet();
      } finally {
        await opened.close();
      }
    },
  );
}
