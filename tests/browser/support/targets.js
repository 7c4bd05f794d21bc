// SPDX-License-Identifier: MIT
// What on a page is smaller than a finger or an unsteady hand can hit:
// 24 pixels each way, 44 where the pointer is a finger.
import assert from 'node:assert/strict';
import { inPage } from './page-queries.js';

/** @typedef {Pick<import('./page-queries.js').Page, 'evaluate'>} Page */

/** In the page. @param {any} x @param {{ least: number, parts: string[] }} how paths through shadow
 * roots; none for the whole page @returns {string[]} */
function tooSmall({ deep, inside }, { least, parts }) {
  const SELECTOR =
    'button, input, select, textarea, summary, a[href], .button, [role=tab], [role=radio], [role=checkbox]';
  /** Characters of a line stand beside one another as they are written: as tall as asked, 24 wide. */
  const NARROW = '.cell';
  /** The buttons of what is hidden are others; links within a sentence are as tall as its lines. */
  const OTHERS = '.hidden, p a, li a, dd a, td a';
  /** @param {Element} e */
  const sizeOf = (e) => {
    // A box is ticked by its words as well.
    const label = e.matches('[type=checkbox], [type=radio]') && e.closest('label');
    const { width, height } = (label || e).getBoundingClientRect();
    const wide = e.matches(NARROW) ? 24 : least;
    // Layout is in 64ths of a pixel.
    if (width > wide - 0.1 && height > least - 0.1) return [];
    const { host } = /** @type {ShadowRoot} */ (e.getRootNode());
    const name = `${host?.localName ?? ''} ${e.localName}.${e.className}#${e.id}`;
    return [`${name} ${width.toFixed(1)} x ${height.toFixed(1)}`];
  };
  /** @param {string} path @returns {Element[]} */
  const within = (path) => {
    const part = deep(path);
    return [...(part.shadowRoot ? inside(part.shadowRoot) : []), ...inside(part)];
  };
  /** @type {Element[]} */
  const all = parts.length > 0 ? parts.flatMap(within) : inside(document);
  const found = all.filter(
    (e) =>
      e.matches(SELECTOR) &&
      !e.matches(OTHERS) &&
      e.checkVisibility({ visibilityProperty: true }),
  );
  return [...new Set(found.flatMap(sizeOf))];
}

/**
 * With a mouse and, in Chromium, which can be told that it has one, with a finger.
 * @param {Page} page one that is no phone @param {string[]} [parts] paths through
 *   shadow roots; default: the whole page @returns {Promise<string[]>} what, and its size
 */
export async function smallTargets(page, parts = []) {
  const small = (/** @type {number} */ least) =>
    inPage(page, tooSmall, { least, parts });
  const said = (await small(24)).map((/** @type {string} */ what) => `small: ${what}`);
  return 'context' in page ? [...said, ...(await smallForFingers(page, small))] : said;
}

/** @param {any} page of Playwright @param {(least: number) => Promise<string[]>} small */
async function smallForFingers(page, small) {
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {boolean} */ enabled) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled });
  await touch(true);
  assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches));
  // What hears of it draws again.
  for (let frame = 0; frame < 3; frame++)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  const found = await small(44);
  await touch(false);
  await session.detach();
  return found.map((what) => `small for a finger: ${what}`);
}
