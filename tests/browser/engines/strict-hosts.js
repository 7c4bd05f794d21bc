// SPDX-License-Identifier: MIT
// Host pages that are strict in ways of their own: lists of trusted types, and isolation
// from other origins. What docs/embedding.md says of them.
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { serveFolder } from '../../tools/static-server.js';
import {
  FOLDER,
  READY,
  ROOT,
  SELF,
  frameOf,
  heardFromFrames,
  html,
  meta,
  trainsInFrame,
  until,
  write,
} from '../support/course-page.js';

/** What the site of our files has to send for pages that are isolated. */
const FOR_ISOLATED = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** A strict site that lists its trusted types. @param {string} names */
const listing = (names) =>
  meta(
    "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; " +
      `require-trusted-types-for 'script'; trusted-types ${names}`,
  );

/** Trains three steps, and waits until something of it is drawn. In the page. */
async function trainAndSee() {
  const element = /** @type {any} */ (document.querySelector('glass-former'));
  /** @type {string[]} */
  const errors = [];
  element.addEventListener('gf-error', (/** @type {CustomEvent} */ { detail }) =>
    errors.push(detail.code),
  );
  await element.step(3);
  /** @type {(root: ParentNode) => HTMLCanvasElement[]} */
  const canvases = (root) =>
    [...root.querySelectorAll('*')].flatMap((each) =>
      each instanceof HTMLCanvasElement ? [each] : canvases(each.shadowRoot ?? each),
    );
  const hasInk = (/** @type {HTMLCanvasElement} */ canvas) => {
    const { width, height } = canvas;
    if (!width || !height) return false;
    const picture = canvas.getContext('2d')?.getImageData(0, 0, width, height);
    return picture?.data.some((value, n) => n % 4 === 3 && value > 0) ?? false;
  };
  const end = performance.now() + 30_000;
  let isDrawn = false;
  while (!isDrawn && performance.now() < end) {
    await new Promise((done) => setTimeout(done, 50));
    isDrawn = canvases(element.shadowRoot).some(hasInk);
  }
  const { session } = element;
  return { steps: session.steps, mode: session.info.mode, isDrawn, errors };
}

const SEEN = { steps: 3, mode: 'worker', isDrawn: true, errors: [] };

/** Whether a module can be imported. In the page. @param {string} url */
const imported = (url) =>
  import(url).then(
    () => true,
    () => false,
  );

/** @type {Awaited<ReturnType<typeof serveFolder>>[]} */
let servers = [];
after(() => Promise.all(servers.map((server) => server.close())));

async function startServers() {
  write('index.html', html(''));
  for (const name of ['glassformer.js', 'lessons.js'])
    copyFileSync(`${ROOT}dist/${name}`, `${ROOT}${FOLDER}/${name}`);
  servers = await Promise.all([
    serveFolder(`${ROOT}dist`),
    serveFolder(`${ROOT}dist`, { headers: FOR_ISOLATED }),
    serveFolder(`${ROOT}${FOLDER}`, { headers: ISOLATED }),
  ]);
  return servers.map(({ url }) => url);
}

/** @param {import('../support/browsers.js').Browser} browser */
export function testStrictHosts({ name, missing: skip, open }) {
  test(`${name}: hosts with trusted types, and isolated ones`, { skip }, async (t) => {
    const [plain, ours, isolated] = await startServers();
    const site = await open({ folder: FOLDER });
    /** @param {string} body @param {string} head @param {string} [host] */
    const visit = async (body, head, host = site.url) => {
      write('hosted.html', html(body, head));
      const viewport = { width: 900, height: 800 };
      /** @type {any} */
      const page = await site.newPage(null, { viewport });
      await page.goto(`${host}hosted.html`);
      return page;
    };

    await t.test('with both names of ours listed it trains and draws', async () => {
      const page = await visit(READY, listing('lit-html glassformer') + SELF);
      await until(page, "e?.state === 'idle'");
      assert.deepEqual(await page.evaluate(trainAndSee), SEEN);
      page.assertQuiet();
      // The list is in force: a script's address that nobody vouches for is refused.
      const refused = await page.evaluate(() => {
        try {
          document.createElement('script').src = 'glassformer.js';
          return '';
        } catch (error) {
          return /** @type {Error} */ (error).name;
        }
      });
      assert.equal(refused, 'TypeError');
    });

    await t.test('the lessons beside it need allow-duplicates', async () => {
      const body = `${READY}<glass-lessons lesson="slip"></glass-lessons>`;
      const both = SELF + SELF.replace('glassformer', 'lessons');
      const once = await visit(body, listing('lit-html glassformer') + both);
      await until(once, "e?.state === 'idle'");
      const isThere = () => customElements.get('glass-lessons') !== undefined;
      assert.equal(await once.evaluate(imported, `${site.url}lessons.js`), false);
      assert.equal(await once.evaluate(isThere), false);
      const names = "lit-html glassformer 'allow-duplicates'";
      const twice = await visit(body, listing(names) + both);
      await until(twice, "e?.state === 'idle'");
      assert.equal(await twice.evaluate(imported, `${site.url}lessons.js`), true);
      assert.equal(await twice.evaluate(isThere), true);
      twice.assertQuiet();
    });

    await t.test(
      'without lit-html the import fails, and the frame trains',
      async () => {
        const body = `<glass-former autostart="none"><p>Read me.</p></glass-former>`;
        const page = await visit(body, listing('glassformer') + SELF);
        assert.equal(await page.evaluate(imported, `${site.url}glassformer.js`), false);
        const left = await page.evaluate(() => {
          const text = document.querySelector('glass-former p');
          const isDefined = customElements.get('glass-former') !== undefined;
          return [isDefined, text?.textContent, (text?.clientHeight ?? 0) > 0];
        });
        assert.deepEqual(left, [false, 'Read me.', true]);
        await trainsInFrame(page, plain);
      },
    );

    await t.test('without glassformer it trains in the page', async () => {
      const page = await visit(READY, listing('lit-html') + SELF);
      await until(page, "e?.state === 'idle'");
      const seen = await page.evaluate(trainAndSee);
      assert.deepEqual(seen, { ...SEEN, mode: 'main' });
    });

    const script = `<script type="module" src="${ours}glassformer.js"></script>`;

    await t.test('isolated: the module of another origin', async () => {
      const page = await visit(READY, script, isolated);
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      await until(page, "e?.state === 'idle'");
      assert.deepEqual(await page.evaluate(trainAndSee), SEEN);
      page.assertQuiet();
    });

    await t.test(
      'isolated: the frame of a site that sends both headers, and of no other',
      async () => {
        const page = await visit('', '', isolated);
        assert.equal(await page.evaluate(() => crossOriginIsolated), true);
        // By the time that the second has trained, the first would have said something.
        const frames = [frameOf(plain), frameOf(ours)];
        const [blocked, trained] = await page.evaluate(heardFromFrames, frames);
        assert.deepEqual(blocked, []);
        assert.deepEqual(trained.at(-1), ['glass-former:state', 'done']);
        if (name === 'Chromium')
          assert.match(page.errors.join(), /BLOCKED_BY_RESPONSE/);
      },
    );

    await site.close();
  });
}
