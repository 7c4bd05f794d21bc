// SPDX-License-Identifier: MIT
// Models that answer or mark, and one head in more than one way, in a real Chromium: what
// is on the screen is what the engine says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { scaleOf } from '../../web/draw/head-picture.js';
import { level, pixelTable } from '../../web/draw/palette.js';
import { COUNT, SWEEPS } from '../../web/two-ways.js';
import { openSite } from './harness.js';

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
/** @typedef {Awaited<ReturnType<Site['newPage']>>} Page */

const WAIT_MS = 30_000;

/** @type {Site} */ let site;
/** @type {Page} */ let page;
before(async () => {
  site = await openSite();
  page = await site.newPage(null, { viewport: { width: 1200, height: 1000 } });
});
after(() => site.close());

/** Runs in the page, where `app`, `state` and `view(name)` are at hand.
 * @param {string} body @returns {Promise<any>} */
const inPage = (body) =>
  page.evaluate(`(async () => {
    const element = document.querySelector('glass-former');
    const { app } = element;
    const state = app?.store.state;
    const view = (name) => element.shadowRoot.querySelector(name).shadowRoot;
    ${body}
  })()`);

/** @param {string} condition */
async function until(condition) {
  const end = Date.now() + WAIT_MS;
  while (!(await inPage(`return Boolean(${condition})`))) {
    assert.ok(Date.now() < end, `not within ${WAIT_MS} ms: ${condition}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** @param {string} fragment @param {number} steps */
async function open(fragment, steps) {
  await page.goto(`index.html?${Math.random()}#v=1&${fragment}`);
  await inPage(
    `await app.ready; await app.store.state.session.run({ until: ${steps} });`,
  );
  await until(`state.look?.step === ${steps}`);
}

/** The picture of the large head, cell by cell, and its size. */
async function picture() {
  await inPage(`view('gf-head').host.scrollIntoView();`);
  await new Promise((done) => setTimeout(done, 300));
  return inPage(`
    const matrix = view('gf-head').querySelector('gf-matrix');
    const canvas = matrix.shadowRoot.querySelector('.raster');
    const cell = Math.round(matrix.cell * devicePixelRatio);
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    const rows = canvas.height / cell, columns = canvas.width / cell;
    const cells = [];
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++)
        cells.push(pixels[(r * cell + (cell >> 1)) * canvas.width + c * cell + (cell >> 1)]);
    return { rows, columns, cells };`);
}

test('cross attention has the answer on one axis and the question on the other', async () => {
  await open('preset=seq2seq-reverse&eval_windows=50&eval_interval=20', 40);
  await inPage(`app.select({ layer: 5, head: 1 });`);
  const seen = await picture();
  const engine = await inPage(`
    const look = await state.session.inspect({ text: state.line });
    const { reads, looked, causal } = look.attentions[5];
    const at = (5 * look.H + 1) * look.T * look.T;
    return { reads, looked, causal, T: look.T,
      weights: [...look.attention.subarray(at, at + look.T * look.T)] };`);
  assert.equal(engine.causal, false);
  assert.deepEqual(
    [seen.rows, seen.columns],
    [engine.reads.length, engine.looked.length],
  );
  const table = pixelTable('attention', 'light');
  seen.cells.forEach((/** @type {number} */ pixel, /** @type {number} */ n) => {
    const i = Math.floor(n / seen.columns);
    const value = engine.weights[i * engine.T + (n % seen.columns)];
    assert.equal(pixel, table[level(value)], `cell ${n}: no cell is hatched`);
  });

  const lines =
    await inPage(`return [...view('gf-strip').querySelectorAll('.cells')].map(
    (row) => [row.dataset.line, [...row.querySelectorAll('b')].map((b) => b.textContent)]);`);
  assert.deepEqual(lines, [
    ['source', engine.looked],
    ['main', engine.reads],
  ]);
});

test('how often answers are right stands beside the loss, as measured', async () => {
  const { said, exact, right } = await inPage(`
    const { history } = state.session;
    return { said: view('gf-run-bar').textContent + view('gf-loss-chart').textContent,
      exact: history.valExact.at(-1), right: history.valAccuracy.at(-1) };`);
  const percent = (/** @type {number} */ x) =>
    new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 }).format(
      x,
    );
  const words = `Held-out answers: ${percent(exact)} all right, ${percent(right)} of`;
  assert.equal(said.split(words).length, 3, 'once in each');
});

test('a question is answered, and the answer ends by itself', async () => {
  await inPage(`app.setSampler({ prompt: 'abc', greedy: true }); await app.write();`);
  const { draft, answer } = await inPage(`
    const { text } = await state.session.sample({ prompt: 'abc', chars: 14, greedy: true });
    return { draft: state.draft, answer: text };`);
  assert.equal(draft.text, answer);
  assert.ok(!answer.includes('<EOS>') || answer.endsWith('<EOS>'), answer);
});

test('an encoder’s marks stand over the text, wrong ones with the right one', async () => {
  await open('preset=tagger&eval_windows=50', 4);
  const { cells, marks, logits, line } = await inPage(`
    const look = await state.session.inspect({ text: state.line });
    return { line: state.line, marks: state.session.info.marks, logits: [...look.logits],
      cells: [...view('gf-strip').querySelectorAll('.cell i')].map((i) => [
        i.dataset.mark, i.querySelector('u')?.dataset.mark ?? null]) };`);
  const right = line.split('\t')[1].split(' ');
  assert.equal(cells.length, right.length);
  cells.forEach((/** @type {any} */ [shown, corrected], /** @type {number} */ i) => {
    const row = logits.slice(i * marks.length, (i + 1) * marks.length);
    const guess = marks[row.indexOf(Math.max(...row))];
    assert.equal(shown, guess);
    assert.equal(corrected, guess === right[i] ? null : right[i]);
  });
  const written = await inPage(
    `view('gf-write').host.scrollIntoView();
    await new Promise((done) => setTimeout(done, 400));
    return view('gf-write').querySelector('#write') === null;`,
  );
  assert.ok(written, 'a model that only marks offers no writing');
});

test('every way to show a head is the engine’s numbers, turned too', async () => {
  await open('preset=tiny&eval_windows=4&block_size=16', 40);
  await inPage(`app.select({ layer: 1, head: 1 });`);
  const { step0 } = await inPage(`return { step0: state.session.snapshots[0].step };`);
  assert.equal(step0, 0);
  for (const mode of ['excess', 'taken', 'scores', 'change']) {
    await inPage(`app.show({ mode: '${mode}', since: 0, transposed: ${mode === 'taken'} });
      view('gf-head').host.scrollIntoView();`);
    if (mode !== 'excess')
      await until(
        `state.answers['${mode === 'change' ? 'earlier' : 'pattern'}']?.key.includes('${mode === 'change' ? ',0]' : mode}')`,
      );
    const seen = await picture();
    const { n, now, then, table } = await inPage(`
      const { session, line } = state;
      const at = (look) => [...look.attention.subarray(3 * look.T * look.T, 4 * look.T * look.T)];
      const look = await session.inspect({ text: line });
      const show = ${JSON.stringify(mode)} === 'scores' ? 'scores' : 'taken';
      const told = await session.pattern({ layer: 1, head: 1, text: line, show });
      return { n: look.n, now: at(look),
        then: at(await session.at(0).inspect({ text: line })), table: [...told.data] };`);
    assert.deepEqual([seen.rows, seen.columns], [n, n]);
    const values = now.map((/** @type {number} */ a, /** @type {number} */ k) => {
      if (mode === 'excess') return a - 1 / (Math.floor(k / n) + 1);
      return mode === 'change' ? a - then[k] : table[k];
    });
    let top = 1;
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++)
        if (mode === 'scores') top = Math.max(top, Math.abs(values[i * n + j]));
    const signed = mode !== 'taken';
    const scale = scaleOf({ signed, top }, false);
    const colours = pixelTable(signed ? 'diverging' : 'attention', 'light');
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        const pixel = mode === 'taken' ? seen.cells[j * n + i] : seen.cells[i * n + j];
        const wanted = level(scale(Math.fround(values[i * n + j])));
        const near = [wanted - 1, wanted, wanted + 1].map((k) => colours[k]);
        assert.ok(near.includes(pixel), `${mode}: cell ${i}, ${j}`);
      }
    }
  }
  page.assertQuiet();
});

test('both ways to compute attention are timed, drawn and told, and can be stopped', async () => {
  await open('n_layer=1&n_head=2&n_embd=16', 1);
  const ways = `view('gf-two-ways')`;
  const rows = `[...${ways}.querySelectorAll('tbody tr')]`;
  await inPage(`${ways}.querySelector('#time').click();`);
  await until(`${rows}.length >= 1 && ${ways}.querySelector('progress').value >= 1`);
  await inPage(`${ways}.querySelector('#stop-timing').click();`);
  await until(`${ways}.querySelector('#time')`);
  assert.ok((await inPage(`return ${rows}.length`)) < COUNT);

  await inPage(`${ways}.querySelector('#time').click();`);
  await until(`${rows}.length === ${COUNT} && ${ways}.querySelector('#time')`);
  const seen = await inPage(`return {
    rows: ${rows}.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
    lines: [...${ways}.querySelectorAll('polyline')].map((line) =>
      line.getAttribute('points').split(' ').map((point) => point.split(',').map(Number))),
    claim: ${ways}.querySelector('.claim').textContent,
  }`);
  const sizes = SWEEPS.flatMap(({ letter, values }) =>
    values.map((v) => `${letter} ${v}`),
  );
  assert.deepEqual(
    seen.rows.map((/** @type {string[]} */ [size]) => size),
    sizes,
  );
  for (const [, simple, fused] of seen.rows) {
    assert.ok(Number(simple) > 0 && Number(fused) > 0, `${simple} ${fused}`);
  }
  // Two lines a plot, a point a size; higher on the screen takes longer.
  assert.equal(seen.lines.length, 2 * SWEEPS.length);
  for (const [i, line] of seen.lines.entries()) {
    const n = SWEEPS[0].values.length;
    const column = 1 + (i % 2);
    const mine = seen.rows
      .slice(Math.floor(i / 2) * n, (Math.floor(i / 2) + 1) * n)
      .map((/** @type {string[]} */ row) => Number(row[column]));
    for (const [k, [, y]] of line.entries()) {
      for (const [other, [, yOther]] of line.entries()) {
        // Less apart than this they may round to the same number.
        if (mine[k] > 1.2 * mine[other]) assert.ok(y < yOther, `${mine} ${line}`);
      }
    }
  }
  assert.match(seen.claim, /^At [CTH] \d+ a step takes/);
});
