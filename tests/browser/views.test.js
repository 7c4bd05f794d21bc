// SPDX-License-Identifier: MIT
// The views that look inside, in a real Chromium: what stands on the screen is what the
// engine says when it is asked again, and each can be worked by keyboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { level, pixelTable } from '../../web/draw/palette.js';
import { inPage, until } from './asking.js';
import { openSite } from './harness.js';

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

/** @type {Site} */ let site;
/** @type {Page} */ let page;
before(async () => {
  site = await openSite();
  page = await openTrained();
});
after(() => site.close());

/** Not equal in any two dimensions, and enough steps for heads that differ. */
const SMALL = 'n_layer=2&n_head=3&n_embd=48&block_size=40&batch_size=16&max_steps=600';
const STEPS = 150;

async function openTrained(fragment = SMALL, steps = STEPS, context = {}) {
  const page = await site.newPage(null, {
    viewport: { width: 1200, height: 1000 },
    ...context,
  });
  await page.goto(`index.html#v=1&${fragment}`);
  await page.evaluate(async (until) => {
    const { app } = /** @type {any} */ (document.querySelector('glass-former'));
    await app.ready;
    await app.store.state.session.run({ until });
  }, steps);
  await until(
    page,
    `state.look?.step === ${steps} && state.tick?.step === ${steps} && state.tick.whole`,
  );
  return page;
}

/** Views far below are not drawn; this waits until one has been. */
async function show(/** @type {Page} */ page, /** @type {string} */ name) {
  await inPage(page, ({ view }, name) => view(name).host.scrollIntoView(), name);
  await new Promise((done) => setTimeout(done, 400));
}

/** Two decimals, as the page writes them. */
const two = (/** @type {number} */ x) =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(x);

test('the grid of heads shows the scores of a fresh tick, with chance', async () => {
  const seen = await inPage(page, async ({ session, state, view }) => {
    const tick = await session.inspectHeads({ importance: true });
    const root = view('gf-heads');
    /** @type {any[]} */
    const tiles = [...root.querySelectorAll('.tile')];
    return {
      tick,
      badges: tiles.map((tile) => tile.querySelector('.words').textContent.trim()),
      labels: tiles.map((tile) => tile.querySelector('.hidden').textContent),
      estimates: tiles.map((tile) => tile.querySelector('.est').textContent),
      rows: [...root.querySelectorAll('#scores tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      ),
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
});

test('sparklines stand where score and chance are, bars where distances are', async () => {
  const seen = await inPage(page, ({ app, state, view }) => {
    const n = 4;
    const tile = view('gf-heads').querySelectorAll('.tile')[n];
    const pixels = (/** @type {any} */ canvas) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      return { width, height, data: [...new Uint32Array(data.buffer)] };
    };
    const spark = pixels(tile.querySelector('.spark'));
    view('gf-heads').querySelector('#compact').click();
    return (
      app.store.state &&
      new Promise((done) =>
        setTimeout(() => {
          const mark = state.ticks.at(-1).marks[n];
          const { columns, data } = state.tick.byDistance;
          const answer = {
            spark,
            mark,
            ticks: state.ticks.length,
            distances: pixels(tile.querySelector('.weights')),
            byDistance: [...data.subarray(n * columns, (n + 1) * columns)],
          };
          view('gf-heads').querySelector('#compact').click();
          done(answer);
        }, 300),
      )
    );
  });
  const { spark, mark, distances, byDistance } = /** @type {any} */ (seen);
  // The last tick's column: the darkest pixel lies at the height of the score.
  const y = 1 + (spark.height - 2) * (1 - mark.score);
  const x = Math.min(
    spark.width - 2,
    Math.round(((seen.ticks - 1) / Math.max(12, seen.ticks - 1)) * spark.width) - 2,
  );
  const accent = 0xff606b0a;
  const column = Array.from(
    { length: spark.height },
    (_, k) => spark.data[k * spark.width + x],
  );
  const nearest = column
    .map((p, k) => ({ k, d: distance(p, accent) }))
    .sort((a, b) => a.d - b.d)[0];
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
});

/** @param {number} a @param {number} b pixels */
function distance(a, b) {
  let sum = 0;
  for (const shift of [0, 8, 16])
    sum += Math.abs(((a >> shift) & 255) - ((b >> shift) & 255));
  return sum;
}

test('a head switched off by keyboard costs what a fresh evaluation says', async () => {
  await inPage(page, ({ app, view }) => {
    app.select({ layer: 1, head: 2 });
    view('gf-heads').querySelector('#compact').focus();
  });
  await page.keyboard.press('x');
  await until(page, 'state.off.length === 1');
  await until(page, 'state.ablation !== null');
  await show(page, 'gf-head');
  const seen = await inPage(page, async ({ session, state, view }) => {
    const { result } = state.ablation;
    const root = view('gf-head').querySelector('gf-off').shadowRoot;
    // The head is off now, so an ordinary evaluation is the reference.
    const off = await session.inspectHeads({});
    const line = await session.inspect({ text: state.line });
    await session.setHead({ layer: 1, head: 2, on: true });
    const on = await session.inspectHeads({});
    await session.setHead({ layer: 1, head: 2, on: false });
    return {
      result: { ...result, rows: [...result.rows.data] },
      characters: line.characters,
      off: off.loss,
      on: on.loss,
      offLine: [...line.loss],
      claim: root.querySelector('#claim').textContent,
      rows: [...root.querySelectorAll('#hardest tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent.trim()),
      ),
      samples: [...root.querySelectorAll('.sample')].map((p) => p.textContent.trim()),
      label: view('gf-heads').querySelector('[data-layer="1"][data-head="2"] .hidden')
        .textContent,
    };
  });
  const { result, off, on, offLine } = seen;
  // The probe set is summed in another order of sequences: rounding of doubles only.
  assert.ok(Math.abs(result.lossOff - off) < 1e-9, `${result.lossOff} and ${off}`);
  assert.ok(Math.abs(result.delta - (off - on)) < 1e-9);
  const n = offLine.length;
  for (let i = 0; i + 1 < n; i++) assert.equal(result.rows[n + i], offLine[i]);
  const change = Array.from({ length: n - 1 }, (_, i) => ({
    i,
    change: result.rows[n + i] - result.rows[i],
  })).sort((a, b) => b.change - a.change);
  assert.equal(seen.rows.length, 5);
  seen.rows.forEach((/** @type {string[]} */ row, /** @type {number} */ k) => {
    const { i } = change[k];
    assert.equal(row[1], two(result.rows[i]));
    assert.equal(row[2], two(offLine[i]));
    const character = seen.characters[i + 1];
    assert.ok(row[0].endsWith(character === ' ' ? '␣' : character), `${row[0]}`);
  });
  assert.ok(
    seen.claim.includes(`from ${two(on)} to ${two(off)}`) ||
      /stays at/.test(seen.claim),
  );
  assert.deepEqual(seen.samples, [result.sample.trim(), result.sampleOff.trim()]);
  assert.match(seen.label, /off/);

  await page.keyboard.press('X');
  await until(page, 'state.off.length === 0 && state.ablation === null');
  const back = await inPage(
    page,
    async ({ session }) => (await session.inspectHeads()).loss,
  );
  assert.equal(back, on);
});

/** Pins character i by keyboard alone, as far as the strip has been reached. */
async function pinByKeys(/** @type {Page} */ page, /** @type {number} */ i) {
  await inPage(page, ({ app, view }) => {
    app.select({ pin: null });
    view('gf-strip').querySelector('.cell').focus();
  });
  await page.keyboard.press('Home');
  for (let n = 0; n < i; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(page, `state.pin?.i === ${i}`);
}

test('the ladder of beliefs is the lens, and ends where the output is', async () => {
  await pinByKeys(page, 9);
  await show(page, 'gf-lens');
  await until(page, 'state.answers.lens');
  await show(page, 'gf-lens');
  const seen = await inPage(page, async ({ session, state, view }) => {
    const lens = await session.lens({ text: state.line });
    const { logits, loss, n } = await session.inspect({ text: state.line });
    const root = view('gf-lens');
    const text = (/** @type {any} */ e) => e.textContent.replace(/\s+/g, ' ').trim();
    const cells = (/** @type {string} */ id) =>
      [...root.querySelectorAll(`#${id} tbody tr`)].map((row) =>
        [...row.children].map(text),
      );
    return {
      lens: Object.fromEntries(
        ['top', 'topP', 'p', 'rank'].map((name) => [name, [...lens[name].data]]),
      ),
      depths: lens.depths.length,
      logits: [...logits],
      loss: [...loss],
      n,
      vocabulary: session.info.vocabulary,
      ladder: cells('ladder'),
      grid: cells('grid'),
      claim: root.querySelector('#claim').textContent,
    };
  });
  const { lens, depths, n, vocabulary, ladder, grid } = seen;
  const visible = (/** @type {number} */ token) =>
    vocabulary[token].replace(' ', '␣').replace('\n', '⏎');
  const percent = (/** @type {number} */ p) => `${Math.round(100 * p)}%`;
  assert.equal(ladder.length, depths);
  for (let d = 0; d < depths; d++) {
    const at = d * n + 9;
    assert.equal(ladder[d][1], `${visible(lens.top[at])} ${percent(lens.topP[at])}`);
    assert.equal(ladder[d][2], percent(lens.p[at]));
    assert.equal(ladder[d][4], String(lens.rank[at]));
    for (let i = 0; i + 1 < n; i++) {
      assert.equal(grid[d][1 + i], visible(lens.top[d * n + i]) + lens.rank[d * n + i]);
    }
  }
  const V = vocabulary.length;
  for (let i = 0; i + 1 < n; i++) {
    const at = (depths - 1) * n + i;
    // Two orders of the same additions in single precision.
    assert.ok(Math.abs(-Math.log(lens.p[at]) - seen.loss[i]) < 1e-4, `character ${i}`);
    const row = seen.logits.slice(i * V, (i + 1) * V);
    assert.equal(lens.top[at], row.indexOf(Math.max(...row)));
  }
  assert.match(seen.claim, new RegExp(`rank ${lens.rank[9]} after the embedding`));
});

test('the shares of who said so are the logit, and a head is chosen by keyboard', async () => {
  await pinByKeys(page, 12);
  await show(page, 'gf-said');
  await until(page, 'state.answers.said?.value.position === 12');
  await new Promise((done) => setTimeout(done, 200));
  const seen = await inPage(page, async ({ session, state, view }) => {
    const { logits, characters } = await session.inspect({ text: state.line });
    const V = session.info.vocabulary.length;
    const y = session.info.vocabulary.indexOf(characters[13]);
    const root = view('gf-said');
    return {
      logit: logits[12 * V + y],
      said: state.answers.said.value,
      y,
      rows: [...root.querySelectorAll('#shares tbody tr')].map((row) => {
        const bar = row.querySelector('.plus, .minus');
        return {
          share: row.lastElementChild.textContent,
          width: Number(bar.getAttribute('width')),
          right: bar.getAttribute('x') === '50',
        };
      }),
      sum: root.querySelector('#sum').textContent.trim(),
    };
  });
  const { said, rows } = seen;
  assert.equal(said.token, seen.y);
  assert.ok(Math.abs(said.sum - seen.logit) < 1e-4, `${said.sum} and ${seen.logit}`);
  const added = said.shares.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { share }) => sum + share,
    0,
  );
  assert.ok(Math.abs(added - seen.logit) < 1e-4, 'the shares themselves add up');
  assert.equal(seen.sum, `sum ${two(seen.logit)} = logit ${two(seen.logit)}`);
  const shown = rows.reduce(
    (/** @type {number} */ sum, /** @type {any} */ r) =>
      sum + Number(r.share.replace('−', '-')),
    0,
  );
  assert.ok(
    Math.abs(shown - seen.logit) <= 0.005 * (rows.length + 1),
    'lines, rounded',
  );
  const widest = Math.max(...rows.map((/** @type {any} */ r) => r.width));
  assert.ok(Math.abs(widest - 50) < 1e-9);
  for (const { share, right } of rows)
    assert.ok(right || /^[-−]|^0/.test(share), share);

  await inPage(page, ({ view }) =>
    view('gf-said').querySelectorAll('th button')[4].focus(),
  );
  await page.keyboard.press('Enter');
  await until(page, 'state.layer === 1 && state.head === 1');
  // Against the rival, the sum is a difference of two logits.
  await inPage(page, ({ view }) => view('gf-said').querySelector('#rival').focus());
  await page.keyboard.press(' ');
  await until(
    page,
    "state.against === 'strongest' && state.answers.said.value.rival >= 0",
  );
  const gap = await inPage(page, async ({ session, state }) => {
    const { logits } = await session.inspect({ text: state.line });
    const { token, rival, sum } = state.answers.said.value;
    const V = session.info.vocabulary.length;
    return [sum, logits[12 * V + token] - logits[12 * V + rival]];
  });
  assert.ok(Math.abs(gap[0] - gap[1]) < 1e-4, `${gap}`);
});

/** Reads a card of the walk: words, and the cells of every strip in it. */
const readCard = (/** @type {Page} */ page) =>
  inPage(page, ({ state, view }) => {
    const root = view('gf-walk');
    /** @type {Record<string, any>} */
    const strips = {};
    for (const canvas of root.querySelectorAll('#card canvas')) {
      const { numbers, most } = root.host.strips.get(canvas.dataset.strip);
      const cell = canvas.width / numbers.columns;
      const { data } = canvas
        .getContext('2d')
        .getImageData(0, 0, canvas.width, canvas.height);
      const pixels = new Uint32Array(data.buffer);
      strips[canvas.dataset.strip] = {
        most,
        data: [...numbers.data],
        cells: Array.from(numbers.data, (_, n) => {
          const [row, column] = [Math.floor(n / numbers.columns), n % numbers.columns];
          const at =
            (row * cell + (cell >> 1)) * canvas.width + column * cell + (cell >> 1);
          return pixels[at];
        }),
      };
    }
    return {
      strips,
      text: root.querySelector('#card').textContent.replace(/\s+/g, ' '),
      walk: JSON.parse(
        JSON.stringify(state.answers.walk.value, (_, v) =>
          v instanceof Float32Array ? [...v] : v,
        ),
      ),
    };
  });

test('eight cards by keyboard alone, with numbers that follow from the weights', async () => {
  await inPage(page, ({ app }) => app.select({ layer: 0, head: 1 }));
  await pinByKeys(page, 7);
  await show(page, 'gf-walk');
  await until(page, 'state.answers.walk');
  await show(page, 'gf-walk');
  await inPage(page, ({ view }) => view('gf-walk').querySelector('#card').focus());
  const weights = await inPage(page, async ({ session, state }) => {
    const names = ['transformer.wte.weight', 'transformer.wpe.weight'];
    const { tensors, characters } = await session.inspect({
      text: state.line,
      tensors: names,
    });
    const token = session.info.vocabulary.indexOf(characters[7]);
    return {
      token: [...tensors[names[0]].data.subarray(token * 48, token * 48 + 48)],
      position: [...tensors[names[1]].data.subarray(7 * 48, 7 * 48 + 48)],
    };
  });
  const table = pixelTable('diverging', 'light');
  const cards = [];
  for (let n = 0; n < 8; n++) {
    const card = await readCard(page);
    for (const [name, { data, most, cells }] of Object.entries(card.strips)) {
      data.forEach((/** @type {number} */ x, /** @type {number} */ k) =>
        assert.equal(
          cells[k],
          table[level((x / most + 1) / 2)],
          `card ${n + 1}, ${name}, ${k}`,
        ),
      );
    }
    cards.push(card);
    await page.keyboard.press(n % 2 === 0 ? 'ArrowRight' : ' ');
    await new Promise((done) => setTimeout(done, 100));
  }
  const [meet, , ask, compare, , softmax, mix, speak] = cards;
  const { walk } = meet;
  assert.deepEqual(meet.strips.token.data, weights.token);
  assert.deepEqual(meet.strips.position.data, weights.position);
  meet.strips.embedding.data.forEach(
    (/** @type {number} */ x, /** @type {number} */ c) =>
      assert.equal(x, Math.fround(weights.token[c] + weights.position[c])),
  );
  const near = (/** @type {number} */ a, /** @type {number} */ b, what = '') =>
    assert.ok(Math.abs(a - b) < 1e-5, `${what}: ${a} and ${b}`);
  const D = ask.strips.q.data.length;
  assert.equal(D, 16);
  const scores = Array.from({ length: 8 }, (_, j) => {
    let sum = 0;
    for (let d = 0; d < D; d++)
      sum += ask.strips.q.data[d] * ask.strips.k.data[j * D + d];
    return sum / Math.sqrt(D);
  });
  const total = scores.reduce((sum, s) => sum + Math.exp(s), 0);
  scores.forEach((s, j) => {
    near(walk.scores.data[j], s, `score ${j}`);
    near(walk.shares.data[j], Math.exp(s) / total, `share ${j}`);
  });
  for (let d = 0; d < D; d++) {
    let sum = 0;
    for (let j = 0; j < 8; j++)
      sum += walk.shares.data[j] * mix.strips.v.data[j * D + d];
    near(mix.strips.mix.data[d], sum, `mix ${d}`);
  }
  const strongest = scores.indexOf(Math.max(...scores));
  const sum = compare.strips.products.data.reduce(
    (/** @type {number} */ a, /** @type {number} */ b) => a + b,
    0,
  );
  near(sum, scores[strongest] * Math.sqrt(D), 'products');
  assert.match(softmax.text, /8 shares, sum 1\.00/);
  assert.match(softmax.text, /later characters: not allowed to look/);
  const look = await inPage(page, ({ state }) => {
    const { look } = state;
    const at = (0 * look.H + 1) * look.T * look.T + 7 * look.T;
    return [...look.attention.subarray(at, at + 8)];
  });
  look.forEach((/** @type {number} */ a, /** @type {number} */ j) =>
    near(walk.shares.data[j], a, 'look'),
  );
  const best = walk.output.p.data.indexOf(Math.max(...walk.output.p.data));
  const first = await inPage(
    page,
    ({ session }, best) => session.info.vocabulary[best],
    best,
  );
  assert.match(speak.text, new RegExp(`first guess is ‘${first.replace(' ', '␣')}’`));
  for (let n = 0; n < 9; n++) await page.keyboard.press('Backspace');
  assert.equal(await inPage(page, ({ view }) => view('gf-walk').host.card), 0);
});
