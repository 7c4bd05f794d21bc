// SPDX-License-Identifier: MIT
// Zoom of the large head by Ctrl and wheel, a pinch on a trackpad and two fingers; where it
// scrolls to; and taps with one finger, which cannot hover.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage } from '../../support/page-queries.js';
import { openTestSite } from '../../support/harness.js';
import { SMALL } from '../../support/trained.js';

/** @typedef {import('../../support/harness.js').Page} Page */

const site = await openTestSite();
const page = await site.newPage(null, {
  viewport: { width: 360, height: 900 },
  hasTouch: true,
  isMobile: true,
});
await page.goto(`views.html#v=1&${SMALL}`);
await inPage(page, async ({ app, deep, element, until }) => {
  await app.ready;
  app.selection.setLine('The fox said to the crow and went.');
  await until(
    'looked at',
    () => element.viewState.activations?.text === element.viewState.line,
  );
  // Alone: nothing above it is drawn later and moves it.
  element.view = 'head';
  await until('there', () => deep('gf-head'));
  await until('drawn', () => deep('gf-head gf-matrix gf-cells .raster'));
  // What is said above it makes it higher, and comes when the engine has answered.
  await until('said', () => {
    const { answers, headReport } = element.viewState;
    return answers.importance && headReport;
  });
  deep('gf-head gf-matrix').scrollIntoView({ block: 'center' });
});

/** What is seen: the edge of a cell, where the table is and where its cells begin, how far it is
 * scrolled, and how large its picture is. */
const seen = () =>
  inPage(page, async ({ deep, settled }) => {
    await settled();
    const table = deep('gf-head gf-matrix gf-cells');
    const { cell, corner, scroller, picture } = table;
    const { x, y } = scroller.getBoundingClientRect();
    const { scrollTop, scrollLeft, scrollWidth, clientWidth } = scroller;
    const raster = deep('gf-head gf-matrix gf-cells .raster').getBoundingClientRect();
    return {
      ...{ cell, x, y, scrollTop, scrollLeft },
      corner: { ...corner },
      hidden: scrollWidth - clientWidth,
      n: picture.numbers.rows,
      raster: { x: raster.x, y: raster.y, width: raster.width },
    };
  });

/** The place of the table, in cells, at a point of the window. @param {any} at @param {number} x @param {number} y */
const placeAt = ({ raster, cell }, x, y) => [
  (y - raster.y) / cell,
  (x - raster.x) / cell,
];

test('two fingers zoom about the point between them', async () => {
  const before = await seen();
  assert.equal(before.raster.x, before.x + before.corner.x, 'beside the names');
  assert.equal(before.hidden, 0, 'all of it is seen');
  const [x, y] = [before.x + 170, before.y + 150];
  const touch = await page.context().newCDPSession(page);
  const fingers = (/** @type {string} */ type, /** @type {number} */ apart) =>
    touch.send('Input.dispatchTouchEvent', {
      type: /** @type {any} */ (type),
      touchPoints:
        apart === 0
          ? []
          : [
              { x: x - apart, y, id: 0 },
              { x: x + apart, y, id: 1 },
            ],
    });
  const scroll = await page.evaluate(() => scrollY);
  await fingers('touchStart', 40);
  for (let apart = 44; apart <= 80; apart += 4) await fingers('touchMove', apart);
  await inPage(
    page,
    ({ deep, until }, least) =>
      until('the last move', () => deep('gf-head gf-matrix gf-cells').cell > least),
    1.85 * before.cell,
  );
  const after = await seen();
  await fingers('touchEnd', 0);
  assert.ok(
    Math.abs(after.cell / before.cell - 2) < 0.15,
    `${before.cell} ${after.cell}`,
  );
  assert.ok(after.hidden > 0);
  const [was, is] = [placeAt(before, x, y), placeAt(after, x, y)];
  for (const n of [0, 1]) assert.ok(Math.abs(was[n] - is[n]) <= 1, `${was} ${is}`);
  assert.ok(Math.abs(after.raster.width - after.n * after.cell) < 0.01);
  const page1 = await page.evaluate(() => [visualViewport?.scale, scrollY]);
  assert.deepEqual(page1, [1, scroll], 'the page itself stays');
  // One finger alone changes nothing.
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x, y, id: 0 }],
  });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.equal((await seen()).cell, after.cell);
});

test('the small parts of a trackpad pinch add up; a notch of a wheel is one notch', async () => {
  const before = await seen();
  const [x, y] = [before.x + 120, before.y + 120];
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  for (let n = 0; n < 20; n++) await page.mouse.wheel(0, 10);
  const smaller = await seen();
  // 200 pixels are two notches.
  assert.ok(Math.abs(smaller.cell * 1.25 ** 2 - before.cell) <= 1.6, `${smaller.cell}`);
  await page.mouse.wheel(0, -100);
  const larger = await seen();
  assert.ok(Math.abs(larger.cell / smaller.cell - 1.25) < 0.1, `${larger.cell}`);
  await page.keyboard.up('Control');
  await page.mouse.wheel(0, -50);
  assert.equal((await seen()).cell, larger.cell, 'without Ctrl it scrolls');
});

test('a table larger than its room scrolls, its names staying in sight; a pin is brought there once', async () => {
  const to = (/** @type {number} */ place) =>
    inPage(
      page,
      ({ deep }, place) =>
        deep('gf-head gf-matrix gf-cells').scroller.scrollTo(place, place),
      place,
    );
  await to(0);
  const first = await seen();
  assert.deepEqual([first.scrollTop, first.scrollLeft], [0, 0]);
  await to(1e4);
  const last = await seen();
  assert.ok(last.scrollLeft > 0, JSON.stringify(last));
  const names = await inPage(page, ({ deep }) => {
    const { x } = deep('gf-head gf-matrix gf-cells .left').getBoundingClientRect();
    return x;
  });
  assert.equal(names, last.x);
  await inPage(page, ({ app }) => app.selection.select({ pin: { i: 1, j: 0 } }));
  const pinned = await seen();
  assert.ok(pinned.scrollTop <= pinned.cell && pinned.scrollLeft === 0);
  await to(1e4);
  assert.equal((await seen()).scrollLeft, last.scrollLeft);
});

/** What is shown and pinned, and what is said of it. @param {string} path of the sentence */
const selected = (path) =>
  inPage(
    page,
    async ({ deep, element, settled, words }, path) => {
      await settled();
      const { hover, pin } = element.viewState;
      return { hover, pin, says: words(deep(path)) };
    },
    path,
  );

test('a first tap on a cell of the head previews it, a second pins it, a third unpins it', async () => {
  await inPage(page, ({ app }) => app.selection.select({ pin: null, hover: null }));
  const { raster, cell, scrollTop, scrollLeft } = await seen();
  // Rows and columns from the first that is seen whole.
  const [row0, column0] = [scrollTop, scrollLeft].map((px) => Math.ceil(px / cell));
  const [i, j] = [row0 + 6, column0 + 3];
  const point = (/** @type {number} */ row) =>
    /** @type {const} */ ([
      raster.x + (j + 0.5) * cell,
      raster.y + (row0 + row + 0.5) * cell,
    ]);
  const tap = async (/** @type {number} */ row) => {
    await page.touchscreen.tap(...point(row));
    return selected('gf-head #value');
  };
  const first = await tap(6);
  assert.deepEqual([first.hover, first.pin], [{ i, j }, null]);
  assert.match(first.says, new RegExp(`^row ${i + 1} `));
  const other = await tap(7);
  assert.deepEqual([other.hover, other.pin], [{ i: i + 1, j }, null]);
  assert.match(other.says, new RegExp(`^row ${i + 2} `));
  const second = await tap(7);
  assert.deepEqual([second.hover, second.pin], [null, { i: i + 1, j }]);
  assert.equal(second.says, other.says);
  const third = await tap(7);
  assert.deepEqual([third.hover, third.pin], [null, null]);
  await page.mouse.click(...point(6));
  assert.deepEqual((await selected('gf-head #value')).pin, { i, j }, 'a mouse at once');
});

test('a first tap on a character previews it, a second pins it', async () => {
  // What comes to lie under a mouse is under it.
  await page.mouse.move(0, 0);
  await inPage(page, async ({ app, element, show }) => {
    app.selection.select({ pin: null, hover: null });
    element.view = 'text';
    await show('gf-text');
  });
  const tap = async (/** @type {number} */ i) => {
    await page.locator(`gf-text .cell[data-i="${i}"]`).tap();
    return selected('gf-text .claim');
  };
  const first = await tap(5);
  assert.deepEqual([first.hover, first.pin], [{ i: 5, j: null }, null]);
  assert.match(first.says, /character 6:/);
  const other = await tap(8);
  assert.deepEqual([other.hover, other.pin], [{ i: 8, j: null }, null]);
  const second = await tap(8);
  assert.deepEqual([second.hover, second.pin], [null, { i: 8, j: null }]);
  assert.equal(second.says, other.says);
  assert.equal((await tap(8)).pin, null);
});
