// SPDX-License-Identifier: MIT
// The Tab key alone reaches every element at which the other keyboard checks begin.
import assert from 'node:assert/strict';
import { SHOWN } from '../support/harness.js';
import { inPage } from '../support/page-queries.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** In the order of the page; the last element of each is where the focus goes. */
const STOPS = [
  'gf-text .cell',
  'gf-text #line',
  'gf-loss gf-loss-scrubber #scrubber',
  'gf-loss #log-x',
  'gf-heads #compact',
  'gf-heads .tile',
  'gf-head gf-matrix gf-cells .focus',
  'gf-forward-pass #card',
  'gf-attribution #rival',
  'gf-embeddings #tab0',
  'gf-embeddings gf-embedding-map .focus',
  'gf-write #prompt',
  'gf-diagnostics summary',
  'gf-compare #twin',
  'gf-attention-timing #time',
  'gf-experiments #experiment',
];

/** Every other view has a stop of its own. */
const ALL_STOPS = [
  ...STOPS,
  ...SHOWN.filter(
    (name) => !STOPS.some((stop) => stop.startsWith(`gf-${name} `)) && name !== 'keys',
  ).map((name) => `gf-${name} *`),
];
/** More than the page has. */
const MOST = 250;
/** Keys between two questions; so many buttons stand behind the last stop, for the time of the walk. */
const AT_ONCE = 5;

/** @param {Page} page */
async function tabComesByEverything(page) {
  await inPage(
    page,
    async ({ app, deep, show, until }, atOnce) => {
      // What only a pinned character opens, and a table that waits for an answer of many passes,
      // is there before the walk begins.
      app.selection.select({ pin: { i: 9, j: null } });
      for (const [name, part] of [
        ['forward-pass', '#card'],
        ['attribution', '#rival'],
        ['embeddings', '#tab0'],
        ['calibration', 'gf-lines summary'],
      ]) {
        await show(`gf-${name}`);
        await until(name, () => deep(`gf-${name} ${part}`));
      }
      deep('gf-embeddings').tab = 0;
      await until('the map', () => deep('gf-embeddings gf-embedding-map .focus'));
      deep('gf-run button').focus();
      // Not beyond the page: a browser's own buttons keep the focus, and whoever has it the keys.
      const behind = document.createElement('div');
      for (let n = 0; n < atOnce; n++) behind.append(document.createElement('button'));
      document.body.append(behind);
      /** @type {Element[][]} */
      const paths = [];
      const onStop = (/** @type {KeyboardEvent} */ event) => {
        paths.push(event.composedPath().filter((e) => e instanceof Element));
      };
      Object.assign(globalThis, { paths, onStop, behind });
      document.addEventListener('keyup', onStop);
    },
    AT_ONCE,
  );
  let missing = ALL_STOPS;
  for (let n = 0; n < MOST && missing.length > 0; n++) {
    await page.keyboard.press('Tab');
    if (n % AT_ONCE === 0) missing = await inPage(page, passed, missing);
  }
  await inPage(page, () => {
    const { onStop, behind } = /** @type {any} */ (globalThis);
    document.removeEventListener('keyup', onStop);
    behind.remove();
  });
  assert.deepEqual(missing, [], 'never had the focus');
}

/** In the page: the stops that no Tab since the last question came by.
 * @param {any} _ @param {string[]} stops */
const passed = (_, stops) => {
  /** @type {Element[][]} */
  const paths = /** @type {any} */ (globalThis).paths.splice(0);
  const isAt = (/** @type {string} */ stop, /** @type {Element[]} */ path) => {
    let at = path.length;
    return stop.split(' ').every((name, n, names) => {
      const last = n + 1 === names.length;
      at = last ? 0 : path.slice(0, at).findLastIndex((e) => e.matches(name));
      return path[at]?.matches(name);
    });
  };
  return stops.filter((stop) => !paths.some((path) => isAt(stop, path)));
};

/** @type {import('../support/page-queries.js').Checks} */
export const tabOrder = { 'the Tab key reaches every view': tabComesByEverything };
