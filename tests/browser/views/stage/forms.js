// SPDX-License-Identifier: MIT
// The stage of other models: a script from the right, more columns or layers than there is room
// for, more heads than hues, two texts. Each check opens a model of its own.
import assert from 'node:assert/strict';
import { inPage } from '../../support/page-queries.js';
import { openTrained } from '../../support/trained.js';
import { colour, look, near, pixelsAt } from './look.js';
import { checkShades, over, shade } from './pixels.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const stageForms = {};

const ARABIC = `كان الثعلب يمشي في الغابة فرأى الغراب
قال الثعلب للغراب ما أجمل صوتك يا صديقي
`.repeat(4);

stageForms['a text from the right: first column at the right, shades of the engine'] =
  async (page) => {
    await openTrained(page, 'n_layer=1&n_head=2&n_embd=16&block_size=32', 4);
    await inPage(
      page,
      async ({ element, until }, text) => {
        element.setAttribute('corpus', text);
        await until('that text', () => element.session.info.vocabulary.includes('ق'));
        await element.session.run({ until: 40 });
      },
      ARABIC,
    );
    const seen = await look(page);
    assert.ok(seen.columns.length > 20, `${seen.columns.length} columns`);
    for (const [k, { x }] of seen.columns.entries())
      if (k > 0) assert.ok(x < seen.columns[k - 1].x, `column ${k}`);
    await checkShades(page, seen);
  };

stageForms['a window of a long text, and below it all of the text with the window'] =
  async (page) => {
    const shape = 'n_layer=1&n_head=2&n_embd=16&block_size=160&batch_size=4';
    await openTrained(page, shape, 8);
    await inPage(page, ({ app, state }) =>
      app.selection.setLine(state.text.text.replaceAll('\n', ' ').slice(0, 150)),
    );
    const seen = await look(page, 140);
    const { columns, n, strip, span, x0, loss } = seen;
    assert.ok(strip && columns.length < n, `${columns.length} of ${n} columns`);
    assert.ok(columns[0].i > 0, 'the window has moved to the pin');
    await checkShades(page, seen);
    const at = (/** @type {number} */ i) => x0 + Math.round((i / n) * span);
    const middle = strip.top + strip.height / 2;
    const inner = Array.from({ length: n - 1 }, (_, i) => i).filter((i) =>
      [columns[0].i, columns[columns.length - 1].i + 1].every(
        (edge) => Math.abs(at(i) - at(edge)) > 8,
      ),
    );
    const pixels = await pixelsAt(
      page,
      inner.map((i) => [at(i) + 1, middle]),
    );
    inner.forEach((i, k) => {
      const share = Math.min(1, loss[i] / Math.LN2 / 8);
      const want = over(colour('sunk'), colour('surprise'), shade(share));
      near(pixels[k].slice(0, 3), want, 4, `character ${i} of the strip`);
    });
    const [left, right] = [columns[0].i, columns[columns.length - 1].i + 1].map(at);
    const frame = await pixelsAt(page, [
      [left + 1, middle],
      [right - 1, middle],
    ]);
    for (const pixel of frame)
      near(pixel.slice(0, 3), colour('ink'), 90, 'the frame of the window');
  };

stageForms['a tower of more layers than fit: the guesses of those in sight'] = async (
  page,
) => {
  await openTrained(page, 'n_layer=12&n_head=2&n_embd=16&block_size=24', 8);
  for (const floor of [0, 99]) {
    await look(page);
    await inPage(page, ({ deep }, floor) => deep('gf-stage').showFloor(floor), floor);
    const seen = await look(page);
    assert.ok(seen.panes.length < 12, `${seen.panes.length} layers`);
    const lowest = floor === 0 ? 0 : 12 - seen.panes.length;
    assert.equal(seen.panes[0].layer, lowest);
    assert.ok(seen.rows.some((/** @type {any} */ row) => row.depth > 2 * lowest));
    await checkShades(page, seen);
  }
};

stageForms['more heads than hues: those of the same hue differ in their dashes'] =
  async (page) => {
    await openTrained(page, 'n_layer=1&n_head=12&n_embd=48&block_size=24', 4);
    for (const [head, isDashed] of /** @type {const} */ ([
      [1, false],
      [9, true],
    ])) {
      await inPage(page, ({ app }, head) => app.selection.isolate(0, head), head);
      const seen = await look(page, 5);
      const { x, width } = seen.columns[5];
      const side = (head - 5.5) * Math.min(2, width / 12, (0.8 * width) / 12);
      const [{ top, bottom }] = seen.bands;
      // A token's line to itself is upright.
      const ys = Array.from({ length: bottom - top - 12 }, (_, k) => top + 6 + k);
      const pixels = await pixelsAt(
        page,
        ys.map((y) => [x + side, y]),
      );
      const isInk = pixels.map(([, , , alpha]) => alpha > 60);
      const gaps = isInk.filter((on, k) => !on && isInk[k - 1]).length;
      assert.ok(isInk.includes(true), 'it is drawn');
      assert.equal(gaps > 2, isDashed, `head ${head}: ${gaps} gaps`);
      const inks = pixels.filter(([, , , alpha]) => alpha > 150);
      for (const pixel of inks)
        near(pixel.slice(0, 3), colour('head-2'), 12, 'its hue');
    }
  };

stageForms['two texts: cross attention rises from the question to the answer'] = async (
  page,
) => {
  await openTrained(page, 'preset=seq2seq-reverse&eval_windows=50&eval_interval=4', 8);
  await inPage(page, ({ app }) => app.selection.isolate(5, 1));
  const seen = await look(page, 3);
  const band = seen.bands.find(
    (/** @type {any} */ each) => each.isCross && each.index === 5,
  );
  assert.ok(band && seen.ground);
  const { x0, starts, offset, columnWidth, n } = seen.ground;
  const main = seen.columns[0].width;
  const side = (1 - (seen.H - 1) / 2) * Math.min(2, main / 12, (0.8 * main) / seen.H);
  const weights = Array.from(
    { length: n },
    (_, j) => seen.attention[((5 * seen.H + 1) * seen.T + 3) * seen.T + j],
  );
  const strong = weights.filter((weight) => weight >= 0.04).length;
  assert.ok(strong > 1, `${strong} lines`);
  const pixels = await pixelsAt(
    page,
    weights.map((_, j) => [
      x0 + (starts[j] + starts[j + 1]) / 2 - starts[offset] + side,
      band.bottom - 3,
    ]),
  );
  weights.forEach((weight, j) => {
    const [r, g, b, alpha] = pixels[j];
    if (weight < 0.04) return assert.ok(alpha < 20, `key ${j}: ${alpha}`);
    assert.ok(columnWidth > 4 && alpha > 30, `key ${j} of weight ${weight}: ${alpha}`);
    if (alpha > 100) near([r, g, b], colour('head-2'), 25, `key ${j}`);
  });
};

stageForms[
  'a decoder without its mask: thumbnails are whole squares, the setting warns'
] = async (page) => {
  const shape = 'n_layer=1&n_head=2&n_embd=16&block_size=24&causal=false';
  await openTrained(page, shape, 8);
  const said = await inPage(page, async ({ deep, until }) => {
    const setting = () => deep('gf-setup gf-settings-panel [data-key=causal]');
    // A busy page is drawn after its model is there.
    await until('the setup', () => deep('gf-setup'));
    deep('gf-setup #model').open = true;
    await until('the setting', setting);
    const { textContent } = setting();
    deep('gf-setup #model').open = false;
    return textContent;
  });
  assert.match(said, /copies it; what the model writes is noise\./);
  const seen = await inPage(page, async ({ deep, element, pixels, state, until }) => {
    element.dataset.views ??= element.view;
    element.view = 'stage';
    await until('the heads', () => deep('gf-stage .picture .card .thumb')?.width > 1);
    return {
      kind: state.activations.attentions[0].kind,
      n: state.activations.n,
      ...pixels(deep('gf-stage .picture .card .thumb')),
    };
  });
  assert.equal(seen.kind, 'self');
  assert.deepEqual([seen.width, seen.height], [seen.n, seen.n]);
  assert.ok([...seen.data].every((pixel) => pixel >>> 24 > 0));
};
