// SPDX-License-Identifier: MIT
// The start of every browser test: a served folder, Chromium, and pages that record errors
// and requests.
//
//   const site = await openTestSite();               // serves build/web
//   const page = await site.newPage('index.html');   // a fresh context each
//   …                                                // closed and checked afterwards

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { VIEWS } from '../../../web/views/registry.data.js';
import { PUBLIC_FILES, publishedPath } from '../../published.js';
import { findProgram } from '../../tools/find-program.js';
import { serveFolder } from '../../tools/static-server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The headless shell, Chromium without its own windows, opens a page in half the time. */
export const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** A page that never answers fails its test instead of hanging the run. */
const ACTION_MS = 120_000;

/** No traffic of the browser's own: tests count requests. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
];

/** Pages of tests, served beside those of the product; and published models, if they are there. */
const TEST_PAGES = {
  'views.html': fileURLToPath(new URL('views.html', import.meta.url)),
  ...Object.fromEntries(
    Object.values(PUBLIC_FILES).map((name) => [name, publishedPath(name)]),
  ),
};

/** All but what `view` brings with it, and the stage. */
export const SHOWN = VIEWS.filter((name) => !['run', 'stage', 'status'].includes(name));

/** How a folder is served to tests. */
export const SERVED = {
  beside: TEST_PAGES,
  edit: (/** @type {string} */ html) => html.replace('{views}', SHOWN.join(' ')),
};

/**
 * A real Chromium. Each launch has an empty profile of its own.
 *
 * @param {string[]} [flags] more command line switches
 */
async function launchChromium(flags = []) {
  const executablePath = process.env.CHROMIUM ?? findProgram(CHROMIUM_NAMES);
  assert.ok(executablePath, 'no Chromium on PATH: run tests/tools/setup.sh test');
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    headless: true,
    // Chromium's own sandbox refuses to start for root, as in most containers.
    chromiumSandbox: !isRoot,
    args: [...FLAGS, ...flags],
  });
}

/**
 * @typedef {object} PageRecord
 * @property {string[]} errors console errors, uncaught exceptions, failed requests
 * @property {string[]} requests URL of every request but data: and blob:
 * @property {() => Promise<unknown>} loaded when no request is under way: who leaves the page
 *   earlier ends one
 * @property {() => void} assertQuiet fails with the errors when there are any
 * @property {(name: string) => Promise<string>} picture screenshot into build/screenshots
 */

/**
 * Starts watching a page and adds the record's members to it.
 *
 * @param {import('playwright-core').Page} page
 * @returns {import('playwright-core').Page & PageRecord}
 */
function watchPage(page) {
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const requests = [];
  /** Under way. @type {Set<import('playwright-core').Request>} */
  const open = new Set();
  page.setDefaultTimeout(ACTION_MS);
  page.on('request', (request) => open.add(request));
  /** @type {(() => void)[]} */
  const waiting = [];
  const end = (/** @type {import('playwright-core').Request} */ request) => {
    open.delete(request);
    if (open.size === 0) for (const go of waiting.splice(0)) go();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // "Failed to load resource" does not say which.
    errors.push(`console: ${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(`exception: ${error.stack || error}`));
  const loaded = () =>
    new Promise((done) =>
      open.size > 0 ? waiting.push(() => done(null)) : done(null),
    );
  let isLeaving = false;
  /** Requests of a page that was left. @type {WeakSet<import('playwright-core').Request>} */
  const left = new WeakSet();
  page.on('framenavigated', (frame) => {
    if (!isLeaving || frame !== page.mainFrame()) return;
    for (const request of open) left.add(request);
    isLeaving = false;
  });
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // A browser that leaves a page drops what it was still fetching, the icon for its tab too.
    const isLeft = isLeaving || left.has(request) || /icon/.test(request.url());
    if (isLeft && /ABORTED/.test(errorText)) return;
    errors.push(`request: ${request.url()} ${errorText}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) requests.push(request.url());
  });
  /** A module that is dropped would be an error of the page: what is under way ends first.
   * @template {unknown[]} A @template R @param {(...how: A) => Promise<R>} go */
  const whenLoaded =
    (go) =>
    async (/** @type {A} */ ...how) => {
      await loaded();
      isLeaving = true;
      try {
        return await go(...how);
      } finally {
        isLeaving = false;
      }
    };
  return Object.assign(page, {
    errors,
    requests,
    loaded,
    goto: whenLoaded(page.goto.bind(page)),
    reload: whenLoaded(page.reload.bind(page)),
    assertQuiet: () => assert.deepEqual(errors, [], 'the page reported errors'),
    picture: async (/** @type {string} */ name) => {
      const folder = join(ROOT, 'build/screenshots');
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
  });
}

/** The browser of all sites without flags of their own, in a process that keeps it.
 * @type {ReturnType<typeof launchChromium> | undefined} */
let kept;

/** @param {string[]} [flags] */
async function openChromium(flags) {
  if (flags || !process.env.KEEP_BROWSER) {
    const browser = await launchChromium(flags);
    return { browser, close: () => browser.close() };
  }
  kept ??= launchChromium();
  if (!(await kept).isConnected()) kept = launchChromium();
  return { browser: await kept, close: async () => {} };
}

/**
 * A served folder and a browser to look at it with.
 *
 * @param {object} [options]
 * @param {string} [options.folder] relative to the project; default build/web
 * @param {string[]} [options.flags] for Chromium
 * @param {Record<string, string>} [options.headers] sent with every file
 * @param {number} [options.cores] that its pages are told of; all
 */
export async function openSite({ folder = 'build/web', flags, headers, cores } = {}) {
  const root = join(ROOT, folder);
  assert.ok(existsSync(root), `${folder} is not there: run make web`);
  const server = await serveFolder(root, { headers, ...SERVED });
  const { browser, close } = await openChromium(flags);
  /** @type {import('playwright-core').BrowserContext[]} */
  const contexts = [];
  return {
    url: server.url,
    browser,
    /**
     * A page in a context of its own (no storage shared with the last one).
     *
     * @param {string | null} [path] opened and loaded; null leaves the page blank
     * @param {import('playwright-core').BrowserContextOptions} [context]
     */
    async newPage(path = '', context = {}) {
      const owner = await browser.newContext({ baseURL: server.url, ...context });
      contexts.push(owner);
      if (cores)
        await owner.addInitScript(
          (value) => Object.defineProperty(navigator, 'hardwareConcurrency', { value }),
          cores,
        );
      const page = watchPage(await owner.newPage());
      if (path !== null) await page.goto(path);
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await close();
      await server.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openTestSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

/**
 * A site for all tests of a file. After each test no page may have reported errors, and the
 * pages that it opened are closed; a test that provokes errors closes its page itself. A page
 * trains with one worker unless it is told otherwise, as others beside it need the cores.
 *
 * @param {Parameters<typeof openSite>[0]} [options]
 */
export async function openTestSite(options) {
  const site = await openSite({ cores: 1, ...options });
  /** @type {Awaited<ReturnType<typeof site.newPage>>[]} */
  const pages = [];
  /** How many pages were open when each running test or subtest began. @type {number[]} */
  const counts = [];
  beforeEach(() => void counts.push(pages.length));
  afterEach(async () => {
    const opened = pages.splice(counts.pop() ?? 0).filter((page) => !page.isClosed());
    await Promise.all(opened.map((page) => page.context().close()));
    for (const page of [...pages, ...opened]) page.assertQuiet();
  });
  after(() => site.close());
  return {
    ...site,
    /** @type {typeof site.newPage} */
    async newPage(...how) {
      const page = await site.newPage(...how);
      pages.push(page);
      return page;
    },
  };
}
