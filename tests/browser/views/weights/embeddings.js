// SPDX-License-Identifier: MIT
// The maps of embeddings and the circuits follow from the model's tensors, as computed here.
import assert from 'node:assert/strict';
import {
  ownKind,
  placing,
} from '../../../../web/views/weights/embedding-map-drawing.js';
import { inPage, press } from '../../support/page-queries.js';
import { distance, shade, signed, sum } from '../../support/trained.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const weights = {};

const [C, H, T] = [48, 3, 40];
const D = C / H;

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

/** The two directions of largest spread, by power iteration; only for tests.
 * @param {number[]} E [V][C] @param {number} V */
function principal(E, V) {
  const x = E.slice();
  for (let c = 0; c < C; c++) {
    let mean = 0;
    for (let v = 0; v < V; v++) mean += E[v * C + c] / V;
    for (let v = 0; v < V; v++) x[v * C + c] -= mean;
  }
  /** @type {number[][]} */
  const found = [];
  for (let k = 0; k < 2; k++) {
    let u = Array.from({ length: C }, (_, c) => Math.sin(1 + c * (k + 1)));
    for (let turn = 0; turn < 3000; turn++) {
      for (const f of found) {
        const dot = u.reduce((sum, a, c) => sum + a * f[c], 0);
        u = u.map((a, c) => a - dot * f[c]);
      }
      const next = new Array(C).fill(0);
      for (let v = 0; v < V; v++) {
        let dot = 0;
        for (let c = 0; c < C; c++) dot += x[v * C + c] * u[c];
        for (let c = 0; c < C; c++) next[c] += dot * x[v * C + c];
      }
      const size = Math.hypot(...next);
      u = next.map((a) => a / size);
    }
    found.push(u);
  }
  return Array.from({ length: V }, (_, v) =>
    found.map((u) => u.reduce((sum, a, c) => sum + a * x[v * C + c], 0)),
  );
}

weights['token embeddings lie where the principal components put them'] = async (
  page,
) => {
  await openTab(page, 0);
  const seen = await inPage(
    page,
    async ({ answered, deep, pixels, rows, session, state, tensor, until }) => {
      await answered('embeddings');
      await until('a map', () => deep('gf-embeddings gf-embedding-map #claim'));
      const map = deep('gf-embeddings gf-embedding-map');
      deep('gf-embeddings gf-embedding-map details').open = true;
      const [E] = await tensor('transformer.wte.weight');
      return {
        E,
        picture: pixels(deep('gf-embeddings gf-embedding-map canvas')),
        ratio: devicePixelRatio,
        trail: map.trail,
        rows: rows(deep('gf-embeddings gf-embedding-map #letters')),
        claim: deep('gf-embeddings gf-embedding-map #claim').textContent,
        vocabulary: session.info.vocabulary,
        kinds: (await session.embeddingMap()).classes,
        chosen: session.info.vocabulary.indexOf(
          state.activations.characters[state.pin.i],
        ),
      };
    },
  );
  const V = seen.vocabulary.length;
  const want = principal(seen.E, V);
  const { data } = seen.trail.at(-1);
  // The map may be turned and mirrored: distances may not.
  for (let a = 0; a < V; a++) {
    for (let b = 0; b < a; b++) {
      const far = Math.hypot(want[a][0] - want[b][0], want[a][1] - want[b][1]);
      const drawn = Math.hypot(
        data[2 * a] - data[2 * b],
        data[2 * a + 1] - data[2 * b + 1],
      );
      assert.ok(Math.abs(far - drawn) < 1e-4, `${a}, ${b}: ${far} and ${drawn}`);
    }
    assert.deepEqual(seen.rows[a].slice(2), [
      signed(data[2 * a]),
      signed(data[2 * a + 1]),
    ]);
  }
  const maps = seen.trail.map((/** @type {any} */ map) => ({
    rows: V,
    data: Float32Array.from(map.data),
  }));
  const { found, chance } = ownKind(maps.at(-1), seen.kinds);
  assert.match(
    seen.claim,
    new RegExp(`${found} of ${V} .*about ${Math.round(chance)}\\)`),
  );
  const { width, height } = seen.picture;
  const at = placing(maps, width / seen.ratio, height / seen.ratio);
  checkOutlines(
    seen,
    Array.from({ length: V }, (_, n) => at(maps.at(-1), n)),
  );
};

/** Marks that nothing covers have the ink of their class at their outline's top.
 * @param {any} seen @param {number[][]} places */
function checkOutlines({ chosen, kinds, picture, ratio, vocabulary }, places) {
  const inks = { vowel: 0xff0850c0, consonant: 0xfff56d12 };
  let checked = 0;
  places.forEach(([x, y], n) => {
    const ink = inks[/** @type {keyof typeof inks} */ (kinds[n])];
    // A circle of 9, or a square whose corners lie on a circle of 1.25 · 9.
    const r = kinds[n] === 'vowel' ? 9 : (1.25 * 9) / Math.SQRT2;
    const isClear = places.every(
      (p, k) => k === n || Math.hypot(p[0] - x, p[1] - (y - r)) > 1.25 * 9 + 4,
    );
    if (!ink || !isClear || n === chosen) return;
    const [top, middle] = [Math.round((y - r) * ratio), Math.round(x * ratio)];
    const near = [-1, 0, 1].map(
      (dy) => picture.data[(top + dy) * picture.width + middle],
    );
    const drawn = near.some((p) => distance(p, ink) < 120);
    assert.ok(drawn, `${vocabulary[n]}: no outline`);
    checked++;
  });
  assert.ok(checked >= 3, `${checked} outlines are clear of other marks`);
}

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

/** Cosines of the rows. @param {number[]} P [T][C] */
function cosines(P) {
  const vectors = Array.from({ length: T }, (_, i) => P.slice(i * C, (i + 1) * C));
  return vectors.map((a) =>
    vectors.map(
      (b) => sum(a.map((x, c) => x * b[c])) / (Math.hypot(...a) * Math.hypot(...b)),
    ),
  );
}

weights['position embeddings are compared by cosine, and pinned by keys'] = async (
  page,
) => {
  await openTab(page, 1);
  const seen = await inPage(
    page,
    async ({ answered, cells, deep, tensor, until }, T) => {
      await answered('positions');
      await until('cells', () =>
        deep('gf-embeddings gf-position-map gf-cells .raster'),
      );
      const [P] = await tensor('transformer.wpe.weight');
      return {
        P,
        cells: cells(deep('gf-embeddings gf-position-map gf-cells .raster'), T, T),
      };
    },
    T,
  );
  const want = cosines(seen.P);
  seen.cells.forEach((/** @type {number} */ cell, /** @type {number} */ k) => {
    const [i, j] = [Math.floor(k / T), k % T];
    const near = [-1e-6, 0, 1e-6].map((e) => shade(want[i][j] + e, 1));
    assert.ok(near.includes(cell), `${i}, ${j}: ${want[i][j]}`);
  });
  const curves = await inPage(
    page,
    ({ deep }) => deep('gf-embeddings gf-position-map #curves').picture.lines,
  );
  const later = 2 * Math.floor(C / 8);
  assert.deepEqual(
    curves.map((/** @type {any} */ { name }) => name),
    [0, 1, later, later + 1].map((c) => String(c + 1)),
  );
  for (const { name, y } of curves)
    assert.deepEqual(
      y,
      Array.from({ length: T }, (_, i) => seen.P[i * C + Number(name) - 1]),
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
  assert.ok(label.includes(signed(want[1][1])), label);
};

// ------------------------------------------------------------------ circuits

/** QK and OV of a head in double, with the gains of the norms folded in.
 * @param {Record<string, number[]>} w @param {number} V @param {number} head */
function circuits(w, V, head) {
  const part = (/** @type {number} */ which, /** @type {number} */ v) =>
    Array.from({ length: D }, (_, d) => {
      let sum = 0;
      const row = which * C + head * D + d;
      for (let c = 0; c < C; c++) sum += w.gain[c] * w.E[v * C + c] * w.A[row * C + c];
      return sum;
    });
  const all = [0, 1, 2].map((which) =>
    Array.from({ length: V }, (_, v) => part(which, v)),
  );
  const out = Array.from({ length: V }, (_, b) =>
    Array.from({ length: D }, (_, d) => {
      let sum = 0;
      for (let c = 0; c < C; c++) {
        sum += w.O[c * C + head * D + d] * w.final[c] * w.U[b * C + c];
      }
      return sum;
    }),
  );
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, x, d) => sum + x * b[d], 0);
  const table = (/** @type {(a: number, b: number) => number} */ f) =>
    Array.from({ length: V * V }, (_, k) => f(Math.floor(k / V), k % V));
  return {
    qk: table((a, b) => dot(all[0][a], all[1][b]) / Math.sqrt(D)),
    ov: table((a, b) => dot(all[2][a], out[b])),
  };
}

/** @param {Page} page */
const readCircuits = (page) =>
  inPage(
    page,
    async ({ answered, cells, deep, rows, session, state, tensor, until }) => {
      await answered('circuits', 1, 2);
      await until('the head', () =>
        /head 2\.3/.test(deep('gf-embeddings gf-circuits #claim')?.textContent),
      );
      const names = [
        'transformer.wte.weight',
        'transformer.h.1.attn.c_attn.weight',
        'transformer.h.1.attn.c_proj.weight',
        'transformer.h.1.ln_1.weight',
        'transformer.ln_f.weight',
        'lm_head.weight',
      ];
      const [E, A, O, gain, final, U] = await tensor(...names);
      const { vocabulary } = session.info;
      const V = vocabulary.length;
      return {
        w: { E, A, O, gain, final, U },
        cells: cells(deep('gf-embeddings gf-circuits gf-cells .raster'), V, V),
        rows: rows(deep('gf-embeddings gf-circuits #row')),
        claim: deep('gf-embeddings gf-circuits #claim').textContent,
        vocabulary,
        pinned: state.activations.characters[9],
      };
    },
  );

/** @param {number} tab @param {'qk' | 'ov'} kind @returns {(page: Page) => Promise<void>} */
const circuitsAreTheWeights = (tab, kind) => async (page) => {
  await openTab(page, tab);
  const seen = await readCircuits(page);
  const V = seen.vocabulary.length;
  const table = circuits(seen.w, V, 2)[kind];
  const most = table.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
  seen.cells.forEach((/** @type {number} */ colour, /** @type {number} */ k) => {
    // Single precision in the engine, double here: an entry of the scale at the most.
    const near = [-2e-6, 0, 2e-6].map((e) => shade(table[k] + e * most, most));
    assert.ok(near.includes(colour), `${Math.floor(k / V)}, ${k % V}: ${table[k]}`);
  });
  const a = seen.vocabulary.indexOf(seen.pinned);
  const row = table.slice(a * V, (a + 1) * V);
  assert.equal(seen.rows[0][1], signed(Math.max(...row)));
  assert.equal(seen.rows.at(-1)[1], signed(Math.min(...row)));
  // The claim is of the whole table, whatever is pinned.
  for (const end of [Math.max(...table), Math.min(...table)])
    assert.ok(seen.claim.includes(`(${signed(end)})`), seen.claim);
  assert.match(seen.claim, kind === 'qk' ? /score is highest from/ : /Copying score/);

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

weights['the QK circuit follows from the weights, its rows selected by keys'] =
  circuitsAreTheWeights(2, 'qk');
weights['the OV circuit follows from the weights, its rows selected by keys'] =
  circuitsAreTheWeights(3, 'ov');
