// SPDX-License-Identifier: MIT
// WebKitGTK, driven over WebDriver by the program that Debian ships with it. It has no mode
// without a screen, so it gets one of Xvfb. A session is a browser of its own with an empty
// store; its pages have the part of Playwright's API in page-queries.js. The protocol does not
// tell what is said on a console: pages are sent with a script that listens first.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../tools/find-program.js';
import { freePort, serveFolder } from '../../tools/static-server.js';
import { SERVED } from './harness.js';
import { waitingBy } from './page-queries.js';
import { command, openSession } from './webdriver.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Only a hanging program takes this long. */
const START_MS = 120_000;
const ANSWER_MS = 300_000;
const POLL_MS = 50;

const missing = ['WebKitWebDriver', 'Xvfb'].filter((name) => !findProgram([name]));

/** For `skip` of a test: why there is no WebKit, or false. */
export const NO_WEBKIT =
  missing.length > 0 &&
  `no ${missing.join(', ')} on PATH: run tests/tools/setup.sh test`;

/** Collects what goes wrong on a page. Runs before everything else, in the page. */
function listen() {
  const page = /** @type {any} */ (globalThis);
  /** @type {string[]} */
  const heard = (page.heard = []);
  const { error } = console;
  console.error = (...words) => {
    heard.push(`console: ${words.join(' ')}`);
    error.apply(console, words);
  };
  // Those of elements do not bubble.
  addEventListener(
    'error',
    ({ target, message }) =>
      heard.push(
        target === window
          ? `exception: ${message}`
          : `request: ${/** @type {HTMLImageElement} */ (target).src}`,
      ),
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    heard.push(`exception: ${reason}`),
  );
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    heard.push(`policy: ${violatedDirective} ${blockedURI}`),
  );
}

// The runner of the tests ends a file that takes too long.
const END = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/** A program that ends with this process, however that ends.
 * @param {string} name @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options */
function start(name, args, options) {
  const child = spawn(name, args, options);
  const kill = () => void child.kill();
  const exit = () => process.exit(1);
  process.once('exit', kill);
  for (const signal of END) process.once(signal, exit);
  const ended = once(child, 'exit').then(() => {
    process.off('exit', kill);
    for (const signal of END) process.off(signal, exit);
  });
  return {
    child,
    ended,
    async end() {
      kill();
      await ended;
    },
  };
}

/** A screen that no other program has. */
async function openScreen() {
  const size = ['-screen', '0', '2000x1600x24'];
  const screen = start('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', ...size], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(/** @type {import('node:stream').Readable} */ (screen.child.stdio[3]), 'data'),
    screen.ended.then(() => assert.fail('Xvfb ended')),
  ]);
  return { name: `:${String(number).trim()}`, end: screen.end };
}

/** Layers are put together by the processor: OpenGL without a graphics card takes half of it. */
const ENVIRONMENT = {
  GDK_BACKEND: 'x11',
  NO_AT_BRIDGE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
};

/** @param {string} screen */
async function startDriver(screen) {
  // Another program may take the port first.
  for (let tries = 0; tries < 5; tries++) {
    const port = await freePort();
    const driver = start('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, ...ENVIRONMENT, DISPLAY: screen },
      stdio: 'ignore',
    });
    const url = `http://127.0.0.1:${port}`;
    for (const late = Date.now() + START_MS; driver.child.exitCode === null;) {
      const { ready } = await command(`${url}/status`, 'GET').catch(() => ({}));
      if (ready) return { url, end: driver.end };
      if (Date.now() > late) {
        await driver.end();
        assert.fail('WebKitWebDriver does not answer');
      }
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }
  return assert.fail('WebKitWebDriver does not start');
}

/** @param {string} screen @param {string} url of the site */
async function openPage(screen, url) {
  /** @type {string[]} */
  const errors = [];
  const driver = await startDriver(screen);
  const session = await openSession(driver.url, {}, ANSWER_MS);

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
    const heard = 'globalThis.heard?.splice(0) ?? []';
    const [answer, said] = await session.evaluate(
      `Promise.all([${call}]).then(([answer]) => [answer, ${heard}])`,
      JSON.stringify([argument]),
    );
    errors.push(...said);
    return answer;
  }

  return {
    errors,
    /** What the site's server was asked for; the protocol does not tell of others.
     * @type {string[]} */
    requests: [],
    evaluate,
    keyboard: session.keyboard,
    mouse: session.mouse,
    /** @param {string} path */
    async goto(path) {
      await evaluate('0');
      const wanted = new URL(path, url);
      await session.post('url', { url: wanted.href });
      // On a busy machine the answer may come before the page's modules have run.
      const there = JSON.stringify(wanted.pathname + wanted.search);
      await this.waitForFunction(
        `location.pathname + location.search === ${there} && document.readyState === 'complete'`,
      );
    },
    waitForFunction: waitingBy(evaluate),
    /** @returns {Promise<Buffer>} */
    pdf: () => Promise.reject(new Error('WebKitGTK does not print over WebDriver')),
    assertQuiet: () => assert.deepEqual(errors, [], 'the page reported errors'),
    /** Makes the page as large as asked, whatever the window has round it.
     * @param {{ width: number, height: number }} size CSS pixels */
    async setViewport({ width, height }) {
      const size = () => evaluate('[innerWidth, innerHeight]');
      await session.post('window/rect', { width, height });
      const [across, down] = await size();
      const outside = { width: 2 * width - across, height: 2 * height - down };
      await session.post('window/rect', outside);
      await this.waitForFunction(
        `innerWidth === ${width} && innerHeight === ${height}`,
      );
    },
    async close() {
      await session.close();
      await driver.end();
    },
  };
}

/**
 * A served folder and a WebKit to look at it with.
 *
 * @param {object} [options]
 * @param {string} [options.folder] relative to the project; default build/web
 * @param {Record<string, string>} [options.headers] sent with every file
 */
export async function openWebKitSite({ folder = 'build/web', headers } = {}) {
  assert.ok(!NO_WEBKIT, String(NO_WEBKIT));
  const screen = await openScreen();
  /** @type {Set<Awaited<ReturnType<typeof openPage>>>} */
  const pages = new Set();
  const server = await serveFolder(join(ROOT, folder), {
    ...{ headers, ...SERVED },
    edit: (html) =>
      html.replace(/^<!doctype html>/i, `$&<script>(${listen})()</script>`),
    onRequest: (path) => {
      for (const { requests } of pages) requests.push(new URL(path, server.url).href);
    },
  });
  return {
    url: server.url,
    /**
     * A page that shares no storage with the last one.
     *
     * @param {string | null} [path] opened and loaded; null leaves the page blank
     * @param {{ viewport?: { width: number, height: number } }} [how] in CSS pixels
     */
    async newPage(path = '', { viewport } = {}) {
      const page = await openPage(screen.name, server.url);
      pages.add(page);
      if (viewport) await page.setViewport(viewport);
      if (path !== null) await page.goto(path);
      return { ...page, close: () => (pages.delete(page), page.close()) };
    },
    async close() {
      await Promise.all([...pages].map((page) => page.close()));
      await screen.end();
      await server.close();
    },
  };
}
