// SPDX-License-Identifier: MIT
// A reader's main path: the page opens, trains, draws and writes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inPage, until } from '../support/page-queries.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** Only a page that hangs takes this long. */
const LONG_MS = 200_000;

/** Colours on the canvases of the stage, and a number that any other picture changes.
 * @param {Page} page */
const picture = (page) =>
  inPage(page, async ({ deep, pixels, settled }) => {
    await settled();
    const canvases = deep('gf-stage').shadowRoot.querySelectorAll('.picture > canvas');
    const data = [...canvases].flatMap((canvas) => [...pixels(canvas).data]);
    const sum = data.reduce((hash, pixel) => Math.imul(hash ^ pixel, 16777619), 1);
    return { colours: new Set(data).size, sum };
  });

/** Clicks on the button that says so. While a model trains the page is never at rest, so this
 * does not wait for that. @param {Page} page @param {string} name */
async function click(page, name) {
  for (const end = Date.now() + LONG_MS; ;) {
    const at = await inPage(
      page,
      ({ element, inside, words }, name) => {
        const found = inside(element.shadowRoot).find(
          (/** @type {Element} */ each) =>
            each.matches('button') && words(each) === name && each.checkVisibility(),
        );
        const box = found?.getBoundingClientRect();
        return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      },
      name,
    );
    if (at) return page.mouse.click(at.x, at.y);
    assert.ok(Date.now() < end, `no button ${name}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** @param {import('../support/browsers.js').Browser} browser */
export function testMainPath({ name, missing: skip, open }) {
  describe(name, { skip }, () => {
    /** @type {import('../support/browsers.js').Site} */ let site;
    /** @type {Page} */ let page;
    before(async () => {
      site = await open();
      page = await site.newPage('index.html', {
        viewport: { width: 1200, height: 1000 },
      });
    });
    after(() => site?.close());

    test(`${name}: the page opens with the pretrained model, which is drawn and writes`, async () => {
      await until(page, 'state.activations?.lens && state.latestSample', LONG_MS);
      const { pretrained, stage } = await inPage(page, ({ state, deep }) => ({
        pretrained: state.pretrained,
        stage: deep('gf-stage .main').textContent,
      }));
      assert.ok(pretrained > 0);
      assert.match(stage, /\d+ of \d+ characters guessed right|the model predicts/);
      const { colours } = await picture(page);
      assert.ok(colours > 20, `${colours} colours`);
    });

    test(`${name}: Train begins anew, steps rise, the loss falls, the stage follows`, async () => {
      const before = await picture(page);
      await click(page, 'Train');
      await until(page, 'state.pretrained === 0 && session?.steps >= 20', LONG_MS);
      await click(page, 'Pause');
      await until(page, "state.phase === 'paused'");
      await until(
        page,
        'state.activations?.step === session.steps && state.latestSample?.step > 0',
      );
      const seen = await inPage(page, ({ session, state }) => ({
        steps: session.history.step,
        loss: session.history.loss,
        mode: session.info.mode,
        written: state.latestSample,
      }));
      assert.deepEqual(
        seen.steps,
        Array.from(seen.steps, (_, at) => at + 1),
      );
      assert.ok(
        seen.loss.at(-1) < seen.loss[0] - 0.5,
        `${seen.loss[0]}, ${seen.loss.at(-1)}`,
      );
      assert.equal(seen.mode, 'worker');
      assert.ok(seen.written.text.length > 0 && seen.written.step > 0);
      const now = await picture(page);
      assert.ok(now.colours > 20 && now.sum !== before.sum, `${now.colours} colours`);
    });

    test(`${name}: nothing is fetched from other sites, and nothing was reported`, async () => {
      const origins = await page.evaluate(
        "[...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))]",
      );
      assert.deepEqual(origins, [new URL(site.url).origin]);
      page.assertQuiet();
    });
  });
}
