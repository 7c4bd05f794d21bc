// SPDX-License-Identifier: MIT
// Shannon's game on the page: a round by keys on a laptop and by taps on a phone; its link opens the
// same round with the sender's result; an interrupted round goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInBothThemes } from '../support/axe.js';
import { openTestSite } from '../support/harness.js';
import { checkWidth, focused, inPage, press, until } from '../support/page-queries.js';

const site = await openTestSite();

/** @import { Page } from '../support/harness.js' */

const GAME = 'gf-inspector gf-guessing';
const LINK = 'v=2&place=lab&panel=guessing';
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const N = 12;

/** @param {Page} page @param {string} [more] */
async function open(page, more = '') {
  await page.goto(`index.html#${LINK}&pretrained=1${more}`);
  await inPage(page, ({ show }) => show('gf-inspector gf-guessing #other'));
}

/** What is hidden, by the rest that Stop shows in a page of its own.
 * @param {string} [more] of the link @returns {Promise<string[]>} */
async function hidden(more = '') {
  const page = await site.newPage(null, LAPTOP);
  await open(page, more);
  await page.locator('gf-guessing #stop').click();
  const shown = await inPage(page, async ({ deep, until }) => {
    const all = () => [
      ...deep('gf-inspector gf-guessing').shadowRoot.querySelectorAll('.passage b'),
    ];
    await until('the rest', () => all().length === 3);
    return all().map((b) => b.textContent);
  });
  const all = shown.flatMap((/** @type {string} */ text) => [...text]);
  assert.equal(all.length, N);
  return all;
}

/** @param {Page} page @returns {Promise<string>} */
const said = (page) =>
  inPage(page, ({ deep, words }) => words(deep('gf-inspector gf-guessing section')));

/** The line of a player in the table of all numbers. @param {Page} page */
const bounds = (page) =>
  inPage(page, async ({ deep, rows, until }) => {
    const found = () => deep('gf-inspector gf-guessing #bounds');
    await until('numbers', found);
    return rows(found());
  });

/** Bits per character by Shannon's formula. @param {number[]} ranks */
function lower(ranks) {
  const q = (/** @type {number} */ i) =>
    ranks.filter((rank) => rank === i).length / ranks.length;
  const all = Array.from({ length: Math.max(...ranks) }, (_, n) => n + 1);
  return all
    .reduce((sum, i) => sum + i * (q(i) - q(i + 1)) * Math.log2(i), 0)
    .toFixed(2);
}

const KEYS = /** @type {Record<string, string>} */ ({ '␣': ' ', '⏎': 'Enter' });
/** A wrong guess first at some of them. */
const MISSED = [2, 7];

test('a round by keys, its link on a phone, there by taps: both results on one scale', async () => {
  const characters = await hidden();
  const page = await site.newPage(null, LAPTOP);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  const after = (/** @type {number} */ i) =>
    new RegExp(`\\d+ of \\d+ characters guessed|character ${i + 2} of`);
  const wrong = (/** @type {number} */ i) => (characters[i] === 'q' ? 'z' : 'q');
  await press(page, `${GAME} #guess`);
  for (const [i, c] of characters.entries()) {
    if (MISSED.includes(i)) await page.keyboard.press(wrong(i));
    await page.keyboard.press(KEYS[c] ?? c);
    await page.locator('gf-guessing #at', { hasText: after(i) }).waitFor();
  }
  const ranks = characters.map((_, i) => (MISSED.includes(i) ? 2 : 1));
  const [you, model] = await bounds(page);
  assert.deepEqual(you.slice(0, 2), ['you', lower(ranks)]);
  const claim = await said(page);
  assert.ok(
    claim.includes(`you ${you[1]} bits per character, the model ${model[1]}`),
    claim,
  );
  // Where the game goes on.
  assert.equal(await focused(page), 'gf-guessing #other');
  await checkInBothThemes(page, 'a round that is over');

  await press(page, `${GAME} #share`, 'Enter');
  await until(page, 'state.notice');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(address, /guesses=1\.[\da-f]{8}(\.[12]){12}/);

  const phone = await site.newPage(null, PHONE);
  await phone.goto(address);
  await inPage(phone, ({ show }) => show('gf-inspector gf-guessing #guess'));
  assert.match(await said(phone), new RegExp(`sender of this link: ${lower(ranks)} bits`.replace('.', '\\.'))); // oxfmt-ignore
  const key = (/** @type {string} */ c) =>
    phone.locator('gf-guessing .keys button').getByText(c, { exact: true });
  for (const c of characters) {
    const isCapital = c !== c.toLowerCase();
    const capitals = phone.locator('gf-guessing #capitals');
    if ((await capitals.getAttribute('aria-pressed')) !== String(isCapital))
      await capitals.tap();
    await key(c).tap();
  }
  const [own, , sender] = await bounds(phone);
  assert.deepEqual([own.slice(0, 2), sender.slice(0, 2)], [['you', '0.00'], ['sender of the link', lower(ranks)]]); // oxfmt-ignore
  await checkWidth(phone, 'a round on a phone');
  await checkInBothThemes(phone, 'a round on a phone');
});

test('an interrupted round goes on; arrows go from key to key; other passages are another round', async () => {
  const page = await site.newPage(null, LAPTOP);
  await open(page, '&guesses=5');
  await press(page, `${GAME} #guess`, 'q', 'q');
  await page.keyboard.type('€');
  assert.match(await said(page), /“€” is not in the vocabulary/);
  await press(page, `${GAME} .keys button`, 'ArrowRight', 'ArrowDown', 'Enter');
  assert.match(await said(page), /Wrong guesses so far: 2/);
  await page.reload();
  await inPage(page, ({ show }) => show('gf-inspector gf-guessing #guess'));
  const tried = await inPage(
    page,
    ({ deep }) =>
    [...deep('gf-inspector gf-guessing').shadowRoot.querySelectorAll('.keys [aria-disabled]')].map((key) => key.textContent.trim()), // oxfmt-ignore
  );
  assert.deepEqual(tried, ['c', 'q']);
  await press(page, `${GAME} #other`, 'Enter');
  await until(page, "state.showing.guesses === '6'");
  assert.match(await said(page), /Round 6, passage 1 of 3, character 1 of 12/);
  await page.waitForFunction(() => location.hash.includes('guesses=6'));
});
