// SPDX-License-Identifier: MIT
// A stock Firefox, driven by puppeteer-core over WebDriver BiDi. Playwright, which drives
// Chromium, needs a Firefox of its own making. Pages have the part of Playwright's API in
// page-queries.js, so that one test body runs in both browsers.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after } from 'node:test';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { findProgram } from '../../tools/find-program.js';
import { SERVED } from './harness.js';
import { waitingBy } from './page-queries.js';
import { serveFolder } from '../../tools/static-server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Only a hanging Firefox takes this long. */
const START_MS = 120_000;
const ANSWER_MS = 300_000;

/** @typedef {import('puppeteer-core').Page} PuppeteerPage */
/** @typedef {import('puppeteer-core').KeyInput} Key */

/** @param {PuppeteerPage['keyboard']} keyboard */
const keyboardOf = (keyboard) => ({
  /** @param {string} keys a key, or several held together: "Control+Home" */
  async press(keys) {
    const names = /** @type {Key[]} */ (keys.length > 1 ? keys.split('+') : [keys]);
    for (const name of names) await keyboard.down(name);
    for (const name of names.reverse()) await keyboard.up(name);
  },
  /** @param {string} text */
  type: (text) => keyboard.type(text),
});

/**
 * @param {PuppeteerPage} page
 * @param {string} url of the site
 */
function watchPage(page, url) {
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`exception: ${error}`));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) requests.push(request.url());
  });

  /**
   * Runs a function in the page, or an expression; argument and result travel as JSON.
   *
   * @template T
   * @template [A=undefined]
   * @param {string | ((argument: A) => T | Promise<T>)} body self-contained
   * @param {A} [argument]
   * @returns {Promise<T>}
   */
  async function evaluate(body, argument) {
    const call = typeof body === 'string' ? body : `(${body})(...JSON.parse(text))`;
    const text = JSON.stringify(JSON.stringify([argument]));
    const answer = await page.evaluate(
      `(async (text) => JSON.stringify([await (${call})]))(${text})`,
    );
    return JSON.parse(/** @type {string} */ (answer))[0];
  }

  return {
    errors,
    requests,
    evaluate,
    keyboard: keyboardOf(page.keyboard),
    mouse: page.mouse,
    /** @param {string} path */
    goto: (path) => page.goto(new URL(path, url).href),
    waitForFunction: waitingBy(evaluate),
    /** @returns {Promise<Buffer>} the page as printed, a PDF file; as it waits a second for each
     * sheet, the first ones */
    pdf: async () =>
      Buffer.from(await page.pdf({ printBackground: true, pageRanges: '1-3' })),
    /** Screenshot into build/screenshots. @param {string} name */
    async picture(name) {
      const folder = join(ROOT, 'build/screenshots');
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
    assertQuiet: () => assert.deepEqual(errors, [], 'the page reported errors'),
    close: () => page.browserContext().close(),
  };
}

const PROGRAM = process.env.FIREFOX ?? findProgram(['firefox-esr', 'firefox']);

/** For `skip` of a test: why there is no Firefox, or false. */
export const NO_FIREFOX = PROGRAM
  ? false
  : 'no Firefox on PATH: run tests/tools/setup.sh test';

/** One Firefox for all sites of a file: it takes seconds to start.
 * @type {Promise<import('puppeteer-core').Browser> | undefined} */
let started;

async function start() {
  assert.ok(PROGRAM, String(NO_FIREFOX));
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    headless: true,
    timeout: START_MS,
    protocolTimeout: ANSWER_MS,
    // Pages keep the size of the window unless a test sets one.
    defaultViewport: null,
  });
}
after(async () => (await started)?.close());

/**
 * A served folder and a Firefox to look at it with.
 *
 * @param {object} [options]
 * @param {string} [options.folder] relative to the project; default build/web
 * @param {Record<string, string>} [options.headers] sent with every file
 */
export async function openFirefoxSite({ folder = 'build/web', headers } = {}) {
  const browser = await (started ??= start());
  /** @type {Set<{ close(): Promise<void> }>} */
  const contexts = new Set();
  const server = await serveFolder(join(ROOT, folder), { headers, ...SERVED });
  return {
    url: server.url,
    /**
     * A page that shares no storage with the last one.
     *
     * @param {string | null} [path] opened and loaded; null leaves the page blank
     * @param {{ viewport?: { width: number, height: number } }} [how] in CSS pixels
     */
    async newPage(path = '', { viewport } = {}) {
      const context = await browser.createBrowserContext();
      contexts.add(context);
      const page = await context.newPage();
      if (viewport) await page.setViewport(viewport);
      const watched = watchPage(page, server.url);
      if (path !== null) await watched.goto(path);
      const close = () => (contexts.delete(context), watched.close());
      return { ...watched, close };
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await server.close();
    },
  };
}
