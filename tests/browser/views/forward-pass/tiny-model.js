// SPDX-License-Identifier: MIT
// The tiny model: trained here by the engine, rounded, every number of its cards shown, and the
// reader's own model untouched beside it.
import assert from 'node:assert/strict';
import { inPage, press } from '../../support/page-queries.js';
import { small, two, visible } from '../../support/trained.js';
import { pinByKeys } from '../text.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** What a reader has made, as far as it could be lost. @param {Page} page */
const readOwn = (page) =>
  inPage(page, async ({ session, state }) => {
    const { line, layer, head, pin, phase, text, measurements, snapshots } = state;
    const own = { line, layer, head, pin, phase, steps: session.steps };
    return {
      ...own,
      text: text.text.length,
      ticks: measurements.headHistory.length,
      snapshots: snapshots.length,
      hash: await session.hash(),
      kept: state.shelved,
      runs: state.comparedRuns.length,
    };
  });

/** Goes to a card of the tiny walk. @param {Page} page @param {number} card */
const readCard = (page, card) =>
  inPage(
    page,
    async ({ deep, settled, words }, card) => {
      const walk = deep('gf-forward-pass gf-tiny-model gf-forward-pass');
      walk.card = card;
      await settled();
      const strips = Object.fromEntries(
        [...walk.strips].map(([name, { numbers }]) => [name, Array.from(numbers.data)]),
      );
      return {
        strips,
        text: words(deep('gf-forward-pass gf-tiny-model gf-forward-pass #card')),
      };
    },
    card,
  );

/** @param {Page} page */
async function showsTinyNumbers(page) {
  await inPage(page, ({ app }) => app.selection.select({ layer: 1, head: 1 }));
  await pinByKeys(page, 9);
  await inPage(page, async ({ show, until, deep }) => {
    await show('gf-forward-pass');
    await until('a walk', () => deep('gf-forward-pass #card'));
  });
  const before = await readOwn(page);
  await press(page, 'gf-forward-pass gf-tiny-model #open', 'Enter');
  const seen = await inPage(page, async ({ deep, show, until, words }) => {
    await until('it is trained', () =>
      deep('gf-forward-pass gf-tiny-model gf-forward-pass'),
    );
    await show('gf-forward-pass gf-tiny-model gf-forward-pass');
    await until('its cards', () =>
      deep('gf-forward-pass gf-tiny-model gf-forward-pass #card'),
    );
    const { session } = deep('gf-forward-pass gf-tiny-model').model;
    const [line, pin] = ['banana b', 5];
    const names = session.info.parameters.map((/** @type {any} */ p) => p.name);
    const { tensors } = await session.runWithCache({
      text: line,
      attention: false,
      logits: false,
      tensors: names,
    });
    return {
      config: session.info.config,
      vocabulary: session.info.vocabulary,
      weights: names.flatMap((/** @type {string} */ name) => [...tensors[name].data]),
      wte: tensors['transformer.wte.weight'].data,
      wpe: tensors['transformer.wpe.weight'].data,
      steps: session.steps,
      loss: (await session.evaluate({ split: 'val' })).loss,
      walk: await session.forwardPass({
        text: line,
        position: pin,
        layer: 0,
        head: 0,
      }),
      characters: [...line],
      pin,
      claim: words(deep('gf-forward-pass gf-tiny-model #claim')),
      focused: deep('gf-forward-pass gf-tiny-model').shadowRoot.activeElement?.id,
    };
  });
  assert.equal(seen.focused, 'close');
  assert.equal(seen.config.n_embd, 4);
  assert.equal(seen.config.n_head, 1);
  assert.equal(seen.steps, 1000, 'it was trained');
  assert.ok(seen.loss < 0.2, `it has learned: ${seen.loss}`);
  assert.ok(seen.claim.includes(`${two(seen.loss)} after`), seen.claim);
  for (const x of seen.weights)
    assert.equal(x, Math.fround(Math.round(x * 10) / 10), 'a weight is so many tenths');
  assert.ok(seen.claim.includes(`${seen.weights.length} parameters`), seen.claim);
  await everyNumberIsWritten(page, seen);
  // Esc is about the tiny model's pin, not about the reader's.
  await press(page, 'gf-forward-pass gf-tiny-model gf-forward-pass #card', 'Escape');
  const pins = await inPage(page, ({ deep, element }) => [
    deep('gf-forward-pass gf-tiny-model gf-forward-pass #card') === null,
    element.viewState.pin,
  ]);
  assert.deepEqual(pins, [true, before.pin]);
  await press(page, 'gf-forward-pass gf-tiny-model #close', 'Enter');
  const end = await inPage(page, async ({ deep, settled }) => {
    await settled();
    return [
      Boolean(deep('gf-forward-pass gf-tiny-model gf-forward-pass')),
      deep('gf-forward-pass gf-tiny-model').shadowRoot.activeElement?.id,
    ];
  });
  assert.deepEqual(end, [false, 'open']);
  assert.deepEqual(await readOwn(page), before);
  await inPage(page, ({ app }) => app.selection.select({ pin: null }));
}

/** The cards say all four numbers of every list.
 * @param {Page} page @param {any} seen */
async function everyNumberIsWritten(
  page,
  { characters, pin, vocabulary, walk, wte, wpe },
) {
  const list = (/** @type {number[]} */ x) => x.map(small).join(' ');
  const token = vocabulary.indexOf(characters[pin]);
  const [letter, place] = [wte, wpe].map((table, n) =>
    table.slice(4 * (n ? pin : token), 4 * (n ? pin : token) + 4),
  );
  const meet = await readCard(page, 0);
  for (const x of [letter, place, walk.embedding.data])
    assert.ok(meet.text.includes(list([...x])), `${meet.text}: ${list([...x])}`);
  const ask = await readCard(page, 2);
  const [q, k] = [walk.q.data, walk.k.data];
  assert.ok(ask.text.includes(list(q)), ask.text);
  for (let j = 0; j <= pin; j++) {
    const row = `${visible(characters[j])} ${list(k.slice(4 * j, 4 * j + 4))}`;
    assert.ok(ask.text.includes(row), `${ask.text}: ${row}`);
  }
  // Four products, none left out.
  const compare = await readCard(page, 3);
  const best = walk.shares.data.indexOf(
    Math.max(...walk.shares.data.slice(0, pin + 1)),
  );
  const terms = q.map((/** @type {number} */ x, /** @type {number} */ d) => [
    x,
    k[4 * best + d],
  ]);
  const written = terms.map((/** @type {number[]} */ pair) =>
    pair.map(small).join('·'),
  );
  assert.ok(compare.text.includes(`${written.join(' + ')} = `), compare.text);
}

/** @type {import('../../support/page-queries.js').Checks} */
export const tinyModel = { 'the tiny model shows every number': showsTinyNumbers };
