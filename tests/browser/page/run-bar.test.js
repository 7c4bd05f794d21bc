// SPDX-License-Identifier: MIT
// The bar at the top says of a run what fits, whole words only, and what Train will do; messages
// stand at the lower edge of the window.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxes, inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';

/** @typedef {import('../support/harness.js').Page} Page */

const site = await openTestSite();

/** What Train will do, by language. */
const TRAIN_WILL = {
  en: 'Pretrained. Train starts a new model.',
  es: 'Preentrenado. Entrenar crea otro.',
  de: 'Vortrainiert. Trainieren erstellt ein neues.',
};

const SCREENS = {
  'for a mouse': ['1440 × 900', '1200 × 800'],
  'for fingers': [
    ...['820 × 1180', '390 × 844', '360 × 640', '320 × 640'],
    '375 × 700 with text of 200 %',
  ],
};

/** What is seen of the bar's words: those whole, and those cut.
 * @param {Page} page @returns {Promise<{ says: string, kind: string, isWhole: boolean }[]>} */
const seen = (page) =>
  inPage(page, async ({ deep, until, words }) => {
    await document.fonts.ready;
    // Another language is a file of its own: the bar comes with it.
    await until('the bar', () => deep('gf-run .where'));
    const where = deep('gf-run .where');
    const box = where.getBoundingClientRect();
    const all = [...where.querySelectorAll('p > span')].map((span) => {
      const row = span.parentElement.getBoundingClientRect();
      const { left, right, top, bottom } = span.getBoundingClientRect();
      const isOut = top >= row.bottom - 1 || right === left;
      const isWhole =
        left >= box.left - 0.5 &&
        right <= box.right + 0.5 &&
        bottom <= row.bottom + 4 &&
        span.scrollWidth <= span.clientWidth + 1;
      return { says: words(span), kind: span.className, isOut, isWhole };
    });
    return all.filter(({ isOut }) => !isOut);
  });

/** @param {Page} page @param {number} percent of the size of text */
const enlarge = (page, percent) =>
  page.evaluate((percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
  }, percent);

/** In the page: arrows beside the line with something over their middle or an edge, and what it is.
 * @param {any} helpers */
function coveredArrows({ deep }) {
  const { shadowRoot } = deep('gf-stage');
  /** @type {Element[]} */ const arrows = [...shadowRoot.querySelectorAll('.move')];
  return arrows.flatMap((arrow) => {
    const { left, right, top, height } = arrow.getBoundingClientRect();
    const y = top + height / 2;
    return [left + 1, (left + right) / 2, right - 1].flatMap((x) => {
      const seen = shadowRoot.elementFromPoint(x, y);
      if (arrow.contains(seen)) return [];
      return [`${arrow.ariaLabel} at ${x}, ${y}: ${seen?.outerHTML.slice(0, 200)}`];
    });
  });
}

/** In the page: buttons of the invitation whose words reach beyond them. @param {any} helpers */
async function tooNarrow({ deep, until }) {
  await until('the invitation', () => deep('gf-stage gf-invitation #show'));
  return [...deep('gf-stage gf-invitation').shadowRoot.querySelectorAll('button')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ id }) => id);
}

for (const [lang, expected] of Object.entries(TRAIN_WILL))
  for (const [pointer, sizes] of Object.entries(SCREENS))
    test(`step, loss and what Train will do are in the top bar (${lang}), none of it cut, ${pointer}`, async (t) => {
      const hasTouch = pointer === 'for fingers';
      const page = await site.newPage(`index.html?lang=${lang}`, { hasTouch });
      for (const size of sizes)
        await t.test(size, async () => {
          const [width, height, percent = 100] = (size.match(/\d+/g) ?? []).map(Number);
          await page.setViewportSize({ width, height });
          await enlarge(page, percent);
          await until(page, 'state.activations && state.latestSample');
          const parts = await seen(page);
          const all = JSON.stringify(parts);
          assert.deepEqual(await inPage(page, tooNarrow), []);
          for (const each of ['step', 'loss'])
            assert.ok(
              parts.some(({ kind }) => kind.startsWith(each)),
              all,
            );
          assert.ok(
            parts.some(({ says }) => says === expected),
            all,
          );
          for (const { says, isWhole } of parts) assert.ok(isWhole, says);
          if (!hasTouch) assert.deepEqual(await inPage(page, coveredArrows), []);
        });
    });

test('a message covers neither the sentence of the stage nor the losses, and keeps to the window', async () => {
  const page = await site.newPage('index.html');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await until(page, 'state.activations && state.latestSample');
    await inPage(page, ({ app }) => app.showInfo('Link copied. '.repeat(8)));
    await page.locator('#notice').waitFor();
    const [note, sentence, keys] = Object.values(
      await boxes(page, ['gf-notice #notice', 'gf-stage .caption', 'gf-loss .keys']),
    );
    assert.ok(note.top > sentence.bottom, `${note.top}, ${sentence.bottom}`);
    assert.ok(note.bottom <= height && note.top > height / 2, `${note.top}`);
    if (width > 700) assert.ok(note.top > keys.bottom);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    assert.equal(await page.locator('#notice').count(), 0);
  }
  // A long one in large text scrolls, as far as the button that ends it.
  await page.setViewportSize({ width: 375, height: 700 });
  await enlarge(page, 200);
  await inPage(page, ({ app }) => app.showInfo('Link copied. '.repeat(40)));
  await page.locator('#notice').waitFor();
  const [long] = Object.values(await boxes(page, ['gf-notice #notice']));
  assert.ok(long.top > 0 && long.height <= 350, `${long.top}, ${long.height}`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await page.locator('#notice').count(), 0);
});
