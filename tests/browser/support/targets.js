// SPDX-License-Identifier: MIT
// What on a page is smaller than a finger or an unsteady hand can hit:
// 24 pixels each way, 44 where the pointer is a finger.
import assert from 'node:assert/strict';

/** @typedef {Pick<import('./page-queries.js').Page, 'evaluate'>} Page */

/** In the page. @param {number} least @param {string[]} parts paths through shadow roots; none
 * for the whole page @returns {string[]} */
function tooSmall(least, parts) {
  const SELECTOR =
    'button, input, select, textarea, summary, a[href], .button, [role=tab], [role=radio], [role=checkbox]';
  /** Characters of a line stand beside one another as they are written: as tall as asked, 24 wide. */
  const NARROW = '.cell';
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ParentNode & Node} */ within) => {
    const root = /** @type {Document | ShadowRoot} */ (within.getRootNode());
    if (within instanceof Element && within.shadowRoot) visit(within.shadowRoot);
    for (const e of within.querySelectorAll('*')) {
      if (e.shadowRoot) visit(e.shadowRoot);
      if (!e.matches(SELECTOR) || !e.checkVisibility({ visibilityProperty: true }))
        continue;
      // Their buttons are others.
      if (e.matches('.hidden')) continue;
      // Links within a sentence are as tall as its lines.
      if (e.matches('p a, li a, dd a, td a')) continue;
      // A box is ticked by its words as well.
      const label = e.matches('[type=checkbox], [type=radio]') && e.closest('label');
      const { width, height } = (label || e).getBoundingClientRect();
      const wide = e.matches(NARROW) ? 24 : least;
      // Layout is in 64ths of a pixel.
      if (width > wide - 0.1 && height > least - 0.1) continue;
      const host = 'host' in root ? root.host.localName : '';
      const name = `${e.localName}.${e.className}#${e.id}`;
      found.push(`${host} ${name} ${width.toFixed(1)} x ${height.toFixed(1)}`);
    }
  };
  const deep = (/** @type {string} */ path) =>
    path
      .split(' ')
      .reduce(
        (/** @type {any} */ root, name) =>
          (root.shadowRoot ?? root).querySelector(name),
        document.querySelector('glass-former'),
      );
  for (const within of parts.length > 0 ? parts.map(deep) : [document]) visit(within);
  return [...new Set(found)];
}

/**
 * With a mouse and, in Chromium, which can be told that it has one, with a finger.
 * @param {Page} page one that is no phone @param {string[]} [parts] paths through
 *   shadow roots; default: the whole page @returns {Promise<string[]>} what, and its size
 */
export async function smallTargets(page, parts = []) {
  const least = (/** @type {number} */ pixels) =>
    page.evaluate(`(${tooSmall})(${pixels}, ${JSON.stringify(parts)})`);
  const said = (await least(24)).map((/** @type {string} */ what) => `small: ${what}`);
  return 'context' in page ? [...said, ...(await smallForFingers(page, least))] : said;
}

/** @param {any} page of Playwright @param {(pixels: number) => Promise<string[]>} least */
async function smallForFingers(page, least) {
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {boolean} */ enabled) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled });
  await touch(true);
  assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches));
  // What hears of it draws again.
  for (let frame = 0; frame < 3; frame++)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  const found = await least(44);
  await touch(false);
  await session.detach();
  return found.map((what) => `small for a finger: ${what}`);
}
