// SPDX-License-Identifier: MIT
// What a reader does with a page of a host: presses the button, looks at the pictures, goes
// away and comes back, turns the page dark. The console stays quiet.
import assert from 'node:assert/strict';
import { until } from '../browser/support/course-page.js';

/** @import { Page } from '../browser/support/harness.js' */

/** Canvases of the element, at any depth, with more than one colour. @param {Page} page */
const pictures = (page) =>
  page.evaluate(() => {
    let n = 0;
    const visit = (/** @type {ParentNode} */ root) => {
      for (const each of root.querySelectorAll('*')) {
        if (each.shadowRoot) visit(each.shadowRoot);
        if (!(each instanceof HTMLCanvasElement) || !each.width || !each.height)
          continue;
        const copy = new OffscreenCanvas(each.width, each.height).getContext('2d');
        copy?.drawImage(each, 0, 0);
        const { data } = copy?.getImageData(0, 0, each.width, each.height) ?? {};
        if (new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size > 1) n++;
      }
    };
    visit(document);
    return n;
  });

/** @param {Page} page */
const scheme = (page) => page.$eval('glass-former', (e) => e.dataset.scheme);

/** @param {Page} page */
const train = (page) =>
  page.getByRole('button', { name: 'Train on this text', exact: true }).click();

/** @param {Page} page @param {string} address
 * @param {string} [dark] the site's own switch
 * @returns {Promise<string[]>} requests of the host itself that ended when it was left */
export async function use(page, address, dark) {
  page.setDefaultTimeout(30_000);
  // Fonts of a host's theme: this works without a network.
  await page.route(
    (url) => url.origin !== new URL(address).origin && /^http/.test(url.protocol),
    (route) => route.fulfill({ body: '' }),
  );
  await page.goto(address);
  await train(page);
  await until(page, 'e?.session?.steps >= 5');
  await until(page, 's.activations');
  await page.waitForTimeout(500);
  assert.ok((await pictures(page)) > 0, 'no picture is drawn');
  const before = await scheme(page);
  if (dark) await page.locator(dark).first().click();
  else await page.emulateMedia({ colorScheme: 'dark' });
  await until(page, `e.dataset.scheme !== '${before}'`);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const link = page.getByRole('link', { name: 'Away', exact: true }).last();
  if (await link.count()) await link.click();
  else await page.goto('about:blank');
  await page.waitForFunction("!document.querySelector('glass-former')");
  await page.goBack();
  await page.waitForFunction("document.querySelector('glass-former')?.shadowRoot");
  // Within one document the run is there still.
  if (await page.evaluate('globalThis.sameDocument'))
    await until(page, 'e.session?.steps >= 5');
  else await train(page);
  await until(page, 'e?.session?.steps >= 5');
  const said = page.errors.map((each) => each.replaceAll(new URL(address).origin, ''));
  const wrong = said.filter((each) => !isLeft(each));
  assert.equal(wrong.length, 0, `errors on the page: ${wrong.join('; ')}`);
  return said;
}

/** Requests of the host itself that the browser drops when the reader leaves: pages fetched
 * ahead, scripts of a search. The element asks for nothing once its file is there.
 * @param {string} error */
const isLeft = (error) =>
  /^request: \S+ net::ERR_ABORTED$/.test(error) && !error.includes('glassformer');
