// SPDX-License-Identifier: MIT
// One character on its way: what the model would say after each part, which part said so,
// and the eight cards, all of it from the model's own numbers.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../support/page-queries.js';
import { percent, shade, signed, sum, two, visible } from '../support/trained.js';
import { pinByKeys } from './text.js';

/** @typedef {import('../support/page-queries.js').Page} Page */

// ---------------------------------------------------------------------- lens

/** @param {Page} page */
async function ladderIsTheLens(page) {
  await pinByKeys(page, 9);
  const seen = await inPage(page, async ({ answered, deep, rows, session, show, state }) => {
    await show('gf-lens');
    await answered('lens', state.line);
      await show('gf-lens');
    const { logits, loss, n } = await session.runWithCache({ text: state.line });
    return {
      lens: await session.lens({ text: state.line }),
      logits, loss, n,
      vocabulary: session.info.vocabulary,
      ladder: rows(deep('gf-lens #ladder')),
      grid: rows(deep('gf-lens #grid')),
      claim: deep('gf-lens #claim').textContent,
    };
  }); // prettier-ignore
  const { n, vocabulary, ladder, grid } = seen;
  const depths = seen.lens.depths.length;
  const [top, topP, p, rank] = ['top', 'topP', 'p', 'rank'].map(
    (name) => seen.lens[name].data,
  );
  assert.equal(ladder.length, depths);
  for (let d = 0; d < depths; d++) {
    const at = d * n + 9;
    assert.equal(ladder[d][1], `${visible(vocabulary[top[at]])} ${percent(topP[at])}`);
    assert.equal(ladder[d][2], percent(p[at]));
    assert.equal(ladder[d][4], String(rank[at]));
    for (let i = 0; i + 1 < n; i++) {
      const k = d * n + i;
      assert.equal(grid[d][1 + i], visible(vocabulary[top[k]]) + rank[k]);
    }
  }
  const V = vocabulary.length;
  for (let i = 0; i + 1 < n; i++) {
    const at = (depths - 1) * n + i;
    // Two orders of the same additions in single precision.
    assert.ok(Math.abs(-Math.log(p[at]) - seen.loss[i]) < 1e-4, `character ${i}`);
    const row = seen.logits.slice(i * V, (i + 1) * V);
    assert.equal(top[at], row.indexOf(Math.max(...row)));
  }
  assert.match(seen.claim, new RegExp(`rank ${rank[9]} after the embedding`));
}

// ---------------------------------------------------------------------- said

/** @param {Page} page */
async function sharesAreTheLogit(page) {
  await pinByKeys(page, 12);
  const seen = await inPage(page, async ({ answered, deep, session, show, state, words }) => {
    await show('gf-attribution');
    const said = await answered('attribution', state.line, 12, 'nothing');
      await show('gf-attribution');
    const { logits, characters } = await session.runWithCache({ text: state.line });
    const V = session.info.vocabulary.length;
    const y = session.info.vocabulary.indexOf(characters[13]);
    const lines = deep('gf-attribution #shares').querySelectorAll('tbody tr');
    return {
      said, y,
      logit: logits[12 * V + y],
      rows: [...lines].map((row) => {
        const bar = row.querySelector('.plus, .minus');
        return {
          share: row.lastElementChild.textContent,
          width: Number(bar.getAttribute('width')),
          right: bar.getAttribute('x') === '50',
        };
      }),
      sum: words(deep('gf-attribution #sum')),
    };
  }); // prettier-ignore
  const { logit, rows, said } = seen;
  assert.equal(said.token, seen.y);
  assert.ok(Math.abs(said.sum - logit) < 1e-4, `${said.sum} and ${logit}`);
  const shares = said.shares.map((/** @type {any} */ { share }) => share);
  assert.ok(Math.abs(sum(shares) - logit) < 1e-4, 'the shares themselves add up');
  assert.equal(seen.sum, `sum ${two(logit)} = logit ${two(logit)}`);
  const shown = rows.map((/** @type {any} */ r) => Number(r.share.replace('−', '-')));
  assert.ok(Math.abs(sum(shown) - logit) <= 0.005 * (rows.length + 1), 'rounded');
  const widest = Math.max(...rows.map((/** @type {any} */ r) => r.width));
  assert.ok(Math.abs(widest - 50) < 1e-9);
  for (const { share, right } of rows)
    assert.ok(right || /^[-−]|^0/.test(share), share);
}

/** @param {Page} page */
async function asksWhoByKeys(page) {
  await pinByKeys(page, 12);
  await inPage(page, async ({ answered, app, deep, show, state }) => {
    app.selection.select({ layer: 0, head: 0 });
    await show('gf-attribution');
    await answered('attribution', state.line, 12, 'nothing');
    await show('gf-attribution');
    deep('gf-attribution #shares').querySelectorAll('th button')[4].focus();
  });
  await page.keyboard.press('Enter');
  await until(page, 'state.layer === 1 && state.head === 1');
  // Against the rival, the sum is a difference of two logits.
  await press(page, 'gf-attribution #rival', ' ');
  const { said, logits, V } = await inPage(page, async ({ answered, session, state }) => ({
    said: await answered('attribution', state.line, 12, 'strongest'),
    logits: (await session.runWithCache({ text: state.line })).logits,
    V: session.info.vocabulary.length,
  })); // prettier-ignore
  assert.ok(said.rival >= 0);
  const gap = logits[12 * V + said.token] - logits[12 * V + said.rival];
  assert.ok(Math.abs(said.sum - gap) < 1e-4, `${said.sum} and ${gap}`);
  await page.keyboard.press(' ');
  await until(page, "state.attributionBaseline === 'nothing'");
}

// ---------------------------------------------------------------------- walk

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

/** @param {Page} page */
async function walksByKeys(page) {
  await inPage(page, ({ app }) => app.selection.select({ layer: 0, head: 1 }));
  await pinByKeys(page, 7);
  const { vocabulary, walk, ...model } = await inPage(
    page,
    async ({ answered, deep, session, show, state, tensor }) => {
      await show('gf-forward-pass');
      const walk = await answered('forwardPass', state.line, 7, 0, 1);
      await show('gf-forward-pass');
      deep('gf-forward-pass #card').focus();
      const { vocabulary } = session.info;
      const names = ['transformer.wte.weight', 'transformer.wpe.weight'];
      const [letters, positions] = await tensor(...names);
      const look = await session.runWithCache({ text: state.line, attention: true });
      const token = vocabulary.indexOf(look.characters[7]);
      return {
        vocabulary, walk,
        token: letters.subarray(token * 48, token * 48 + 48),
        position: positions.subarray(7 * 48, 7 * 48 + 48),
        shares: look.attention.subarray((look.T + 7) * look.T, (look.T + 7) * look.T + 8),
      };
    },
  ); // prettier-ignore
  const [meet, , ask, compare, , softmax, mix, speak] = await turnCards(page);
  assert.deepEqual(meet.strips.token.data, model.token);
  assert.deepEqual(meet.strips.position.data, model.position);
  meet.strips.embedding.data.forEach(
    (/** @type {number} */ x, /** @type {number} */ c) =>
      assert.equal(x, Math.fround(model.token[c] + model.position[c])),
  );
  const near = (/** @type {number} */ a, /** @type {number} */ b, what = '') =>
    assert.ok(Math.abs(a - b) < 1e-5, `${what}: ${a} and ${b}`);
  const [q, k] = [ask.strips.q.data, ask.strips.k.data];
  const D = q.length;
  assert.equal(D, 16);
  const dot = (/** @type {number} */ j) =>
    sum(q.map((/** @type {number} */ x, /** @type {number} */ d) => x * k[j * D + d]));
  const scores = Array.from({ length: 8 }, (_, j) => dot(j) / Math.sqrt(D));
  const total = sum(scores.map(Math.exp));
  scores.forEach((s, j) => {
    near(walk.scores.data[j], s, `score ${j}`);
    near(walk.shares.data[j], Math.exp(s) / total, `share ${j}`);
    near(walk.shares.data[j], model.shares[j], 'look');
  });
  for (let d = 0; d < D; d++) {
    const mixed = scores.map(
      (_, j) => walk.shares.data[j] * mix.strips.v.data[j * D + d],
    );
    near(mix.strips.mix.data[d], sum(mixed), `mix ${d}`);
  }
  // Two keys: the strongest, and the next to it, each with its own sum written out.
  const [first, second] = [...scores].sort((a, b) => b - a);
  near(sum(compare.strips.products0.data), first * Math.sqrt(D), 'products');
  near(sum(compare.strips.products1.data), second * Math.sqrt(D), 'of the second');
  for (const [n, score] of [first, second].entries()) {
    const j = scores.indexOf(score);
    assert.deepEqual(compare.strips[`k${n}`].data, k.slice(j * D, j * D + D));
    assert.ok(compare.text.includes(`= ${signed(score * Math.sqrt(D))}`), compare.text);
  }
  assert.match(softmax.text, /8 weights, sum 1\.00/);
  assert.match(softmax.text, /later characters: masked/);
  const p = walk.output.p.data;
  const guess = visible(vocabulary[p.indexOf(Math.max(...p))]);
  assert.ok(speak.text.includes(`top prediction is ‘${guess}’`), speak.text);
  for (let n = 0; n < 9; n++) await page.keyboard.press('Backspace');
  assert.equal(await inPage(page, ({ deep }) => deep('gf-forward-pass').card), 0);
}

// -------------------------------------------------------------------- origin

/** The number of the origin shown, as drawn and as the engine tells it. @param {Page} page */
const readOrigin = (page) =>
  inPage(page, async ({ app, deep, rows, words, until }) => {
    await until('an origin', () => deep('gf-forward-pass gf-origin #claim'));
    const { origin, answers, line } = app.store.state;
    await until('its answer', () => {
      const { value } = app.store.state.answers.origin ?? {};
      const at = origin.way.at(-1);
      return value?.tensor === at.tensor && value.row === at.row && value.column === at.column;
    });
    return {
      told: app.store.state.answers.origin.value,
      way: origin.way.length,
      claim: words(deep('gf-forward-pass gf-origin #claim')),
      sums: words(deep('gf-forward-pass gf-origin #sums')),
      terms: rows(deep('gf-forward-pass gf-origin #terms')),
      walk: answers.forwardPass.value,
      line,
      small: app.format.small(app.store.state.answers.origin.value.value),
    };
  }); // prettier-ignore

/** @param {Page} page */
async function goesDownByKeys(page) {
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
    const own = [told.character ?? 0, told.place ?? 0, told.constant ?? 0];
    assert.ok(Math.abs(sum([...products, ...own]) - told.sum) < 1e-5);
    const residual = (told.residual ?? []).map((/** @type {any} */ x) => x.value);
    if (!told.activated) assert.ok(Math.abs(told.sum + sum(residual) - value) < 1e-4);
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
  assert.equal(await inPage(page, ({ app }) => app.store.state.origin), null);
}

/** @type {[string, (page: Page) => Promise<void>][]} */
export const character = [
  ['the ladder of beliefs is the lens, and ends where the output is', ladderIsTheLens],
  ['the shares of who said so are the logit', sharesAreTheLogit],
  ['a head is chosen among the shares, and a rival asked for, by keys', asksWhoByKeys],
  ['eight cards by keys, with numbers that follow from the weights', walksByKeys],
  [
    'where a number comes from, down to the characters and back, by keys',
    goesDownByKeys,
  ],
];
