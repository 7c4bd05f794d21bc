// SPDX-License-Identifier: MIT
// A preset of each kind of model in a real Chromium, by its link: it takes a step by its button,
// and the large head on the screen is what the engine says. All presets are in
// tests/web/app/presets.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_SETTINGS } from '../../../web/state/recipe.js';
import { inPage, until } from '../support/page-queries.js';
import { openTestSite } from '../support/harness.js';
import { sum, weightShade } from '../support/trained.js';

/** @typedef {import('../support/harness.js').Page} Page */

/** `causal`: of the head that is drawn first. */
const KINDS = [
  { name: 'modern', kind: 'decoder', causal: true, light: '&eval_windows=8' },
  { name: 'tagger', kind: 'encoder', causal: false, light: '' },
  { name: 'seq2seq-reverse', kind: 'encoder_decoder', causal: false, light: '' },
];

const site = await openTestSite();

/** Opens a preset by its link, and takes one step.
 * @param {string} name @param {string} [light] */
async function stepped(name, light = '') {
  const viewport = { width: 1200, height: 1000 };
  const page = await site.newPage(`views.html?${name}#v=1&preset=${name}${light}`, {
    viewport,
  });
  await until(page, "state.phase === 'idle' && state.activations?.step === 0");
  await page.getByRole('button', { name: 'One step', exact: true }).click();
  await until(page, "session.steps === 1 && state.phase === 'paused'");
  await until(page, 'state.activations.step === 1 && state.headReport?.step === 1');
  const { notice } = await inPage(page, ({ state }) => state);
  assert.notEqual(notice?.kind, 'problem', notice?.text);
  return page;
}

/** What is on the screen of the large head, and what the engine says to the same line. */
const readHead = (/** @type {Page} */ page) =>
  inPage(page, async ({ cells, deep, element, show }) => {
    await show('gf-head gf-matrix');
    const { session } = element;
    const { line, layer, head } = element.viewState;
    const canvas = deep('gf-head gf-matrix gf-cells .raster');
    const { T, H, attention, attentions } = await session.runWithCache({ text: line });
    const shape = attentions[layer];
    const [rows, columns] = [shape.queries.length, shape.keys.length];
    const at = (layer * H + head) * T * T;
    return {
      middles: cells(canvas, rows, columns),
      edges: [canvas.width / columns, canvas.height / rows],
      T,
      shape,
      weights: attention.subarray(at, at + T * T),
    };
  });

/** @param {any} seen */
function checkRows({ shape, T, weights, edges, middles }) {
  const [rows, columns] = [shape.queries.length, shape.keys.length];
  assert.equal(edges[0], edges[1], 'cells are squares');
  for (let i = 0; i < rows; i++) {
    /** @type {number[]} */
    const row = weights.slice(i * T, i * T + columns);
    const total = sum(row);
    assert.ok(Math.abs(total - 1) < 1e-4, `row ${i} sums to ${total}`);
    const allowed = row.slice(0, shape.causal ? i + 1 : columns);
    for (const [j, weight] of allowed.entries())
      assert.equal(middles[i * columns + j], weightShade(weight), `cell ${i}, ${j}`);
  }
  assert.ok(rows > 0 && columns > 0);
}

for (const { name, kind, causal, light } of KINDS)
  test(`${kind}, ${name}: a step by its button, and the head drawn is the engine’s`, async () => {
    const page = await stepped(name, light);
    const seen = await readHead(page);
    assert.equal(seen.shape.causal, causal);
    checkRows(seen);
  });

test('bigram: only counting has nothing to look into, and can be left', async () => {
  const page = await stepped('bigram');
  assert.equal(await inPage(page, ({ state }) => state.activations.L), 0);
  const choice = page.locator('gf-presets #preset');
  assert.equal(await choice.inputValue(), 'bigram');
  await choice.selectOption('');
  await until(page, "session.info.config.arch === 'decoder'");
  const { preset, settings, text } = await inPage(page, ({ state }) => state);
  assert.equal(preset, '');
  assert.deepEqual(settings, PAGE_SETTINGS);
  assert.equal(text.id, 'fables');
});
