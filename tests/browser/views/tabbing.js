// SPDX-License-Identifier: MIT
// The Tab key alone comes by everything that the other checks of keys begin at.
import assert from 'node:assert/strict';
import { inPage } from '../asking.js';

/** @typedef {import('../asking.js').Page} Page */

/** In the order of the page; the last element of each is where the focus goes. */
const STOPS = [
  'gf-scrubber #time',
  'gf-strip .cell',
  'gf-strip #line',
  'gf-loss-chart #log-x',
  'gf-heads #compact',
  'gf-heads .tile',
  'gf-head gf-matrix .focus',
  'gf-walk #card',
  'gf-said #rival',
  'gf-letters #tab0',
  'gf-letters gf-letter-map .focus',
  'gf-write #prompt',
  'gf-hood summary',
  'gf-compare #twin',
  'gf-two-ways #time',
];
/** More than the page has. */
const MOST = 250;

/** @param {Page} page */
async function tabComesByEverything(page) {
  await inPage(page, async ({ app, deep, show, until }) => {
    // What only a pinned character opens is there before the walk begins.
    app.select({ pin: { i: 9, j: null } });
    for (const [name, part] of [
      ['walk', 'card'],
      ['said', 'rival'],
      ['letters', 'tab0'],
    ]) {
      await show(`gf-${name}`);
      await until(name, () => deep(`gf-${name} #${part}`));
    }
    deep('gf-letters').tab = 0;
    await until('the map', () => deep('gf-letters gf-letter-map .focus'));
    deep('gf-run-bar button').focus();
    const g = /** @type {any} */ (globalThis);
    g.stops = [];
    g.onStop = (/** @type {KeyboardEvent} */ event) => {
      const path = event.composedPath();
      if (event.key === 'Tab') g.stops.push(path.filter((e) => e instanceof Element));
    };
    document.addEventListener('keyup', g.onStop);
  });
  for (let n = 0; n < MOST; n++) {
    await page.keyboard.press('Tab');
    if (n % 20 === 19 && (await inPage(page, left))) break;
  }
  const missing = await inPage(
    page,
    (_, stops) => {
      const g = /** @type {any} */ (globalThis);
      document.removeEventListener('keyup', g.onStop);
      return stops.filter((/** @type {string} */ stop) => {
        const names = stop.split(' ');
        return !g.stops.some((/** @type {Element[]} */ path) => {
          let at = path.length;
          for (const name of names.slice(0, -1)) {
            at = path.slice(0, at).findLastIndex((e) => e.matches(name));
            if (at < 0) return false;
          }
          return path[0].matches(String(names.at(-1)));
        });
      });
    },
    STOPS,
  );
  assert.deepEqual(missing, [], 'never had the focus');
}

/** In the page: whether the focus has been on its last stop. */
const left = () => {
  const { stops } = /** @type {any} */ (globalThis);
  const seen = new Set();
  return stops.some((/** @type {Element[]} */ [e]) => seen.size === seen.add(e).size);
};

/** @type {[string, (page: Page) => Promise<void>][]} */
export const tabbing = [['the Tab key comes by every view', tabComesByEverything]];
