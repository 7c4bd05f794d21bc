// SPDX-License-Identifier: MIT
// The letter map and its tables in a real Chromium and, the core of it, in Firefox: what
// is drawn is read back from pixels and compared with what follows from the model's
// tensors, computed here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ownKind, placing } from '../../web/draw/map.js';
import { openFirefoxSite } from './firefox.js';
import { openSite } from './harness.js';
import {
  SMALL,
  STEPS,
  cellColours,
  checkWithAxe,
  distance,
  inPage,
  openTrained,
  shade,
  signed,
  train,
} from './trained.js';

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

const [C, H, T] = [48, 3, 40];
const D = C / H;

/** @type {Site} */ let site;
/** @type {Page} */ let page;
before(async () => {
  site = await openSite();
  page = await openTrained(site);
});
after(() => site.close());

/** Opens a tab of the letters by keyboard alone. @param {number} n */
async function openTab(n) {
  await inPage(page, async ({ app, deep, until }) => {
    if (app.store.state.pin === null) app.select({ pin: { i: 9, j: null } });
    deep('gf-letters').scrollIntoView();
    await until('open', () => deep('gf-letters #tab0'));
    deep('gf-letters [role=tab][tabindex="0"]').focus();
  });
  await page.keyboard.press('Home');
  for (let k = 0; k < n; k++) await page.keyboard.press('ArrowRight');
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

test('letters lie on the map where the principal directions of the embedding put them', async () => {
  await openTab(0);
  const seen = await inPage(
    page,
    async ({ deep, pixels, rows, tensor, until, session, app }) => {
      const { state } = app.store;
      await until('a map', () => deep('gf-letters gf-letter-map #claim'));
      const map = deep('gf-letters gf-letter-map');
      map.shadowRoot.querySelector('details').open = true;
      const [E] = await tensor('transformer.wte.weight');
      return {
        E,
        picture: pixels(map.shadowRoot.querySelector('canvas')),
        trail: map.trail.map((/** @type {any} */ { data, rows }) => ({
          rows,
          data: [...data],
        })),
        rows: rows(map.shadowRoot.querySelector('#letters')),
        claim: map.shadowRoot.querySelector('#claim').textContent,
        vocabulary: session.info.vocabulary,
        kinds: (await session.letterMap()).classes,
        chosen: session.info.vocabulary.indexOf(state.look.characters[state.pin.i]),
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
  const points = { rows: V, data: Float32Array.from(data) };
  const { found, chance } = ownKind(points, seen.kinds);
  assert.match(
    seen.claim,
    new RegExp(`${found} of ${V} .*about ${Math.round(chance)}\\)`),
  );
  // Marks that nothing covers have the ink of their class at their outline's top.
  const { width, height, ratio } = seen.picture;
  const at = placing(
    seen.trail.map((/** @type {any} */ t) => ({
      rows: V,
      data: Float32Array.from(t.data),
    })),
    width / ratio,
    height / ratio,
  );
  const places = Array.from({ length: V }, (_, n) => at(points, n));
  const inks = { vowel: 0xff0850c0, consonant: 0xfff56d12 };
  let checked = 0;
  places.forEach(([x, y], n) => {
    const ink = inks[/** @type {keyof typeof inks} */ (seen.kinds[n])];
    const alone = places.every(
      (p, k) => k === n || Math.hypot(p[0] - x, p[1] - y) > 26,
    );
    if (!ink || !alone || n === seen.chosen) return;
    // A circle of 9, or a square whose corners lie on a circle of 1.25 · 9.
    const r = seen.kinds[n] === 'vowel' ? 9 : (1.25 * 9) / Math.SQRT2;
    const near = [-1, 0, 1].map(
      (dy) =>
        seen.picture.data[
          Math.round((y - r) * ratio + dy) * width + Math.round(x * ratio)
        ],
    );
    assert.ok(
      near.some((p) => distance(p, ink) < 120),
      `${seen.vocabulary[n]}: no outline`,
    );
    checked++;
  });
  assert.ok(checked >= 3, `${checked} marks stand alone`);
});

test('a letter is chosen on the map by keys, and pinned where the line has it', async () => {
  await openTab(0);
  await inPage(page, ({ app, deep }) => {
    app.select({ pin: { i: 9, j: null } });
    deep('gf-letters gf-letter-map .focus').focus();
  });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const space = await inPage(page, async ({ app, until, session }) => {
    const { state } = app.store;
    await until('pinned', () => app.store.state.pin?.i !== 9 || app.store.state.letter);
    const token = session.info.vocabulary.indexOf(' ');
    return { token, pin: app.store.state.pin.i, characters: state.look.characters };
  });
  assert.equal(space.token, 1, 'the second of the vocabulary');
  assert.equal(space.characters[space.pin], ' ');
  // The last one, z, is not in the line: it is chosen, and the pin stays.
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const z = await inPage(page, async ({ app, until, deep, session }) => {
    await until('chosen', () => app.store.state.letter);
    const { pin, letter, look } = app.store.state;
    const label = deep('gf-letters gf-letter-map #claim').textContent;
    const answer = { pin: pin.i, letter: letter.token, label, look: look.characters };
    app.store.set({ letter: null });
    return { ...answer, name: session.info.vocabulary[letter.token] };
  });
  assert.ok(!z.look.includes(z.name));
  assert.equal(z.pin, space.pin);
  assert.match(z.label, new RegExp(`‘${z.name}’ \\(consonant\\) lies nearest`));
});

test('cells of the place map are cosines of the position vectors', async () => {
  await openTab(1);
  const seen = await inPage(page, async ({ deep, pixels, tensor, until }) => {
    await until('cells', () => deep('gf-letters gf-position-map gf-cells .raster'));
    const [P] = await tensor('transformer.wpe.weight');
    return { P, picture: pixels(deep('gf-letters gf-position-map gf-cells .raster')) };
  });
  const drawn = cellColours(seen.picture, T, T);
  const vector = (/** @type {number} */ i) =>
    /** @type {number[]} */ (seen.P).slice(i * C, (i + 1) * C);
  const size = (/** @type {number[]} */ v) => Math.hypot(...v);
  for (let i = 0; i < T; i++) {
    for (let j = 0; j < T; j++) {
      const [a, b] = [vector(i), vector(j)];
      const dot = a.reduce((sum, x, c) => sum + x * b[c], 0);
      const cosine = dot / (size(a) * size(b));
      const near = [-1e-6, 0, 1e-6].map((e) => shade(cosine + e, 1));
      assert.ok(near.includes(drawn[i * T + j]), `${i}, ${j}: ${cosine}`);
    }
  }
});

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

for (const [tab, kind] of /** @type {const} */ ([
  [2, 'qk'],
  [3, 'ov'],
])) {
  test(`the ${kind} table is what the weights say, and a row of it is chosen by keys`, async () => {
    await inPage(page, ({ app }) =>
      app.store.set({ layer: 1, head: 2, letter: null, pin: { i: 9, j: null } }),
    );
    await openTab(tab);
    const seen = await inPage(
      page,
      async ({ deep, pixels, rows, tensor, until, session, state }) => {
        const view = () => deep('gf-letters gf-circuits');
        await until('cells', () => view()?.shadowRoot?.querySelector('gf-cells'));
        await until('the head', () =>
          /head 2\.3/.test(deep('gf-letters gf-circuits #claim').textContent),
        );
        const names = ['transformer.wte.weight', 'transformer.h.1.attn.c_attn.weight',
        'transformer.h.1.attn.c_proj.weight', 'transformer.h.1.ln_1.weight',
        'transformer.ln_f.weight', 'lm_head.weight']; // prettier-ignore
        const [E, A, O, gain, final, U] = await tensor(...names);
        return {
          w: { E, A, O, gain, final, U },
          picture: pixels(deep('gf-letters gf-circuits gf-cells .raster')),
          rows: rows(deep('gf-letters gf-circuits #row')),
          claim: deep('gf-letters gf-circuits #claim').textContent,
          vocabulary: session.info.vocabulary,
          pinned: state.look.characters[9],
        };
      },
    );
    const V = seen.vocabulary.length;
    const table = circuits(seen.w, V, 2)[kind];
    const most = table.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
    cellColours(seen.picture, V, V).forEach((colour, k) => {
      // Single precision in the engine, double here: an entry of the scale at the most.
      const near = [-2e-6, 0, 2e-6].map((e) => shade(table[k] + e * most, most));
      assert.ok(near.includes(colour), `${Math.floor(k / V)}, ${k % V}: ${table[k]}`);
    });
    const a = seen.vocabulary.indexOf(seen.pinned);
    const row = table.slice(a * V, (a + 1) * V);
    const best = row.indexOf(Math.max(...row));
    const worst = row.indexOf(Math.min(...row));
    assert.equal(seen.rows[0][1], signed(row[best]));
    assert.equal(seen.rows.at(-1)[1], signed(row[worst]));
    assert.ok(seen.claim.includes(signed(row[best])), seen.claim);
    assert.match(seen.claim, kind === 'qk' ? /most likes to look at/ : /Copying score/);

    await inPage(page, ({ deep }) =>
      deep('gf-letters gf-circuits gf-cells .focus').focus(),
    );
    for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    const chosen = await inPage(page, async ({ app, deep, until }) => {
      await until('chosen', () => {
        const { pin, look } = app.store.state;
        return look.characters[pin.i] === ' ';
      });
      const focus = deep('gf-letters gf-circuits gf-cells .focus');
      return focus.getAttribute('aria-label');
    });
    assert.ok(chosen.includes(signed(table[V + 1])), chosen);
  });
}

test('each view stands alone, without objections of axe, in both themes and on a phone', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const width = colorScheme === 'light' ? 1200 : 360;
    const page = await openTrained(site, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    for (const view of ['letters', 'hood', 'ladder']) {
      await inPage(page, ({ element }, view) => (element.view = view), view);
      for (let k = 0; k < (view === 'letters' ? 4 : view === 'hood' ? 8 : 1); k++) {
        await inPage(page, openPart, { view, k });
        await checkWithAxe(page, `${view} ${k}, ${colorScheme}, ${width} px`);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(over <= 0, `${view} ${k}: ${over} px too wide at ${width}`);
      }
    }
    page.assertQuiet();
    await page.context().close();
  }
});

/** In the page. @param {any} x @param {{ view: string, k: number }} which */
async function openPart({ deep, until }, { view, k }) {
  await until('there', () => deep(`gf-${view} section`));
  if (view === 'ladder') {
    await until('a rung', () => deep('gf-ladder button.plain'));
    deep('gf-ladder button.plain').click();
    await until('asked', () => deep('gf-ladder gf-drawn table'));
    return;
  }
  if (view === 'letters') {
    deep(`gf-letters #tab${k}`).click();
    const names = ['gf-letter-map', 'gf-position-map', 'gf-circuits', 'gf-circuits'];
    await until('shown', () => deep(`gf-letters ${names[k]} #claim`));
    return;
  }
  const root = deep('gf-hood').shadowRoot;
  root.querySelector('#hood').open = true;
  await until('open', () => root.querySelectorAll('.section').length === 8);
  const sections = [...root.querySelectorAll('.section')];
  sections.forEach((section, n) => (section.open = n === k));
  await until('a part', () => sections[k].children.length > 1);
  const part = sections[k].children[1];
  await until('drawn', () => part.shadowRoot?.children.length > 0);
  part.shadowRoot.querySelector('#freeze, #go, #measure')?.click();
  await until('told', () => part.shadowRoot.querySelector('#claim'));
}

test('Firefox draws the same tables and the same map', async (t) => {
  const firefox = await openFirefoxSite({});
  if (!firefox) {
    t.skip('no Firefox');
    return;
  }
  try {
    await firefox.viewport(1200, 1000);
    await firefox.goto(`index.html#v=1&${SMALL}`);
    await firefox.evaluate(train, STEPS);
    const read = async () => {
      const element = /** @type {any} */ (document.querySelector('glass-former'));
      element.view = 'letters';
      element.app.select({ layer: 0, head: 1, pin: { i: 9, j: null } });
      const end = Date.now() + 30_000;
      /** @param {string} path @returns {Promise<any>} */
      const found = async (path) => {
        for (;;) {
          const at = path
            .split(' ')
            .reduce(
              (root, name) => root && (root.shadowRoot ?? root).querySelector(name),
              element,
            );
          if (at || Date.now() > end) return at;
          await new Promise((done) => setTimeout(done, 50));
        }
      };
      (await found('gf-letters #tab0')).click();
      await found('gf-letters gf-letter-map #claim');
      const map = (await found('gf-letters gf-letter-map')).trail.at(-1);
      (await found('gf-letters #tab3')).click();
      await found('gf-letters gf-circuits gf-cells .raster');
      await new Promise((done) => setTimeout(done, 300));
      const canvas = await found('gf-letters gf-circuits gf-cells .raster');
      const { width, height } = canvas;
      const picture = canvas.getContext('2d').getImageData(0, 0, width, height);
      return {
        map: [...map.data],
        claim: (await found('gf-letters gf-circuits #claim')).textContent,
        picture: { width, height, data: [...new Uint32Array(picture.data.buffer)] },
      };
    };
    const theirs = await firefox.evaluate(read);
    const other = await openTrained(site);
    const ours = await other.evaluate(read);
    const V = ours.map.length / 2;
    const span = Math.max(...ours.map.map(Math.abs));
    // The same weights; each has aligned its map to the moments it happened to look at.
    const size = (/** @type {number[]} */ map, /** @type {number} */ n) =>
      Math.hypot(map[2 * n], map[2 * n + 1]);
    for (let n = 0; n < V; n++) {
      assert.ok(Math.abs(size(ours.map, n) - size(theirs.map, n)) < 1e-5 * span);
    }
    assert.equal(theirs.claim, ours.claim);
    assert.deepEqual(
      cellColours(theirs.picture, V, V),
      cellColours(ours.picture, V, V),
    );
    firefox.assertQuiet();
    await other.context().close();
  } finally {
    await firefox.close();
  }
});
