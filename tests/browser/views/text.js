// SPDX-License-Identifier: MIT
// The line of text: shades, bars and words are the engine's loss and weights.
import assert from 'node:assert/strict';
import { ramp } from '../../../web/draw/palette.js';
import { RAMPS } from '../../../web/draw/theme.js';
import { inPage, press, until } from '../support/page-queries.js';
import { percent, signed, two, visible } from '../support/trained.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

/** @type {import('../support/page-queries.js').Checks} */
export const ablatedText = {};

/** @type {import('../support/page-queries.js').Checks} */
export const text = {};

const SHADES = 16;
const BAR_PX = 7;

/** @param {keyof typeof RAMPS} name @param {number} value 0..1 @param {number} [size] of the bar, 0..1 */
function expected(name, value, size = value) {
  const nth = (/** @type {number} */ x) => Math.round(Math.min(1, x) * (SHADES - 1));
  const [r, g, b] = ramp(RAMPS[name].light, SHADES)[nth(value)];
  return { ground: `rgb(${r}, ${g}, ${b})`, bar: (nth(size) / (SHADES - 1)) * BAR_PX };
}

/** Blue above zero. @param {number} x -1..1 */
const onBothSides = (x) => expected('diverging', 0.5 + 0.5 * x, Math.abs(x));

/** @param {number[]} values @param {number} least */
const largest = (values, least) => Math.max(least, ...values.map(Math.abs));

/** What every cell looks like. @param {Page} page */
const readCells = (page) =>
  inPage(page, async ({ deep, settled }) => {
    await settled();
    return [...deep('gf-text .cells').querySelectorAll('.cell')].map((cell) => ({
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
  await inPage(page, ({ app }) => app.selection.select({ pin: null, hover: null }));
  await press(page, 'gf-text .cell', 'Home');
  for (let n = 0; n < i; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(page, `state.pin?.i === ${i} && state.pin.j === null`);
}

text['the shade, bar and words of a character are its loss in bits'] = async (page) => {
  const look = await inPage(page, async ({ app, session, show, state }) => {
    app.selection.select({ pin: null, hover: null });
    await show('gf-text');
    return session.runWithCache({ text: state.line });
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
};

text['a pinned character states its loss and where the head attended'] = async (
  page,
) => {
  await pinByKeys(page, 9);
  const { said, look, layer, head } = await inPage(
    page,
    async ({ deep, session, settled, state, words }) => {
      await settled();
      const look = await session.runWithCache({ text: state.line, attention: true });
      const { layer, head } = state;
      return { said: words(deep('gf-text .claim')), look, layer, head };
    },
  );
  const at = ((layer * look.H + head) * look.T + 9) * look.T;
  const row = look.attention.slice(at, at + 10);
  const sorted = row.toSorted(
    (/** @type {number} */ a, /** @type {number} */ b) => b - a,
  );
  const j = row.lastIndexOf(sorted[0]);
  let sum = 0;
  const kept = sorted.findIndex((/** @type {number} */ x) => (sum += x) >= 0.9) + 1;
  const back = j === 9 ? 'itself' : `${9 - j} back`;
  const among = row[j] < 0.125 ? 'about evenly' : 'to several keys';
  const how =
    row[j] < 0.2
      ? `${among} (at most ${percent(row[j])}; evenly: 10%)`
      : `most to ‘${visible(look.characters[j])}’, ${back} (${percent(row[j])}; evenly: 10%)`;
  const more = kept < 10 ? ` (+ ${10 - kept} more, together ${percent(1 - sum)})` : '';
  assert.equal(
    said,
    `‘${visible(look.characters[9])}’, character 10: surprisal ` +
      `${two(look.loss[8] / Math.LN2)} bits. Head ${layer + 1}.${head + 1}: From ‘${visible(look.characters[9])}’ it ` +
      `attends ${how}.${more}`,
  );
};

text['the attention of a head is laid over the line by keys'] = async (page) => {
  await press(page, 'gf-text [data-mode=attention]', 'Enter');
  await pinByKeys(page, 9);
  const row = await inPage(page, async ({ session, state }) => {
    const look = await session.runWithCache({ text: state.line, attention: true });
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
  await press(page, 'gf-text [data-mode=surprise]', 'Enter');
};

text['saliency is the engine’s'] = async (page) => {
  await press(page, 'gf-text [data-mode=saliency]', 'Enter');
  await pinByKeys(page, 9);
  const values = await inPage(page, async ({ answered, session, state }) => {
    const token = session.info.vocabulary.indexOf(state.activations.characters[10]);
    await answered('saliency', state.line, 9, token);
    const { rows } = await session.saliency({ text: state.line, position: 9, token });
    return rows.data.subarray(0, rows.columns);
  });
  const top = largest(values, 0);
  assert.ok(values.length >= 10 && top > 0);
  const cells = await readCells(page);
  values.forEach((/** @type {number} */ value, /** @type {number} */ j) => {
    const isNamed = Math.abs(value) >= top / 100;
    const digits = `${value > 0 ? '+' : '−'}${Math.abs(Number(value.toPrecision(2)))}`;
    const said = /, ([+−][\d.]+)$/.exec(cells[j].says)?.[1];
    assert.equal(said, isNamed ? digits : undefined, `${cells[j].says}: ${value}`);
    checkCell(cells[j], onBothSides(value / top));
  });
  await press(page, 'gf-text [data-mode=surprise]', 'Enter');
};

ablatedText['with a head off, each character shows the change of its loss'] = async (
  page,
) => {
  await press(page, 'gf-text [data-mode=ablation]', 'Enter');
  const { on, off } = await inPage(
    page,
    async ({ app, element, session, show, state, until }) => {
      await show('gf-text');
      const ask = async () => (await session.runWithCache({ text: state.line })).loss;
      const on = await ask();
      await app.queries.toggleHead(1, 0);
      await until('the head is off', () => {
        const { layer, head, line } = element.viewState.ablation ?? {};
        return layer === 1 && head === 0 && line === state.line;
      });
      return { on, off: await ask() };
    },
  );
  const cells = await readCells(page);
  await inPage(page, ({ app }) => app.queries.allOn());
  const changes = Array.from({ length: cells.length - 1 }, (_, n) => off[n] - on[n]);
  const top = largest(changes, 1);
  assert.ok(changes.some((change) => Math.abs(change) > 0.01));
  changes.forEach((change, n) => {
    const cell = cells[n + 1];
    assert.ok(cell.says.includes(signed(change)), `${cell.says}: ${change}`);
    // Easier without the head is blue.
    checkCell(cell, onBothSides(-change / top));
  });
  await press(page, 'gf-text [data-mode=surprise]', 'Enter');
  await until(page, 'state.ablated.length === 0');
};

text['another line is typed and analysed'] = async (page) => {
  const before = await inPage(page, ({ state }) => state.line);
  await press(page, 'gf-text #line', 'Control+a');
  await page.keyboard.type('the dog sat');
  await page.keyboard.press('Enter');
  await until(page, "state.activations?.text === 'the dog sat'");
  const cells = await readCells(page);
  const text = cells.map((/** @type {any} */ { text }) => text).join('');
  assert.equal(text, 'the␣dog␣sat');
  await inPage(page, ({ app }, line) => app.selection.setLine(line), before);
  await until(page, 'state.activations?.text === state.line');
};

/** What is marked as held out, and how. @param {Page} page */
const readHeld = (page) =>
  inPage(page, async ({ deep, show, words }) => {
    await show('gf-text');
    const cells = [...deep('gf-text .cells').querySelectorAll('.cell')];
    return {
      dashed: cells.map((cell) => getComputedStyle(cell).borderTopStyle === 'dashed'),
      said: cells.map((cell) =>
        /, validation text/.test(cell.getAttribute('aria-label')),
      ),
      legend: words(deep('gf-text .pane').lastElementChild),
    };
  });

const LEGEND = /Dashed line above: validation text/;

/** The end of the text is not trained on; a line across the border is marked from there. */
text['held-out characters are marked, and nothing else'] = async (page) => {
  const { before, text, nVal } = await inPage(page, ({ session, state }) => ({
    before: state.line,
    text: state.text.text,
    nVal: session.info.nVal,
  }));
  const all = [...text];
  const border = all.length - nVal;
  const first = await readHeld(page);
  assert.ok(text.indexOf(before) >= border, 'the first line is from the held-out end');
  assert.deepEqual(new Set([...first.dashed, ...first.said]), new Set([true]));
  assert.match(first.legend, LEGEND);
  const across = all.slice(border - 12, border + 7).join('');
  assert.equal(text.indexOf(across), text.lastIndexOf(across), 'it stands there alone');
  await inPage(page, ({ app }, line) => app.selection.setLine(line), across);
  await until(page, 'state.activations?.text === state.line');
  const second = await readHeld(page);
  const wanted = Array.from({ length: 19 }, (_, i) => i >= 12);
  assert.deepEqual(second.dashed, wanted);
  assert.deepEqual(second.said, wanted);
  assert.match(second.legend, LEGEND);
  // A line of the reader's own, and one from the part that is trained on: nothing is said.
  for (const line of ['the dog sat', all.slice(100, 130).join('')]) {
    await inPage(page, ({ app }, line) => app.selection.setLine(line), line);
    await until(page, 'state.activations?.text === state.line');
    const { dashed, said, legend } = await readHeld(page);
    assert.deepEqual(new Set([...dashed, ...said]), new Set([false]), line);
    assert.doesNotMatch(legend, LEGEND);
  }
  await inPage(page, ({ app }, line) => app.selection.setLine(line), before);
  await until(page, 'state.activations?.text === state.line');
};
