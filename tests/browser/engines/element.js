// SPDX-License-Identifier: MIT
// The element in a course page: from another origin, under a strict policy, out and in again,
// and in a frame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveFolder } from '../../tools/static-server.js';
import {
  ELEMENT,
  FOLDER,
  ROOT,
  html,
  meta,
  trainsInFrame,
  write,
} from '../support/course-page.js';

/** Modules of another origin are loaded only with it. */
const FOR_MODULES = { 'Access-Control-Allow-Origin': '*' };

/** @param {import('../support/browsers.js').Browser} browser */
export function testElement({ name, missing: skip, open }) {
  test(
    `${name}: another origin, a strict policy, out and in again`,
    { skip },
    async () => {
      const policy =
        "default-src 'none'; script-src http: 'wasm-unsafe-eval'; worker-src blob:; " +
        "style-src 'self'; img-src data:; frame-src http:";
      const ours = await serveFolder(`${ROOT}dist`, { headers: FOR_MODULES });
      const script = `<script type="module" src="${ours.url}glassformer.js"></script>`;
      write('strict.html', html(ELEMENT, meta(policy) + script));
      const site = await open({ folder: FOLDER });
      try {
        /** @type {any} */
        const page = await site.newPage('strict.html');
        await page.waitForFunction(() =>
          Boolean(
            document.querySelector('glass-former')?.shadowRoot?.querySelector('button'),
          ),
        );
        const fetched = () =>
          performance.getEntriesByType('resource').map((entry) => entry.name);
        const loaded = await page.evaluate(fetched);
        const result = await page.evaluate(async () => {
          const element = /** @type {any} */ (document.querySelector('glass-former'));
          await element.step(4);
          const { session } = element;
          const before = await session.hash();
          element.remove();
          while (session.state !== 'closed')
            await new Promise((done) => setTimeout(done, 10));
          document.body.append(element);
          while (element.state !== 'paused')
            await new Promise((done) => setTimeout(done, 10));
          const again = element.session;
          const after = await again.hash();
          return { same: before === after, steps: again.steps, mode: again.info.mode };
        });
        assert.deepEqual(result, { same: true, steps: 4, mode: 'worker' });
        const later = await page.evaluate(fetched);
        const isOfWeb = (/** @type {string} */ url) => /^https?:/.test(url);
        assert.deepEqual(
          later.filter(isOfWeb),
          loaded.filter(isOfWeb),
          'nothing is fetched after load',
        );
        await trainsInFrame(page, ours.url);
        page.assertQuiet();
      } finally {
        await site.close();
        await ours.close();
      }
    },
  );
}
