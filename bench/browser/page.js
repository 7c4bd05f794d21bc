// SPDX-License-Identifier: MIT
// What the views cost while a model trains beside them, every section of them open, one
// under the other; stage.js has the screen.
//
//   node bench/browser/page.js [--stretches N] [--out FILE]   → results/page.json
//
//   read             a reader's window goes through the page, 2 s at each windowful
//   used             in the same window somebody presses a key a second: characters, heads,
//                    pins, a head off and on, back in time
//   all_at_once      a window so tall that every view is in sight, which is no reader's;
//                    without a graphics card its 16 000 lines are put together by the
//                    processor, and that is most of what it costs
//
// Of each of the three what cost.js says.

import { begin } from '../common.js';
import { STRETCH_S, measureCost } from './cost.js';
import { openPage } from './open-page.js';

/** @import { Act } from './cost.js' */

const READER = { width: 1200, height: 900 };
const ALL = { width: 1200, height: 16000 };

/** What somebody does, one key after the other, focus on the text. */
const KEYS = [
  'ArrowRight', 'ArrowRight', 'Enter', 'h', 'h', 'x', 'x', 'PageDown', '[', '[', ']',
  'ArrowDown', 'Enter', 'Escape', 'Escape',
]; // oxfmt-ignore

const { stretches, write } = begin({ stretches: 9 });
const opened = await openPage({ viewport: READER });
const { site, page, sleep } = opened;
await opened.openViews();
await opened.train();

/** @param {number} y */
const scroll = (y) => page.evaluate((y) => scrollTo(0, y), y);

/** @param {number} count of moves in a stretch
 * @param {(n: number) => Promise<void>} move @param {Act} begin before the moves of
 * each stretch @returns {Act} */
function moves(count, move, begin = async () => {}) {
  let n = 0;
  return async () => {
    await begin();
    for (let made = 0; made < count; made++, n++) {
      await move(n);
      await sleep(STRETCH_S / count);
    }
  };
}

const readThrough = moves(5, async (n) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await scroll((n % Math.ceil(height / READER.height)) * READER.height);
});

const useKeys = moves(
  10,
  (n) => page.keyboard.press(KEYS[n % KEYS.length]),
  // What was hidden has lost the focus.
  async () => {
    await scroll(0);
    await page.locator('gf-text [tabindex="0"]').first().focus();
  },
);

const read = await measureCost(opened, stretches, readThrough);
const used = await measureCost(opened, stretches, useKeys);
await page.setViewportSize(ALL);
const allAtOnce = await measureCost(opened, stretches);
const browser = `Chromium ${site.browser.version()}`;
await opened.end();
await write('page', { browser, preset: 'nano', read, used, all_at_once: allAtOnce });
