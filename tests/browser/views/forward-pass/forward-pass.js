// SPDX-License-Identifier: MIT
// The forward pass of one character in eight cards, and the origin of a number: the engine's
// numbers, which follow from each other (tests/c/inspect/test_{forward_pass,origin}.c).
import assert from 'node:assert/strict';
import { inPage, press } from '../../support/page-queries.js';
import { shade, signed, sum, visible } from '../../support/trained.js';
import { pinByKeys } from '../text.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const forwardPass = {};

/** Words of a card of the walk, and the cells of every strip in it. @param {Page} page */
const readCard = (page) =>
  inPage(page, async ({ cells, deep, settled, words }) => {
    await settled();
    /** @type {Record<string, any>} */
    const strips = {};
    for (const canvas of deep('gf-forward-pass #card').querySelectorAll('canvas')) {
      const { numbers, most } = deep('gf-forward-pass').strips.get(
        canvas.dataset.strip,
      );
      const { rows, columns, data } = numbers;
      strips[canvas.dataset.strip] = {
        most,
        data,
        cells: cells(canvas, rows, columns),
      };
    }
    return { strips, text: words(deep('gf-forward-pass #card')) };
  });

/** @param {Page} page @returns {Promise<any[]>} the eight, each as drawn */
async function turnCards(page) {
  const cards = [];
  for (let n = 0; n < 8; n++) {
    const card = await readCard(page);
    for (const [name, { data, most, cells }] of Object.entries(card.strips)) {
      data.forEach((/** @type {number} */ x, /** @type {number} */ k) =>
        assert.equal(cells[k], shade(x, most), `card ${n + 1}, ${name}, ${k}`),
      );
    }
    cards.push(card);
    await page.keyboard.press(n % 2 === 0 ? 'ArrowRight' : ' ');
  }
  return cards;
}

forwardPass['the eight cards turn by keys, and their strips are the engine’s numbers'] =
  async (page) => {
    await inPage(page, ({ app }) => app.selection.select({ layer: 0, head: 1 }));
    await pinByKeys(page, 7);
    const { vocabulary, walk } = await inPage(
      page,
      async ({ answered, deep, session, show, state }) => {
        await show('gf-forward-pass');
        const walk = await answered('forwardPass', state.line, 7, 0, 1);
        await show('gf-forward-pass');
        deep('gf-forward-pass #card').focus();
        return { vocabulary: session.info.vocabulary, walk };
      },
    );
    const [meet, , ask, compare, , softmax, mix, speak] = await turnCards(page);
    /** Of the keys that are allowed. @param {string} name */
    const rowsOf = (name) => walk[name].data.slice(0, 8 * walk[name].columns);
    for (const name of ['token', 'position', 'embedding'])
      assert.deepEqual(meet.strips[name].data, walk[name].data, name);
    const [q, k] = [walk.q.data, rowsOf('k')];
    assert.deepEqual([ask.strips.q.data, ask.strips.k.data], [q, k]);
    assert.deepEqual(mix.strips.v.data, rowsOf('v'));
    assert.deepEqual(mix.strips.mix.data, walk.mix.data);
    // Two keys: the strongest, and the next to it, each with its own sum written out.
    const shares = walk.shares.data.slice(0, 8);
    const [first, second] = [...shares].sort((a, b) => b - a);
    for (const [n, share] of [first, second].entries()) {
      const at = q.length * shares.indexOf(share);
      const key = k.slice(at, at + q.length);
      assert.deepEqual(compare.strips[`k${n}`].data, key);
      const products = q.map((/** @type {number} */ x, /** @type {number} */ d) =>
        Math.fround(x * key[d]),
      );
      assert.deepEqual(compare.strips[`products${n}`].data, products);
      assert.ok(compare.text.includes(`= ${signed(sum(products))}`), compare.text);
    }
    assert.match(softmax.text, /8 weights, sum 1\.00/);
    assert.match(softmax.text, /later characters: masked/);
    const p = walk.output.p.data;
    const guess = visible(vocabulary[p.indexOf(Math.max(...p))]);
    assert.ok(speak.text.includes(`top prediction is ‘${guess}’`), speak.text);
    for (let n = 0; n < 9; n++) await page.keyboard.press('Backspace');
    assert.equal(await inPage(page, ({ deep }) => deep('gf-forward-pass').card), 0);
  };

// -------------------------------------------------------------------- origin

/** The number of the origin shown, as drawn and as the engine tells it. @param {Page} page */
const readOrigin = (page) =>
  inPage(page, async ({ app, deep, element, rows, until, words }) => {
    await until('an origin', () => deep('gf-forward-pass gf-origin #claim'));
    const part = (/** @type {string} */ path) =>
      deep(`gf-forward-pass gf-origin ${path}`);
    await until('its answer', () =>
      words(part('#claim')).startsWith(words(part('nav [aria-current]'))),
    );
    const { answers, line } = element.viewState;
    return {
      told: answers.origin.value,
      way: part('nav ol').children.length - 1,
      claim: words(part('#claim')),
      sums: words(deep('gf-forward-pass gf-origin #sums')),
      terms: rows(deep('gf-forward-pass gf-origin #terms')),
      walk: answers.forwardPass.value,
      line,
      small: app.format.small(answers.origin.value.value),
    };
  });

forwardPass['the origin of a number leads to the embedding and back, by keys'] = async (
  page,
) => {
  await inPage(page, ({ app }) => app.selection.select({ layer: 1, head: 2 }));
  await pinByKeys(page, 7);
  await inPage(page, async ({ answered, show, deep, state }) => {
    await show('gf-forward-pass');
    await answered('forwardPass', state.line, 7, 1, 2);
    deep('gf-forward-pass').card = 2;
  });
  // The second strip of the card is k: the number is the first one of the first character.
  await press(page, 'gf-forward-pass #card figure:nth-of-type(2) button', 'Enter');
  let value = null;
  for (let depth = 1; ; depth++) {
    const { told, way, claim, sums, terms, walk, small } = await readOrigin(page);
    value ??= walk.k.data[0];
    assert.equal(way, depth);
    assert.equal(told.value, value, `level ${depth}`);
    assert.ok(claim.includes(small), claim);
    const products = (told.terms?.data ?? []).map(
      (/** @type {number} */ x, /** @type {number} */ k) => x * told.weights.data[k],
    );
    const residual = (told.residual ?? []).map((/** @type {any} */ x) => x.value);
    assert.match(sums, /Sum: /);
    if (told.op === 'embed') break;
    // Past first, then the largest terms.
    const sizes = products.map(Math.abs);
    const first =
      residual.length > 0
        ? residual[0]
        : told.terms.data[sizes.indexOf(Math.max(...sizes))];
    assert.equal(
      terms[0][1],
      await inPage(page, ({ app }, x) => app.format.small(x), first),
    );
    value = first;
    await press(page, 'gf-forward-pass gf-origin #terms button', 'Enter');
  }
  await press(page, 'gf-forward-pass gf-origin nav button', 'Enter');
  assert.equal((await readOrigin(page)).way, 1);
  await press(page, 'gf-forward-pass gf-origin #close', 'Enter');
  const open = await inPage(page, async ({ deep, settled }) => {
    await settled();
    return Boolean(deep('gf-forward-pass gf-origin nav'));
  });
  assert.equal(open, false);
};
