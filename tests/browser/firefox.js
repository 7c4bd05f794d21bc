// SPDX-License-Identifier: MIT
// A real Firefox through WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which
// stock builds speak without a driver program. Only what the tests need.
//
//   const site = await openFirefoxSite();        // null when there is no Firefox
//   await site.goto('index.html');
//   const title = await site.evaluate(() => document.title);
//   await site.waitFor(() => document.querySelector('canvas') !== null);
//   site.assertQuiet();
//   await site.close();

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../tools/find-program.js';
import { serveFolder } from '../tools/static-server.js';
import { connect } from './websocket.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Only what is stuck takes this long, however busy the machine. */
const START_MS = 120_000;
const ANSWER_MS = 300_000;
const POLL_MS = 50;

/** Nothing on its own account: no updates, no reports, no first-run pages. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'https://localhost:9',
};

/**
 * Starts Firefox with an empty profile.
 *
 * @param {string} program
 */
async function launch(program) {
  const profile = mkdtempSync(join(tmpdir(), 'glassformer-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const ended = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    // Content processes let go of the profile a moment after their parent is gone.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  let output = '';
  try {
    const address = await new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`silent:\n${output}`)), START_MS);
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`exit ${code}:\n${output}`)));
      child.stderr.on('data', (chunk) => {
        output += chunk;
        const found = output.match(/WebDriver BiDi listening on (ws:\S+)/);
        if (!found) return;
        clearTimeout(timer);
        done(found[1]);
      });
    });
    return { address: `${address}/session`, stop };
  } catch (error) {
    await stop();
    throw new Error('Firefox did not start', { cause: error });
  }
}

/**
 * A connection on which commands have answers.
 *
 * @param {string} address
 * @param {(method: string, params: any) => void} onEvent
 */
async function openSession(address, onEvent) {
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  let id = 0;
  const socket = await connect(address, (text) => {
    const message = JSON.parse(text);
    if (message.type === 'event') onEvent(message.method, message.params);
    else waiting.get(message.id)?.(message);
  });
  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  const send = (method, params) =>
    new Promise((done, fail) => {
      const mine = ++id;
      const timer = setTimeout(() => {
        waiting.delete(mine);
        fail(new Error(`Firefox did not answer ${method} in ${ANSWER_MS} ms`));
      }, ANSWER_MS);
      waiting.set(mine, (answer) => {
        clearTimeout(timer);
        waiting.delete(mine);
        if (answer.type === 'error') fail(new Error(`${method}: ${answer.message}`));
        else done(answer.result);
      });
      socket.send(JSON.stringify({ id: mine, method, params }));
    });
  await send('session.new', { capabilities: {} });
  return { send, close: socket.close };
}

/**
 * A served folder and a Firefox with one page; null when no Firefox is installed.
 *
 * @param {object} [options]
 * @param {string} [options.folder] relative to the project; default build/web
 * @param {Record<string, string>} [options.headers] sent with every file
 */
export async function openFirefoxSite({ folder = 'build/web', headers } = {}) {
  const program = process.env.FIREFOX ?? findProgram(['firefox-esr', 'firefox']);
  if (!program) return null;
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const requests = [];
  const browser = await launch(program);
  const server = await serveFolder(join(ROOT, folder), { headers });
  const { send, close } = await openSession(browser.address, (method, params) => {
    if (method === 'log.entryAdded' && params.level === 'error') {
      errors.push(`${params.type}: ${params.text}`);
    }
    const url = params.request?.url ?? '';
    if (method === 'network.beforeRequestSent' && /^https?:/.test(url)) {
      requests.push(url);
    }
  });
  await send('session.subscribe', {
    events: ['log.entryAdded', 'network.beforeRequestSent'],
  });
  const { contexts } = await send('browsingContext.getTree', { maxDepth: 0 });
  const context = contexts[0].context;

  /**
   * Runs a function in the page; arguments and result travel as JSON.
   *
   * @template T
   * @template {any[]} A
   * @param {(...args: A) => T | Promise<T>} body self-contained
   * @param {A} args
   * @returns {Promise<T>}
   */
  async function evaluate(body, ...args) {
    const answer = await send('script.callFunction', {
      functionDeclaration: `async (text) => JSON.stringify([
        await (${body})(...JSON.parse(text))])`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value)[0];
  }

  return {
    url: server.url,
    errors,
    requests,
    evaluate,
    /** @param {string} path */
    goto: (path) =>
      send('browsingContext.navigate', {
        context,
        url: new URL(path, server.url).href,
        wait: 'complete',
      }),
    /**
     * Until `body` gives something true; fails after `ms`.
     *
     * @template {any[]} A
     * @param {(...args: A) => unknown} body
     * @param {{ ms?: number }} [limit]
     * @param {A} args
     */
    async waitFor(body, { ms = 30_000 } = {}, ...args) {
      const end = Date.now() + ms;
      while (!(await evaluate(body, ...args))) {
        if (Date.now() > end) throw new Error(`not within ${ms} ms: ${body}`);
        await new Promise((done) => setTimeout(done, POLL_MS));
      }
    },
    /** @param {number} width @param {number} height in CSS pixels */
    viewport: (width, height) =>
      send('browsingContext.setViewport', { context, viewport: { width, height } }),
    /** Screenshot into build/screenshots. @param {string} name */
    async picture(name) {
      const folder = join(ROOT, 'build/screenshots');
      mkdirSync(folder, { recursive: true });
      const { data } = await send('browsingContext.captureScreenshot', { context });
      writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
    },
    assertQuiet: () => assert.deepEqual(errors, [], 'the page reported errors'),
    async close() {
      close();
      await browser.stop();
      await server.close();
    },
  };
}
