// SPDX-License-Identifier: MIT
// What a reader does with a page of a host: presses the button, looks at the pictures, goes
// away and comes back, turns the page dark. The console stays quiet.
import assert from 'node:assert/strict';

/** @import { Page } from '../browser/support/harness.js' */
/** @import { Host } from './parts.js' */

const WAIT_MS = 60_000;
/** Within one document. */
const AT_ONCE = /** @type {const} */ ({ waitUntil: 'commit' });

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

/** The first one, in whatever shadow root. @param {Page} page */
const element = (page) => page.locator('glass-former').first();

/** @param {Page} page @param {(element: any) => unknown} condition */
async function until(page, condition) {
  const end = Date.now() + WAIT_MS;
  while (!(await element(page).evaluate(condition))) {
    if (Date.now() > end) {
      const state = await element(page).evaluate(
        (/** @type {any} */ e) => `${e.dataset.scheme}, ${e.state}`,
      );
      assert.fail(`still not: ${condition} (${state})`);
    }
    await page.waitForTimeout(40);
  }
}

/** @param {Page} page */
const train = (page) =>
  page.getByRole('button', { name: 'Train on this text', exact: true }).click();
/** @param {any} e */
const hasTrained = (e) => e.session?.steps >= 5;

/** @param {Page} page @param {string[]} selectors */
async function press(page, selectors) {
  for (const each of selectors) await page.locator(each).first().click();
}

/** A notebook drops what is asked of it before its kernel listens. @param {Page} page
 * @param {string[]} open */
async function makeVisible(page, open) {
  for (let left = open.length > 0 ? 5 : 1; left > 0; left--) {
    await press(page, open);
    const timeout = open.length > 0 ? 10_000 : WAIT_MS;
    const seen = element(page).waitFor({ state: 'attached', timeout });
    if (await seen.then(() => true, () => false)) return; // oxfmt-ignore
  }
  assert.fail('no element on the page');
}

/** The system, or the host's own switch. @param {Page} page @param {Host['dark']} own */
async function turnDark(page, own) {
  await until(page, (e) => e.dataset.scheme === 'light');
  if (own) await press(page, [own].flat());
  else await page.emulateMedia({ colorScheme: 'dark' });
  await until(page, (e) => e.dataset.scheme === 'dark');
}

/** Train was pressed, and the deck still hears its keys. @param {Page} page
 * @param {[back: string, on: string]} keys */
async function turnSlides(page, [back, on]) {
  const address = page.url();
  await page.keyboard.press(back);
  await page.waitForURL((url) => url.href !== address, AT_ONCE);
  await page.keyboard.press(on);
  await page.waitForURL(address, AT_ONCE);
  await until(page, hasTrained);
}

/** @param {Page} page */
async function leaveAndReturn(page) {
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  // Who leaves earlier ends requests.
  await page.loaded();
  const link = page.getByRole('link', { name: 'Away', exact: true }).last();
  if (await link.count()) await link.click();
  else await page.goto('about:blank');
  await element(page).waitFor({ state: 'detached' });
  await page.loaded();
  await page.goBack();
  await element(page).waitFor();
  // Within one document the run is there still.
  if (!(await page.evaluate('globalThis.sameDocument'))) await train(page);
  await until(page, hasTrained);
}

/** @param {Page} page @param {string} address @param {Host} host
 * @returns {Promise<string[]>} errors of the host itself */
export async function use(page, address, { open = [], dark, keys, stays, own }) {
  page.setDefaultTimeout(WAIT_MS);
  const { origin } = new URL(address);
  // Fonts of a host's theme: this works without a network.
  await page.route(
    (url) => url.origin !== origin && /^http/.test(url.protocol),
    (route) => route.fulfill({ body: '' }),
  );
  await page.goto(address);
  await makeVisible(page, open);
  await train(page);
  await until(page, hasTrained);
  await until(page, (e) => e.viewState?.activations);
  await page.waitForTimeout(500);
  assert.ok((await pictures(page)) > 0, 'no picture is drawn');
  if (keys) await turnSlides(page, keys);
  await turnDark(page, dark);
  if (!stays) await leaveAndReturn(page);
  const said = page.errors.map((each) => each.replaceAll(origin, ''));
  const wrong = said.filter((each) => !isLeft(each) && !own?.test(each));
  assert.equal(wrong.length, 0, `errors on the page: ${wrong.join('; ')}`);
  return said;
}

/** Requests of the host itself that the browser drops when the reader leaves: pages fetched
 * ahead, scripts of a search. The element asks for nothing once its file is there.
 * @param {string} error */
const isLeft = (error) =>
  /^request: \S+ net::ERR_ABORTED$/.test(error) && !error.includes('glassformer');
