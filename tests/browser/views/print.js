// SPDX-License-Identifier: MIT
// Printing: pictures are light before the browser takes them, the numbers stand under them, and
// what has nothing to show yet is left out.
import assert from 'node:assert/strict';
import { TOKENS } from '../../../web/draw/theme.js';
import { inPage } from '../support/page-queries.js';

const [LIGHT, DARK] = TOKENS.pane;

/** The moment at which Firefox takes what is there: nothing runs between it and paper. */
const LOOK = `globalThis.onPaper = null;
  addEventListener('beforeprint', () => (globalThis.onPaper = globalThis.seen()), { once: true });`;

/** @type {import('../support/page-queries.js').Checks} */
export const print = {
  'print: pictures are light, numbers stand under them, in a dark theme too': async (
    page,
  ) => {
    const dark = await inPage(page, async ({ app, deep, element, pixels, show }) => {
      app.selection.select({ pin: { i: 9, j: 3 } });
      element.theme = 'dark';
      // Firefox takes seconds for the pages of all views.
      element.dataset.views = element.view;
      element.view = 'loss heads';
      await show('gf-heads');
      const corner = (/** @type {string} */ path) => pixels(deep(path)).data.at(-1);
      Object.assign(globalThis, {
        seen: () => ({
          tile: corner('gf-heads canvas'),
          pane: getComputedStyle(element).getPropertyValue('--pane'),
          rows: deep('gf-loss').shadowRoot.querySelectorAll('tbody tr').length,
        }),
      });
      return /** @type {any} */ (globalThis).seen();
    });
    assert.deepEqual([dark.pane, dark.rows], [DARK, 0]);
    await page.evaluate(`(() => { ${LOOK} })()`);
    const file = Buffer.from(await page.pdf());
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    assert.ok(file.length > 20_000, `${file.length} bytes`);
    const { onPaper, after, light } = await inPage(
      page,
      async ({ element, settled }) => {
        await settled();
        const { onPaper, seen } = /** @type {any} */ (globalThis);
        const after = seen();
        element.theme = 'light';
        await settled();
        const light = seen();
        element.theme = 'auto';
        element.view = element.dataset.views;
        delete element.dataset.views;
        await settled();
        return { onPaper, after, light };
      },
    );
    assert.equal(onPaper.pane, LIGHT);
    assert.ok(onPaper.rows > 1, 'the numbers of the curve');
    assert.notEqual(onPaper.tile, dark.tile);
    assert.equal(onPaper.tile, light.tile, 'as it is in the light theme');
    assert.deepEqual(after, dark, 'and back again');
  },
};
