// SPDX-License-Identifier: MIT
// A course page of our own making for tests of the element: one server for the page,
// another for what the project publishes, as on the web.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../tools/static-server.js';
import { openTestSite } from './harness.js';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Of this process: files of tests may run side by side. */
export const FOLDER = `build/element-test/${process.pid}`;

/** A model small enough that a test sees it learn; its run ends in none. */
export const SMALL =
  'v=1&n_layer=1&n_head=2&n_embd=24&block_size=20&batch_size=8&max_steps=500000&eval_interval=500';

/** @param {string} body @param {string} [head] */
export const html = (body, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<link rel="icon" href="data:,"><title>Course</title>${head}</head>` +
  `<body>${body}</body></html>`;

/** @param {string} policy */
export const meta = (policy) =>
  `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

/** Writes a page of the course. @param {string} name @param {string} text */
export function write(name, text) {
  mkdirSync(`${ROOT}${FOLDER}`, { recursive: true });
  writeFileSync(`${ROOT}${FOLDER}/${name}`, text);
}

/** Two servers and a browser, for all tests of a file. */
export async function openCourse() {
  write('index.html', html(''));
  copyFileSync(`${ROOT}dist/glassformer.js`, `${ROOT}${FOLDER}/glassformer.js`);
  const site = await openTestSite({
    folder: 'dist',
    headers: { 'Access-Control-Allow-Origin': '*' },
  });
  const server = await serveFolder(`${ROOT}${FOLDER}`);
  after(() => server.close());
  /** The module from the other server. */
  const script = `<script type="module" src="${site.url}glassformer.js"></script>`;
  /**
   * @param {string} body
   * @param {string} [head]
   * @param {import('playwright-core').BrowserContextOptions} [context]
   */
  async function page(body, head = script, context = {}) {
    write('page.html', html(body, head));
    const page = await site.newPage(null, { reducedMotion: 'reduce', ...context });
    await page.goto(`${server.url}page.html`);
    return page;
  }
  return {
    site,
    script,
    url: server.url,
    page,
    /** A page whose model is ready. @param {string} [body] @param {string} [head] */
    async idle(body = READY, head = script) {
      const ready = await page(body, head);
      await until(ready, "e?.state === 'idle'");
      return ready;
    },
  };
}

/** @typedef {import('playwright-core').Page | import('playwright-core').Frame} Where */

/**
 * Waits until an expression about `e`, the first element, is true. Asked from outside,
 * because a page's policy may forbid eval.
 * @param {Where} where
 * @param {string} condition
 * @param {string} [selector]
 */
export async function until(where, condition, selector = 'glass-former') {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await where.evaluate(
      `(() => { const e = document.querySelector('${selector}');` +
        ` const s = e?.viewState; return Boolean(${condition}); })()`,
    );
    if (answer) return;
    if (Date.now() >= end) {
      /** @type {string} */
      const at = await where.evaluate((selector) => {
        const e = /** @type {any} */ (document.querySelector(selector));
        return `${e?.state} at step ${e?.session?.steps}`;
      }, selector);
      assert.fail(`still not: ${condition} (${at})`);
    }
    await new Promise((done) => setTimeout(done, 40));
  }
}

/** Until there are as many workers. @param {import('playwright-core').Page} page @param {number} n */
export async function untilWorkers(page, n) {
  const end = Date.now() + 30_000;
  while (page.workers().length !== n) {
    assert.ok(Date.now() < end, `${page.workers().length} workers, not ${n}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** In the page: collects what the elements say from now on. @param {Where} where */
export const listen = (where) =>
  where.evaluate(() => {
    /** @type {[string, any][]} */
    const heard = [];
    /** @type {any} */ (globalThis).heard = heard;
    for (const name of [
      'ready',
      'state',
      'progress',
      'sample',
      'error',
      'resize',
      'link',
      'select',
      'marker',
    ])
      addEventListener(`gf-${name}`, (event) => {
        heard.push([event.type, /** @type {CustomEvent} */ (event).detail]);
      });
  });

/** @param {Where} where @param {string} name @returns {Promise<any[]>} details, in order */
export const heard = (where, name) =>
  where.evaluate(
    (name) =>
      /** @type {any} */ (globalThis).heard
        .filter((/** @type {[string]} */ [type]) => type === name)
        .map((/** @type {[string, any]} */ [, detail]) => detail),
    name,
  );

/** The module from the page's own server. */
export const SELF = '<script type="module" src="glassformer.js"></script>';
export const ELEMENT = `<glass-former config="${SMALL}"><p>Read me.</p></glass-former>`;
export const READY = `<glass-former autostart="none" config="${SMALL}"></glass-former>`;

/** @param {any} page @param {(e: any, argument: any) => any} work @param {any} [argument] */
export const withElement = (page, work, argument = null) =>
  page.evaluate(
    `(${work})(document.querySelector('glass-former'), ${JSON.stringify(argument)})`,
  );

/** In the page: state and step of an element, told between two pieces of work: training would have
 * begun. @param {any} e */
export async function whereItStands(e) {
  for (let n = 0; n < 3; n++) await e.session.evaluate({ windows: 1 });
  return [e.state, e.session.steps];
}

/** For a frame that trains three steps by itself. @param {string} site */
export const frameOf = (site) =>
  `${site}embed.html#${SMALL}&id=a&autostart=visible&max-steps=3`;

/** Adds frames, and tells what each has said when the last is done, or after a minute. In the
 * page. @param {string[]} addresses @returns {Promise<[string, unknown][][]>} */
export const heardFromFrames = (addresses) =>
  new Promise((done) => {
    const frames = addresses.map((src) => {
      const frame = document.createElement('iframe');
      Object.assign(frame, { src, title: 'Model', width: '700', height: '500' });
      frame.setAttribute('sandbox', 'allow-scripts');
      document.body.append(frame);
      frame.scrollIntoView();
      return frame;
    });
    /** @type {[string, unknown][][]} */
    const news = frames.map(() => []);
    addEventListener('message', ({ data, source }) => {
      const at = frames.findIndex((frame) => frame.contentWindow === source);
      if (data?.id !== 'a' || data.v !== 1 || at < 0) return;
      news[at].push([data.type, data.state ?? data.step]);
      if (data.state === 'done' && at === frames.length - 1) done(news);
    });
    setTimeout(() => done(news), 60_000);
  });

/** @param {any} page @param {string} site */
export async function trainsInFrame(page, site) {
  const [news] = await page.evaluate(heardFromFrames, [frameOf(site)]);
  assert.deepEqual(news.at(-1), ['glass-former:state', 'done'], JSON.stringify(news));
}
