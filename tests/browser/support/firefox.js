// SPDX-License-Identifier: MIT
// A real Firefox through WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which
// stock builds speak without a driver program. Its pages have what tests use of a page of
// Playwright, by the same names, so that one test body runs in both browsers.
//
//   const site = await openFirefoxSite();            // serves build/web
//   const page = await site.newPage('index.html');   // a fresh profile each
//   await page.waitForFunction(() => document.querySelector('canvas') !== null);
//   await page.keyboard.press('ArrowRight');
//   page.assertQuiet();
//   await site.close();

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../tools/find-program.js';
import { serveFolder } from '../../tools/static-server.js';
import { connect } from './websocket.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
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

// --------------------------------------------------------------------- input

/** The code points of keys that have no character (WebDriver, "Keyboard actions"). */
const KEYS = {
  Backspace: '\uE003', Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', Control: '\uE009',
  Alt: '\uE00A', Escape: '\uE00C', PageUp: '\uE00E', PageDown: '\uE00F', End: '\uE010',
  Home: '\uE011', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014',
  ArrowDown: '\uE015', Delete: '\uE017',
}; // prettier-ignore

/** @param {string} keys a key, or several held together: "Control+Home" */
function strokes(keys) {
  const names = keys.length > 1 ? keys.split('+') : [keys];
  const values = names.map((name) => KEYS[/** @type {keyof KEYS} */ (name)] ?? name);
  return [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.reverse().map((value) => ({ type: 'keyUp', value })),
  ];
}

/** @param {(actions: object) => Promise<unknown>} perform */
function inputs(perform) {
  const keys = (/** @type {object[]} */ actions) =>
    perform({ type: 'key', id: 'keyboard', actions });
  const mouse = (/** @type {object[]} */ ...actions) =>
    perform({ type: 'pointer', id: 'mouse', actions });
  const to = (/** @type {number} */ x, /** @type {number} */ y) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
  });
  return {
    keyboard: {
      press: (/** @type {string} */ key) => keys(strokes(key)),
      type: (/** @type {string} */ text) => keys([...text].flatMap(strokes)),
    },
    mouse: {
      move: (/** @type {number} */ x, /** @type {number} */ y) => mouse(to(x, y)),
      click: (/** @type {number} */ x, /** @type {number} */ y) =>
        mouse(
          to(x, y),
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ),
    },
  };
}

// --------------------------------------------------------------------- pages

/**
 * @typedef {object} Tab
 * @property {string} context the tab's name in the protocol
 * @property {string[]} errors
 * @property {string[]} requests
 */

/** @typedef {(method: string, params: object) => Promise<any>} Send */

/**
 * @param {Send} send
 * @param {Tab} tab
 * @param {string} url of the site
 * @param {() => Promise<unknown>} close with all it stored
 */
function openPage(send, { context, errors, requests }, url, close) {
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
    const answer = await send('script.callFunction', {
      functionDeclaration: `async (text) => JSON.stringify([await (${call})])`,
      arguments: [{ type: 'string', value: JSON.stringify([argument]) }],
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value)[0];
  }

  return {
    errors,
    requests,
    evaluate,
    ...inputs((actions) =>
      send('input.performActions', { context, actions: [actions] }),
    ),
    /** @param {string} path */
    goto: (path) =>
      send('browsingContext.navigate', {
        context,
        url: new URL(path, url).href,
        wait: 'complete',
      }),
    /**
     * Until `body` gives something true; fails after a while.
     *
     * @param {string | (() => unknown)} body
     * @param {undefined} [_] no argument
     * @param {{ timeout?: number }} [limit] ms
     */
    async waitForFunction(body, _, { timeout = 30_000 } = {}) {
      const end = Date.now() + timeout;
      while (!(await evaluate(body))) {
        if (Date.now() > end) throw new Error(`not within ${timeout} ms: ${body}`);
        await new Promise((done) => setTimeout(done, POLL_MS));
      }
    },
    /** On paper. @returns {Promise<Buffer>} a PDF file */
    async pdf() {
      const { data } = await send('browsingContext.print', {
        context,
        background: true,
      });
      return Buffer.from(data, 'base64');
    },
    /** Screenshot into build/screenshots. @param {string} name */
    async picture(name) {
      const folder = join(ROOT, 'build/screenshots');
      mkdirSync(folder, { recursive: true });
      const { data } = await send('browsingContext.captureScreenshot', { context });
      writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
    },
    assertQuiet: () => assert.deepEqual(errors, [], 'the page reported errors'),
    close,
  };
}

/** @returns {string | null} */
const firefoxProgram = () =>
  process.env.FIREFOX ?? findProgram(['firefox-esr', 'firefox']);

/** For `skip` of a test: why there is no Firefox, or false. */
export const NO_FIREFOX = firefoxProgram()
  ? false
  : 'no Firefox on PATH: run tests/tools/setup.sh test';

/**
 * A served folder and a Firefox to look at it with.
 *
 * @param {object} [options]
 * @param {string} [options.folder] relative to the project; default build/web
 * @param {Record<string, string>} [options.headers] sent with every file
 */
export async function openFirefoxSite({ folder = 'build/web', headers } = {}) {
  const program = firefoxProgram();
  assert.ok(program, String(NO_FIREFOX));
  /** @type {Map<string, Tab>} */
  const tabs = new Map();
  const browser = await launch(program);
  const server = await serveFolder(join(ROOT, folder), { headers });
  const { send, close } = await openSession(browser.address, (method, params) => {
    const tab = tabs.get(params.context ?? params.source?.context);
    if (method === 'log.entryAdded' && params.level === 'error') {
      tab?.errors.push(`${params.type}: ${params.text}`);
    }
    const url = params.request?.url ?? '';
    if (method === 'network.beforeRequestSent' && /^https?:/.test(url)) {
      tab?.requests.push(url);
    }
  });
  await send('session.subscribe', {
    events: ['log.entryAdded', 'network.beforeRequestSent'],
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
      const { userContext } = await send('browser.createUserContext', {});
      const { context } = await send('browsingContext.create', {
        type: 'tab',
        userContext,
      });
      const tab = { context, errors: [], requests: [] };
      tabs.set(context, tab);
      if (viewport) await send('browsingContext.setViewport', { context, viewport });
      const page = openPage(send, tab, server.url, () =>
        send('browser.removeUserContext', { userContext }),
      );
      if (path !== null) await page.goto(path);
      return page;
    },
    async close() {
      close();
      await browser.stop();
      await server.close();
    },
  };
}
