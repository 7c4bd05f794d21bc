// SPDX-License-Identifier: MIT
// Zoom of the large head by Ctrl and wheel, a pinch on a trackpad and two fingers; moving it by
// its overview; and taps with one finger, which cannot hover.
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
  await until('drawn', () => deep('gf-head gf-matrix .raster'));
  // What is said above it makes it higher, and comes when the engine has answered.
  await until('said', () => {
    const { answers, headReport } = element.viewState;
    return answers.importance && headReport;
  });
  deep('gf-head gf-matrix').scrollIntoView({ block: 'center' });
});

/** What is seen: first row and column, cells across, edge of a cell, the figure's place. */
const seen = () =>
  inPage(page, async ({ deep, settled }) => {
    await settled();
    const matrix = deep('gf-head gf-matrix');
    const { x, y } = matrix.shadowRoot.querySelector('.figure').getBoundingClientRect();
    const raster = matrix.shadowRoot.querySelector('.raster').getBoundingClientRect();
    const { row0, column0, cell, count, across } = matrix;
    return {
      row0,
      column0,
      cell,
      count,
      across,
      x,
      y,
      drawn: raster.width,
      left: raster.x,
    };
  });

/** The place of the matrix, in cells, at a point of the window. @param {any} at @param {number} x @param {number} y */
const placeAt = (at, x, y) => [
  at.row0 + (y - at.y - 30) / at.cell,
  at.column0 + (x - at.x - 30) / at.cell,
];

test('two fingers zoom about the point between them', async () => {
  const before = await seen();
  assert.equal(before.left, before.x + 30, 'the gutter');
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
      until('the last move', () => deep('gf-head gf-matrix').cell > least),
    1.85 * before.cell,
  );
  const after = await seen();
  await fingers('touchEnd', 0);
  assert.ok(
    Math.abs(after.cell / before.cell - 2) < 0.15,
    `${before.cell} ${after.cell}`,
  );
  assert.ok(after.across < before.across);
  const [was, is] = [placeAt(before, x, y), placeAt(after, x, y)];
  for (const n of [0, 1]) assert.ok(Math.abs(was[n] - is[n]) <= 1, `${was} ${is}`);
  assert.equal(Math.round(after.drawn), Math.round(after.across * after.cell));
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

test('the overview moves the visible part of the matrix', async () => {
  const map = page.locator('gf-head gf-matrix .map');
  await map.click({ position: { x: 2, y: 2 } });
  const first = await seen();
  assert.deepEqual([first.row0, first.column0], [0, 0]);
  await map.click({ position: { x: 69, y: 69 } });
  const last = await seen();
  assert.ok(last.row0 > 0 && last.row0 === last.column0, JSON.stringify(last));
  // A pin is brought into view once, and does not hold the window.
  await inPage(page, ({ app }) => app.selection.select({ pin: { i: 1, j: 0 } }));
  assert.deepEqual(((x) => [x.row0 <= 1, x.column0])(await seen()), [true, 0]);
  await map.click({ position: { x: 69, y: 69 } });
  assert.equal((await seen()).row0, last.row0);
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
  const at = await seen();
  const [i, j] = [at.row0 + 6, at.column0 + 3];
  const point = (/** @type {number} */ row) =>
    /** @type {const} */ ([
      at.x + 30 + 3.5 * at.cell,
      at.y + 30 + (row + 0.5) * at.cell,
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
