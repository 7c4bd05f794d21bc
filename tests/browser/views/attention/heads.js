// SPDX-License-Identifier: MIT
// All heads: their matrices, scores, histories and distances are the engine's.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../../support/page-queries.js';
import {
  ACCENT,
  STEPS,
  distance,
  percent,
  signed,
  two,
  visible,
  weightShade,
} from '../../support/trained.js';
import { pinByKeys } from '../text.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const heads = {};

heads['every tile shows the weights, cell by cell'] = async (page) => {
  const seen = await inPage(page, async ({ cells, deep, session, show, state }) => {
    await show('gf-heads');
    const look = await session.runWithCache({ text: state.line, attention: true });
    const tiles = [...deep('gf-heads .grid').querySelectorAll('.tile')];
    tiles.sort((a, b) => a.dataset.layer - b.dataset.layer);
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
};

heads['the scores of the heads are those of a fresh report, with chance'] = async (
  page,
) => {
  const seen = await inPage(page, async ({ deep, rows, session, state, words }) => {
    const tick = await session.headReport({ importance: true });
    const tiles = [...deep('gf-heads .grid').querySelectorAll('.tile')];
    tiles.sort((a, b) => a.dataset.layer - b.dataset.layer);
    const say = (/** @type {string} */ part) =>
      tiles.map((tile) => words(tile.querySelector(part)));
    return {
      tick,
      badges: say('.words'),
      labels: say('.hidden'),
      estimates: say('.importance'),
      rows: rows(deep('gf-heads #scores')),
      ticks: state.measurements.headHistory.map((/** @type {any} */ t) => t.step),
      measured: state.measurements.measured,
    };
  });
  assert.equal(seen.tick.heads.length, 6);
  seen.tick.heads.forEach((/** @type {any} */ head, /** @type {number} */ n) => {
    const { score, chance } = head.claim;
    assert.match(seen.labels[n], new RegExp(`${two(score)}, chance ${two(chance)}`));
    const excess = score - chance;
    if (excess < 0.25) assert.equal(seen.badges[n], 'no pattern');
    assert.equal(seen.rows[n][2], two(score));
    assert.equal(seen.rows[n][3], two(chance));
    assert.equal(seen.rows[n][4], two(head.scores.focus));
    // Switched off by a reader, its effect is known.
    const known = seen.measured[`${head.layer}.${head.head}`];
    const says = known
      ? `off: ${signed(known.delta)}`
      : `est. ${two(seen.tick.importance[n])}`;
    assert.equal(seen.estimates[n], says);
  });
  assert.deepEqual(seen.ticks, [...new Set(seen.ticks)], 'a step has one tick');
  assert.equal(seen.ticks.at(-1), STEPS);
};

const TILE = 'gf-heads [data-layer="1"][data-head="1"]';

heads['sparklines follow the scores, bars the mean weight by distance'] = async (
  page,
) => {
  await press(page, 'gf-heads #compact', 'Enter');
  const seen = await inPage(
    page,
    async ({ deep, pixels, settled, state }, tile) => {
      await settled();
      const { columns, data } = state.headReport.byDistance;
      return {
        spark: pixels(deep(tile).querySelector('.spark')),
        mark: state.measurements.headHistory.at(-1).marks[4],
        ticks: state.measurements.headHistory.length,
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
};

heads['a head is selected with the keys of a grid'] = async (page) => {
  await inPage(page, ({ app }) => app.selection.select({ layer: 0, head: 0 }));
  const at = (/** @type {number} */ layer, /** @type {number} */ head) =>
    until(page, `state.layer === ${layer} && state.head === ${head}`);
  await press(page, 'gf-heads .tile[aria-selected=true]', 'ArrowRight');
  await at(0, 1);
  for (const [key, layer, head] of /** @type {const} */ ([
    ['End', 0, 2],
    ['ArrowUp', 1, 2],
    ['Control+End', 0, 2],
    ['Control+Home', 1, 0],
    ['PageDown', 0, 0],
  ])) {
    // The focus follows once the choice is drawn.
    await inPage(page, ({ settled }) => settled());
    await page.keyboard.press(key);
    await at(layer, head);
  }
};

const ROW = 9;

/** A pinned character in all heads; a cell chosen by keys becomes the pin. */
heads['the pinned query is shown in every head, cell by cell'] = async (page) => {
  await pinByKeys(page, ROW);
  const seen = await inPage(
    page,
    async ({ app, cells, deep, session, show, state, until }, i) => {
      app.selection.select({ layer: 0, head: 0 });
      await show('gf-heads gf-row-of-heads');
      await until('drawn', () => deep('gf-heads gf-row-of-heads gf-cells .raster'));
      const look = await session.runWithCache({ text: state.line, attention: true });
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
  await inPage(page, ({ app }) => app.selection.select({ pin: null }));
};

/** What a head is worth is measured on request, and the head stays on. */
heads['Enter measures the importance of a head and leaves it on'] = async (page) => {
  await inPage(page, ({ app }) => app.selection.select({ layer: 0, head: 1 }));
  await press(page, 'gf-heads .tile[aria-selected=true]', 'Enter');
  await until(page, `state.measurements.measured['0.1']`);
  const seen = await inPage(page, async ({ deep, session, settled, state, words }) => {
    await settled();
    const { delta } = await session.ablate({ layer: 0, head: 1 });
    const tile = deep('gf-heads [data-layer="0"][data-head="1"]');
    return {
      delta,
      off: state.ablated,
      says: words(tile.querySelector('.importance')),
    };
  });
  assert.equal(seen.says, `off: ${signed(seen.delta)}`);
  assert.deepEqual(seen.off, []);
};

/** They are asked for while the grid is there already. */
heads['nothing moves when the importance of the heads comes'] = async (page) => {
  const heights = await inPage(page, async ({ app, deep, settled }) => {
    const { answers } = app.store.state;
    const { importance, ...others } = answers;
    const high = async (/** @type {object} */ answers) => {
      app.store.set({ answers });
      await settled();
      return deep('gf-heads .grid').offsetHeight;
    };
    return [await high(others), await high({ ...others, importance })];
  });
  assert.equal(heights[0], heights[1]);
};

/** Of the model now; not of one of the past, whose own number it is not. */
heads['an importance measured at one step is not shown at another'] = async (page) => {
  const said = (/** @type {number | null} */ step) =>
    inPage(
      page,
      async ({ app, deep, element, until, words }, step) => {
        app.snapshots.go(step);
        const asked = () => app.store.state.answers.importance;
        await until('importance', () => {
          const { viewedStep, step: now } = element.viewState;
          return viewedStep === step && asked()?.step === (step ?? now);
        });
        const importance = asked().value;
        const tile = deep('gf-heads [data-layer="0"][data-head="1"]');
        return { importance, says: words(tile.querySelector('.importance')) };
      },
      step,
    );
  const past = await said(50);
  assert.equal(past.says, `est. ${two(past.importance[1])}`);
  assert.match((await said(null)).says, /^off: /);
};

/** What hangs on each head, the engine's; measured where a reader has. @param {Page} page */
const readWorth = (page) =>
  inPage(page, async ({ element, session }) => {
    const { importance } = await session.headReport({ importance: true });
    const { measured } = element.viewState.measurements;
    for (const name of Object.keys(measured)) {
      const [layer, head] = name.split('.').map(Number);
      importance[layer * 3 + head] = (await session.ablate({ layer, head })).delta;
    }
    return { importance, measured: Object.keys(measured).length };
  });

/** The heads as the grid has them, counted over all layers. @param {Page} page */
const readOrder = (page) =>
  inPage(page, async ({ deep, settled, words }) => {
    await settled();
    const tiles = [...deep('gf-heads .grid').querySelectorAll('.tile')];
    return {
      names: tiles.map((tile) => words(tile.querySelector('.name'))),
      says: tiles.map((tile) => words(tile.querySelector('.hidden')).slice(0, 8)),
      columns: tiles.map((tile) => Number(tile.getAttribute('aria-colindex'))),
      layers: [...deep('gf-heads .grid').querySelectorAll('.label')].length,
      grid: deep('gf-heads .grid').getAttribute('aria-label'),
      focused: [deep('gf-heads').shadowRoot.activeElement?.querySelector('.name')]
        .filter(Boolean)
        .map(words),
    };
  });

const nameOf = (/** @type {number} */ n) => `${Math.floor(n / 3) + 1}.${(n % 3) + 1}`;

/** The most important first, and the keys go that way. */
heads['sorted heads stand in the order of their importance, and keys follow'] = async (
  page,
) => {
  await press(page, 'gf-heads #sorted', ' ');
  await until(page, 'state.showing.sorted');
  const { importance, measured } = await readWorth(page);
  assert.equal(measured, 1, 'one is measured, the others are estimated');
  const order = [0, 1, 2, 3, 4, 5].sort((a, b) => importance[b] - importance[a]);
  const seen = await readOrder(page);
  assert.deepEqual(seen.names, order.map(nameOf));
  assert.deepEqual(
    seen.says,
    order.map((n) => `Head ${nameOf(n)}`),
  );
  assert.deepEqual(seen.columns, [1, 2, 3, 1, 2, 3]);
  assert.equal(seen.layers, 0, 'a row is no layer now');
  assert.equal(seen.grid, 'Most important first');
  await inPage(page, ({ app }, n) => app.selection.selectHead(n), order[0]);
  await press(page, 'gf-heads .tile[aria-selected=true]');
  for (const [key, place] of /** @type {[string, number][]} */ ([
    ['ArrowRight', 1],
    ['ArrowDown', 4],
    ['Home', 3],
    ['Control+End', 5],
    ['h', 0],
    ['H', 5],
  ])) {
    await page.keyboard.press(key);
    const n = order[place];
    await until(page, `state.layer * 3 + state.head === ${n}`);
    const { focused } = await readOrder(page);
    assert.deepEqual(focused, [nameOf(n)], `${key}: the focus is on the head chosen`);
  }
  // What is measured takes its place, and the focus goes with it.
  const next = order.findLast((n) => nameOf(n) !== '1.2');
  await inPage(page, ({ app }, n) => app.selection.selectHead(n), next);
  assert.deepEqual((await readOrder(page)).focused, [nameOf(Number(next))]);
  await page.keyboard.press('Enter');
  await until(page, 'Object.keys(state.measurements.measured).length === 2');
  const now = await readWorth(page);
  const sorted = [0, 1, 2, 3, 4, 5].sort(
    (a, b) => now.importance[b] - now.importance[a],
  );
  const after = await readOrder(page);
  assert.deepEqual(after.names, sorted.map(nameOf));
  assert.deepEqual(after.focused, [nameOf(Number(next))]);
  await press(page, 'gf-heads #sorted', ' ');
  await until(page, '!state.showing.sorted');
  assert.deepEqual((await readOrder(page)).names, [3, 4, 5, 0, 1, 2].map(nameOf));
};

/** The names of the scores that can be raced here, and where each is in the engine's. */
const RACED = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((k) => [
    k === 1 ? 'previous token' : `${k} back`,
    'back',
    k,
  ]),
  ['itself', 'self'],
  ['first token', 'first'],
  ['same token', 'same'],
  ['induction', 'next1'],
  ['induction, 2 tokens', 'next2'],
  ['induction, 3 tokens', 'next3'],
  ['focus', 'focus'],
  ['largest weight', 'top'],
];

/** Another score under every head: its course, its chance, and both in words. */
heads['any score can be shown for all heads, with its own chance'] = async (page) => {
  const names = await inPage(page, async ({ deep, show, words }) => {
    await show('gf-heads');
    deep('gf-heads #race').focus();
    return [...deep('gf-heads #race').options].map(words);
  });
  assert.equal(names[0], 'nearest pattern');
  assert.deepEqual(
    names.slice(1),
    RACED.map(([name]) => name),
  );
  let dashes = 0;
  for (const [name, key, offset] of RACED) {
    await page.keyboard.press('ArrowDown');
    await until(page, `state.showing.race >= 0`);
    const seen = await inPage(
      page,
      async ({ deep, element, pixels, session, settled, words }) => {
        await settled();
        const { heads } = await session.headReport();
        const { measurements, showing } = element.viewState;
        const { headHistory: ticks } = measurements;
        const tiles = [...deep('gf-heads .grid').querySelectorAll('.tile')];
        tiles.sort((a, b) => a.dataset.layer - b.dataset.layer);
        return {
          heads,
          count: ticks.length,
          before: heads.map(
            (/** @type {unknown} */ _, /** @type {number} */ h) =>
              ticks.at(-2).scores[(h * ticks[0].scores.length) / 6 + showing.race],
          ),
          chosen: words(deep('gf-heads #race').selectedOptions[0]),
          badges: tiles.map((tile) => words(tile.querySelector('.words'))),
          says: tiles.map((tile) => words(tile.querySelector('.hidden'))),
          sparks: tiles.map((tile) => pixels(tile.querySelector('.spark'))),
        };
      },
    );
    assert.equal(seen.chosen, name);
    seen.heads.forEach((/** @type {any} */ head, /** @type {number} */ h) => {
      const score = offset ? head.back[Number(offset) - 1] : head.scores[key];
      const chance = head.chance[key];
      const said = `${two(score)}, chance ${two(chance)}`;
      assert.equal(seen.badges[h], said, `${name} of head ${h}`);
      assert.ok(seen.says[h].includes(`${name} ${said}`), seen.says[h]);
      if (key === 'back') {
        // An even spread is 1 / (i + 1) at every offset: rows 8 to T - 1 of the probe set.
        const rows = Array.from({ length: 32 }, (_, i) => 1 / (i + 9));
        assert.ok(Math.abs(chance - rows.reduce((a, b) => a + b) / 32) < 1e-6);
      }
      const last = [seen.before[h], score];
      const where = `${name} of head ${h}`;
      dashes += assertCourse(seen.sparks[h], seen.count, last, chance, where);
    });
  }
  assert.ok(dashes > 0, 'no line for chance was to be seen');
  await page.keyboard.press('Home');
  await until(page, 'state.showing.race === -1');
};

/** The line ends at the score, and dashes run at the height of chance.
 * @param {any} spark @param {number} count of ticks @param {number[]} last two scores
 * @param {number} chance @param {string} where
 * @returns {number} 1: the dashes were there to be measured */
function assertCourse(spark, count, last, chance, where) {
  const yOf = (/** @type {number} */ x) => 1 + (spark.height - 2) * (1 - x);
  const nearest = (/** @type {number} */ x, /** @type {number} */ ink) =>
    Array.from({ length: spark.height }, (_, k) => ({
      k: k + 0.5,
      far: distance(spark.data[k * spark.width + x], ink),
    })).sort((a, b) => a.far - b.far)[0].k;
  // A dozen ticks fill the width. Two pixels before the last the line is nearly there.
  const step = spark.width / Math.max(12, count - 1);
  const end = Math.round((count - 1) * step) - 2;
  const left = ((count - 1) * step - end - 0.5) / step;
  const wanted = yOf(last[0] * left + last[1] * (1 - left));
  const at = nearest(end, ACCENT);
  assert.ok(Math.abs(at - wanted) <= 2, `${where}: line at ${at}, not ${wanted}`);
  // Dashes are grey and the line is not, however thin either is laid on.
  const ground = spark.data[spark.width - 1];
  const rows = [...spark.data.keys()]
    .filter((k) => {
      const channels = [0, 8, 16].map((shift) => (spark.data[k] >> shift) & 255);
      const isGrey = Math.max(...channels) - Math.min(...channels) < 20;
      return isGrey && distance(spark.data[k], ground) > 150;
    })
    .map((k) => Math.floor(k / spark.width) + 0.5);
  if (rows.length <= 10) {
    // The course lies over it.
    assert.ok(Math.abs(yOf(last[1]) - yOf(chance)) < 3, `${where}: no line for chance`);
    return 0;
  }
  const mean = rows.reduce((a, b) => a + b) / rows.length;
  assert.ok(Math.abs(mean - yOf(chance)) <= 1, `${where}: chance ${chance} at ${mean}`);
  return 1;
}
