// SPDX-License-Identifier: MIT
// All heads at once: their triangles, scores, courses and distances are the engine's.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../asking.js';
import {
  ACCENT, STEPS, distance, percent, signed, two, visible, weightShade,
} from '../trained.js'; // prettier-ignore
import { pinByKeys } from './strip.js';

/** @typedef {import('../asking.js').Page} Page */

/** @param {Page} page */
async function drawsTriangles(page) {
  const seen = await inPage(page, async ({ cells, deep, session, show, state }) => {
    await show('gf-heads');
    const look = await session.inspect({ text: state.line, attention: true });
    const tiles = [...deep('gf-heads .grid').querySelectorAll('.tile')];
    return {
      n: look.n,
      T: look.T,
      attention: look.attention,
      tiles: tiles.map((tile) => cells(tile.querySelector('.weights'), look.n, look.n)),
    };
  });
  assert.equal(seen.tiles.length, 6);
  seen.tiles.forEach((/** @type {number[]} */ tile, /** @type {number} */ head) => {
    for (let i = 0; i < seen.n; i++) {
      for (let j = 0; j <= i; j++) {
        const weight = seen.attention[(head * seen.T + i) * seen.T + j];
        const where = `head ${head}, row ${i}, column ${j}: ${weight}`;
        assert.equal(tile[i * seen.n + j], weightShade(weight), where);
      }
    }
  });
}

/** @param {Page} page */
async function saysScores(page) {
  const seen = await inPage(page, async ({ deep, rows, session, state, words }) => {
    const tick = await session.inspectHeads({ importance: true });
    const tiles = [...deep('gf-heads .grid').querySelectorAll('.tile')];
    const say = (/** @type {string} */ part) =>
      tiles.map((tile) => words(tile.querySelector(part)));
    return {
      tick,
      badges: say('.words'),
      labels: say('.hidden'),
      estimates: say('.est'),
      rows: rows(deep('gf-heads #scores')),
      ticks: state.ticks.map((/** @type {any} */ t) => t.step),
    };
  });
  assert.equal(seen.tick.heads.length, 6);
  seen.tick.heads.forEach((/** @type {any} */ head, /** @type {number} */ n) => {
    const { score, chance } = head.claim;
    assert.match(seen.labels[n], new RegExp(`${two(score)}, chance ${two(chance)}`));
    const excess = score - chance;
    if (excess < 0.25) assert.equal(seen.badges[n], 'no simple pattern');
    assert.equal(seen.rows[n][2], two(score));
    assert.equal(seen.rows[n][3], two(chance));
    assert.equal(seen.rows[n][4], two(head.scores.focus));
    assert.equal(seen.estimates[n], `est. ${two(seen.tick.importance[n])}`);
  });
  assert.deepEqual(seen.ticks, [...new Set(seen.ticks)], 'a step has one tick');
  assert.equal(seen.ticks.at(-1), STEPS);
}

const TILE = 'gf-heads [data-layer="1"][data-head="1"]';

/** @param {Page} page */
async function drawsCourses(page) {
  await press(page, 'gf-heads #compact', 'Enter');
  const seen = await inPage(
    page,
    async ({ deep, pixels, settled, state }, tile) => {
      await settled();
      const { columns, data } = state.tick.byDistance;
      return {
        spark: pixels(deep(tile).querySelector('.spark')),
        mark: state.ticks.at(-1).marks[4],
        ticks: state.ticks.length,
        distances: pixels(deep(tile).querySelector('.weights')),
        byDistance: data.subarray(4 * columns, 5 * columns),
      };
    },
    TILE,
  );
  await page.keyboard.press('Enter');
  const { spark, mark, distances, byDistance } = seen;
  // The last tick's column: the pixel most like the accent lies at the height of the score.
  const y = 1 + (spark.height - 2) * (1 - mark.score);
  const x = Math.min(
    spark.width - 2,
    Math.round(((seen.ticks - 1) / Math.max(12, seen.ticks - 1)) * spark.width) - 2,
  );
  const [nearest] = Array.from({ length: spark.height }, (_, k) => ({
    k,
    far: distance(spark.data[k * spark.width + x], ACCENT),
  })).sort((a, b) => a.far - b.far);
  assert.ok(Math.abs(nearest.k + 0.5 - y) <= 2, `line at ${nearest.k}, score at ${y}`);
  const step = distances.width / byDistance.length;
  byDistance.forEach((/** @type {number} */ value, /** @type {number} */ d) => {
    const at = Math.floor(d * step + step / 3);
    let top = 0;
    while (top < distances.height && distances.data[top * distances.width + at] === 0)
      top++;
    const height = distances.height - top;
    assert.ok(Math.abs(height - value * distances.height) <= 1, `${d} back: ${height}`);
  });
}

/** @param {Page} page */
async function choosesByKeys(page) {
  await inPage(page, ({ app }) => app.select({ layer: 0, head: 0 }));
  const at = (/** @type {number} */ layer, /** @type {number} */ head) =>
    until(page, `state.layer === ${layer} && state.head === ${head}`);
  await press(page, 'gf-heads .tile[aria-selected=true]', 'ArrowRight');
  await at(0, 1);
  for (const [key, layer, head] of /** @type {const} */ ([
    ['End', 0, 2],
    ['ArrowDown', 1, 2],
    ['Control+Home', 0, 0],
    ['PageDown', 1, 0],
  ])) {
    // The focus follows once the choice is drawn.
    await inPage(page, ({ settled }) => settled());
    await page.keyboard.press(key);
    await at(layer, head);
  }
}

const ROW = 9;

/** A pinned character in all heads; a cell chosen by keys becomes the pin.
 * @param {Page} page */
async function showsARowOfEveryHead(page) {
  await pinByKeys(page, ROW);
  const seen = await inPage(
    page,
    async ({ app, cells, deep, session, show, state, until }, i) => {
      app.select({ layer: 0, head: 0 });
      await show('gf-heads gf-row-of-heads');
      await until('drawn', () => deep('gf-heads gf-row-of-heads gf-cells .raster'));
      const look = await session.inspect({ text: state.line, attention: true });
      return {
        rows: [0, 1, 2, 3, 4, 5].map((head) => {
          const at = (head * look.T + i) * look.T;
          return look.attention.subarray(at, at + i + 1);
        }),
        characters: look.characters,
        cells: cells(deep('gf-heads gf-row-of-heads gf-cells .raster'), 6, i + 1),
      };
    },
    ROW,
  );
  seen.rows.forEach((/** @type {number[]} */ row, /** @type {number} */ head) =>
    row.forEach((weight, j) => {
      const drawn = seen.cells[head * (ROW + 1) + j];
      // The picture's own numbers are single precision, from -1 to 1.
      const share = (Math.fround(2 * weight - 1) + 1) / 2;
      assert.equal(drawn, weightShade(share), `head ${head}, column ${j}: ${weight}`);
    }),
  );
  const focus = 'gf-heads gf-row-of-heads gf-cells .focus';
  await press(page, focus, 'Control+Home', 'ArrowDown', 'ArrowRight');
  const told = await inPage(
    page,
    async ({ deep, settled }, focus) => {
      await settled();
      return deep(focus).getAttribute('aria-label');
    },
    focus,
  );
  const [reads, looked] = [seen.characters[ROW], seen.characters[1]].map(visible);
  const share = percent(seen.rows[1][1]);
  assert.equal(told, `Head 1.2: from ‘${reads}’ to ‘${looked}’, 8 back, ${share}`);
  await page.keyboard.press('Enter');
  await until(page, `state.head === 1 && state.pin?.i === ${ROW} && state.pin.j === 1`);
  await inPage(page, ({ app }) => app.select({ pin: null }));
}

/** What a head is worth is measured on request, and the head stays on. @param {Page} page */
async function measuresByKey(page) {
  await press(page, 'gf-heads .tile[aria-selected=true]', 'Enter');
  await until(page, `state.measured['0.1']`);
  const seen = await inPage(page, async ({ deep, session, settled, state, words }) => {
    await settled();
    const { delta } = await session.ablate({ layer: 0, head: 1 });
    const tile = deep('gf-heads [data-layer="0"][data-head="1"]');
    return { delta, off: state.off, says: words(tile.querySelector('.est')) };
  });
  assert.equal(seen.says, `off: ${signed(seen.delta)}`);
  assert.deepEqual(seen.off, []);
}

/** @type {[string, (page: Page) => Promise<void>][]} */
export const heads = [
  ['every triangle is the weights, cell by cell', drawsTriangles],
  ['the heads’ scores are those of a fresh tick, with chance', saysScores],
  ['sparklines stand where scores are, bars where distances are', drawsCourses],
  ['a head is chosen by the keys of a grid', choosesByKeys],
  ['a pinned character is shown in every head, cell by cell', showsARowOfEveryHead],
  ['Enter measures what a head is worth and leaves it on', measuresByKey],
];
