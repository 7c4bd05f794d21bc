// SPDX-License-Identifier: MIT
// Sessions in Chromium: results equal Node's, and under each content security policy there is
// a worker, training in the page's thread, or an error that says why not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite } from '../support/harness.js';
import {
  FOLDER,
  OPTIONS,
  ROOT,
  expectedHash,
  html,
  trainInPage,
  writePages,
} from '../support/session-page.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
let expected = '';

before(async () => {
  await writePages();
  // A sandboxed frame has no origin of its own and loads modules only with this.
  const headers = { 'Access-Control-Allow-Origin': '*' };
  site = await openSite({ folder: FOLDER, headers });
  expected = await expectedHash();
});

after(() => site?.close());

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
