// SPDX-License-Identifier: MIT
// All heads at once: their triangles, scores, courses and distances are the engine's.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../asking.js';
import { ACCENT, STEPS, distance, two, weightShade } from '../trained.js';

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

/** @type {[string, (page: Page) => Promise<void>][]} */
export const heads = [
  ['every triangle is the weights, cell by cell', drawsTriangles],
  ['the heads’ scores are those of a fresh tick, with chance', saysScores],
  ['sparklines stand where scores are, bars where distances are', drawsCourses],
  ['a head is chosen by the keys of a grid', choosesByKeys],
];
