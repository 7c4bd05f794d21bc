// SPDX-License-Identifier: MIT
// The line of the text: shades, bars and words are the engine's loss and weights.
import assert from 'node:assert/strict';
import { ramp } from '../../../web/draw/palette.js';
import { RAMPS } from '../../../web/theme.js';
import { inPage, press, until } from '../asking.js';
import { percent, two, visible } from '../trained.js';

/** @typedef {import('../asking.js').Page} Page */

const SHADES = 16;
const BAR_PX = 7;

/** @param {'surprise' | 'attention'} name @param {number} value 0..1 */
function expected(name, value) {
  const n = Math.round(Math.min(1, value) * (SHADES - 1));
  const [r, g, b] = ramp(RAMPS[name].light, SHADES)[n];
  return { ground: `rgb(${r}, ${g}, ${b})`, bar: (n / (SHADES - 1)) * BAR_PX };
}

/** What every cell looks like. @param {Page} page */
const readCells = (page) =>
  inPage(page, async ({ deep, settled }) => {
    await settled();
    return [...deep('gf-strip .cells').querySelectorAll('.cell')].map((cell) => ({
      text: cell.querySelector('b').textContent,
      says: cell.getAttribute('aria-label'),
      ground: getComputedStyle(cell.querySelector('span')).backgroundColor,
      bar: Number.parseFloat(getComputedStyle(cell, '::after').height),
      future: cell.classList.contains('future'),
    }));
  });

/** @param {any} cell @param {ReturnType<typeof expected>} want */
function checkCell(cell, { ground, bar }) {
  assert.equal(cell.ground, ground, cell.says);
  // One decimal in the style sheet; browsers lay out in 60ths or 64ths of a pixel.
  assert.ok(Math.abs(cell.bar - bar) < 0.05 + 1 / 60, `${cell.says}: bar ${cell.bar}`);
}

/** Pins character i by keyboard alone, as far as the strip has been reached.
 * @param {Page} page @param {number} i */
export async function pinByKeys(page, i) {
  await inPage(page, ({ app }) => app.select({ pin: null, hover: null }));
  await press(page, 'gf-strip .cell', 'Home');
  for (let n = 0; n < i; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(page, `state.pin?.i === ${i} && state.pin.j === null`);
}

/** @param {Page} page */
async function drawsLoss(page) {
  const look = await inPage(page, async ({ app, session, show, state }) => {
    app.select({ pin: null, hover: null });
    await show('gf-strip');
    return session.inspect({ text: state.line });
  });
  const cells = await readCells(page);
  assert.equal(cells.length, look.n);
  cells.forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
    assert.equal(cell.text, visible(look.characters[i]));
    if (i === 0) return;
    const bits = look.loss[i - 1] / Math.LN2;
    assert.ok(cell.says.includes(`${two(bits)} bits`), cell.says);
    checkCell(cell, expected('surprise', bits / 6));
  });
}

/** @param {Page} page */
async function showsARowByKeys(page) {
  await press(page, 'gf-strip [data-mode=attention]', 'Enter');
  await pinByKeys(page, 9);
  const row = await inPage(page, async ({ session, state }) => {
    const look = await session.inspect({ text: state.line, attention: true });
    const at = ((state.layer * look.H + state.head) * look.T + 9) * look.T;
    return look.attention.subarray(at, at + look.n);
  });
  const cells = await readCells(page);
  cells.forEach((/** @type {any} */ cell, /** @type {number} */ j) => {
    assert.equal(cell.future, j > 9, `character ${j + 1}`);
    if (j > 9) return;
    assert.ok(cell.says.endsWith(percent(row[j])), cell.says);
    checkCell(cell, expected('attention', row[j]));
  });
  await press(page, 'gf-strip [data-mode=surprise]', 'Enter');
}

/** @param {Page} page */
async function takesALineByKeys(page) {
  const before = await inPage(page, ({ state }) => state.line);
  await press(page, 'gf-strip #line', 'Control+a');
  await page.keyboard.type('the dog sat');
  await page.keyboard.press('Enter');
  await until(page, "state.look?.text === 'the dog sat'");
  const cells = await readCells(page);
  const text = cells.map((/** @type {any} */ { text }) => text).join('');
  assert.equal(text, 'the␣dog␣sat');
  await inPage(page, ({ app }, line) => app.setLine(line), before);
  await until(page, 'state.look?.text === state.line');
}

/** @type {[string, (page: Page) => Promise<void>][]} */
export const strip = [
  ['the shade, bar and words of a character are its loss in bits', drawsLoss],
  ['a row of the head is laid over the line by keys', showsARowByKeys],
  ['another line is typed, and is the one looked at', takesALineByKeys],
];
