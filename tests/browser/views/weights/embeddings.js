// SPDX-License-Identifier: MIT
// The maps of embeddings and the circuits show the engine's numbers, which follow from the weights
// (tests/c/inspect/test_circuits.c); how the map is drawn: embedding-map.test.js.
import assert from 'node:assert/strict';
import { ownKind } from '../../../../web/views/weights/embedding-map-drawing.js';
import { inPage, press } from '../../support/page-queries.js';
import { shade, signed } from '../../support/trained.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const weights = {};

/** Opens a tab of the letters by keyboard alone. @param {Page} page @param {number} n */
async function openTab(page, n) {
  await inPage(page, async ({ app, show }) => {
    app.selection.select({ layer: 1, head: 2, pin: { i: 9, j: null } });
    await show('gf-embeddings');
  });
  const right = new Array(n).fill('ArrowRight');
  await press(page, 'gf-embeddings [role=tab][tabindex="0"]', 'Home', ...right);
}

// ------------------------------------------------------------------- letters

weights['token embeddings lie where the engine puts them'] = async (page) => {
  await openTab(page, 0);
  const seen = await inPage(page, async ({ answered, deep, rows, until }) => {
    const { map, classes } = await answered('embeddings');
    await until('a map', () => deep('gf-embeddings gf-embedding-map #claim'));
    return {
      map,
      kinds: classes,
      trail: deep('gf-embeddings gf-embedding-map').trail,
      rows: rows(deep('gf-embeddings gf-embedding-map #letters')),
      claim: deep('gf-embeddings gf-embedding-map #claim').textContent,
    };
  });
  const { rows: V, data } = seen.map;
  assert.deepEqual(seen.trail.at(-1).data, data);
  assert.deepEqual(
    seen.rows.map((/** @type {string[]} */ row) => row.slice(2)),
    Array.from({ length: V }, (_, n) => [signed(data[2 * n]), signed(data[2 * n + 1])]),
  );
  const map = { rows: V, data: Float32Array.from(data) };
  const { found, chance } = ownKind(map, seen.kinds);
  assert.match(
    seen.claim,
    new RegExp(`${found} of ${V} .*about ${Math.round(chance)}\\)`),
  );
};

weights['a token is selected by keys, and pinned where the line has it'] = async (
  page,
) => {
  await openTab(page, 0);
  await press(
    page,
    'gf-embeddings gf-embedding-map .focus',
    'Home',
    'ArrowRight',
    'Enter',
  );
  const space = await inPage(page, async ({ element, session, until }) => {
    await until('pinned', () => element.viewState.pin.i !== 9);
    const { pin, activations: look } = element.viewState;
    const token = session.info.vocabulary.indexOf(' ');
    return { token, pin: pin.i, characters: look.characters };
  });
  assert.equal(space.token, 1, 'the second of the vocabulary');
  assert.equal(space.characters[space.pin], ' ');
  // The last one, z, is not in the line: it is chosen, and the pin stays.
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const z = await inPage(page, async ({ app, deep, element, session, until }) => {
    const claim = () => deep('gf-embeddings gf-embedding-map #claim').textContent;
    const name = session.info.vocabulary.at(-1);
    await until('chosen', () => claim().includes(`‘${name}’ (`));
    const { pin, activations: look } = element.viewState;
    const label = claim();
    // Another pin, and the token is no longer the chosen one.
    app.selection.select({ pin: { ...pin } });
    return { name, label, pin: pin.i, look: look.characters };
  });
  assert.ok(!z.look.includes(z.name));
  assert.equal(z.pin, space.pin);
  assert.match(z.label, new RegExp(`‘${z.name}’ \\(consonant\\): nearest`));
};

// -------------------------------------------------------------------- places

weights['position embeddings are compared by cosine, and pinned by keys'] = async (
  page,
) => {
  await openTab(page, 1);
  const { cosine, table, cells, curves } = await inPage(
    page,
    async ({ answered, cells, deep, until }) => {
      const { cosine, table } = await answered('positions');
      await until('cells', () =>
        deep('gf-embeddings gf-position-map gf-cells .raster'),
      );
      const raster = deep('gf-embeddings gf-position-map gf-cells .raster');
      const { lines } = deep('gf-embeddings gf-position-map #curves').picture;
      const T = cosine.rows;
      return { cosine, table, cells: cells(raster, T, T), curves: lines };
    },
  );
  const { rows: T, data } = cosine;
  assert.deepEqual(
    cells,
    data.map((/** @type {number} */ x) => shade(x, 1)),
  );
  const C = table.columns;
  const later = 2 * Math.floor(C / 8);
  assert.deepEqual(
    curves.map((/** @type {any} */ { name }) => name),
    [0, 1, later, later + 1].map((c) => String(c + 1)),
  );
  for (const { name, y } of curves)
    assert.deepEqual(
      y,
      Array.from({ length: T }, (_, i) => table.data[i * C + Number(name) - 1]),
    );
  const grid = 'gf-embeddings gf-position-map gf-cells .focus';
  await press(page, grid, 'Control+Home', 'ArrowDown', 'ArrowRight', 'Enter');
  const [pin, label] = await inPage(
    page,
    async ({ deep, element, until }, grid) => {
      await until('pinned', () => element.viewState.pin.i === 1);
      return [element.viewState.pin, deep(grid).getAttribute('aria-label')];
    },
    grid,
  );
  assert.equal(pin.j, null);
  assert.ok(label.includes(signed(data[T + 1])), label);
};

// ------------------------------------------------------------------ circuits

/** @param {Page} page @param {'qk' | 'ov'} kind */
const readCircuits = (page, kind) =>
  inPage(
    page,
    async ({ answered, cells, deep, rows, session, state, until }, kind) => {
      const { data: table } = (await answered('circuits', 1, 2))[kind];
      await until('the head', () =>
        /head 2\.3/.test(deep('gf-embeddings gf-circuits #claim')?.textContent),
      );
      const { vocabulary } = session.info;
      const V = vocabulary.length;
      return {
        table,
        cells: cells(deep('gf-embeddings gf-circuits gf-cells .raster'), V, V),
        rows: rows(deep('gf-embeddings gf-circuits #row')),
        vocabulary,
        pinned: state.activations.characters[9],
      };
    },
    kind,
  );

/** @param {number} tab @param {'qk' | 'ov'} kind @returns {(page: Page) => Promise<void>} */
const circuitsAreShown = (tab, kind) => async (page) => {
  await openTab(page, tab);
  const { table, ...seen } = await readCircuits(page, kind);
  const V = seen.vocabulary.length;
  const most = Math.max(...table.map(Math.abs));
  assert.deepEqual(
    seen.cells,
    table.map((/** @type {number} */ x) => shade(x, most)),
  );
  const a = seen.vocabulary.indexOf(seen.pinned);
  const row = table.slice(a * V, (a + 1) * V);
  assert.equal(seen.rows[0][1], signed(Math.max(...row)));
  assert.equal(seen.rows.at(-1)[1], signed(Math.min(...row)));
  const grid = 'gf-embeddings gf-circuits gf-cells .focus';
  await press(page, grid, 'Control+Home', 'ArrowDown', 'ArrowRight', 'Enter');
  const chosen = await inPage(
    page,
    async ({ deep, element, until }, grid) => {
      await until('chosen', () => {
        const { pin, activations: look } = element.viewState;
        return look.characters[pin.i] === ' ';
      });
      return deep(grid).getAttribute('aria-label');
    },
    grid,
  );
  assert.ok(chosen.includes(signed(table[V + 1])), chosen);
};

weights['the QK circuit is the engine’s, its rows selected by keys'] = circuitsAreShown(
  2,
  'qk',
);
weights['the OV circuit is the engine’s, its rows selected by keys'] = circuitsAreShown(
  3,
  'ov',
);
