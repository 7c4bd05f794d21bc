// SPDX-License-Identifier: MIT
// The large head: its cells are the weights, and its ablation costs what an evaluation without it
// measures.
import assert from 'node:assert/strict';
import { inPage, press, until } from '../../support/page-queries.js';
import { percent, two, visible, weightShade } from '../../support/trained.js';

/** @type {import('../../support/page-queries.js').Checks} */
export const head = {};

head['every cell of the large head is its weight'] = async (page) => {
  await inPage(page, ({ app }) =>
    app.selection.select({ layer: 1, head: 1, pin: null, hover: null }),
  );
  const seen = await inPage(page, async ({ cells, deep, session, show, state }) => {
    await show('gf-head gf-matrix');
    const look = await session.runWithCache({ text: state.line, attention: true });
    const at = (look.H + 1) * look.T * look.T;
    return {
      T: look.T,
      n: look.n,
      cells: cells(deep('gf-head gf-matrix gf-cells .raster'), look.n, look.n),
      weights: look.attention.subarray(at, at + look.T * look.T),
    };
  });
  const { T, n } = seen;
  assert.ok(n > 8);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const weight = seen.weights[i * T + j];
      const cell = seen.cells[i * n + j];
      assert.equal(cell, weightShade(weight), `row ${i}, column ${j}: ${weight}`);
    }
  }
};

head['the softmax without the mask is drawn beside the masked one'] = async (page) => {
  await press(page, 'gf-head gf-masks summary', 'Enter');
  const seen = await inPage(page, async ({ answered, cells, deep, show, state }) => {
    const { masked, unmasked } = await answered('masks', state.line, 1, 1);
    const part = 'gf-head gf-masks gf-mask-matrices';
    await show(part);
    const { rows, columns } = masked;
    const figures = [...deep(part).shadowRoot.querySelectorAll('gf-cells')];
    const rasters = figures.map((e) => e.shadowRoot.querySelector('.raster'));
    return {
      ...{ rows, columns, masked: masked.data, unmasked: unmasked.data },
      cells: rasters.map((raster) => cells(raster, rows, columns)),
    };
  });
  const { rows, columns } = seen;
  assert.equal(seen.cells.length, 4);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const at = i * columns + j;
      const place = `row ${i}, column ${j}`;
      assert.equal(seen.cells[3][at], weightShade(seen.unmasked[at]), place);
      if (j <= i) assert.equal(seen.cells[2][at], weightShade(seen.masked[at]), place);
    }
  }
  await press(page, 'gf-head gf-masks summary', 'Enter');
};

head['a cell is focused, read and pinned by keys'] = async (page) => {
  await press(page, 'gf-head gf-matrix gf-cells .focus', 'Control+End');
  for (const key of ['ArrowUp', 'ArrowUp', 'Home', 'ArrowRight']) {
    await inPage(page, ({ settled }) => settled());
    await page.keyboard.press(key);
  }
  const seen = await inPage(page, async ({ deep, rows, session, settled, state }) => {
    await settled();
    const look = await session.runWithCache({ text: state.line, attention: true });
    const i = look.n - 3;
    const at = ((look.H + 1) * look.T + i) * look.T;
    return {
      i,
      label: deep('gf-head gf-matrix gf-cells .focus').getAttribute('aria-label'),
      bars: rows(deep('gf-head #row-table')),
      row: look.attention.subarray(at, at + i + 1),
      characters: look.characters,
    };
  });
  const { i, row, characters } = seen;
  assert.ok(seen.label.includes(percent(row[1])), seen.label);
  const order = row
    .map((/** @type {number} */ value, /** @type {number} */ j) => ({ j, value }))
    .sort(
      (/** @type {any} */ a, /** @type {any} */ b) => b.value - a.value || b.j - a.j,
    );
  seen.bars.forEach((/** @type {string[]} */ bar, /** @type {number} */ k) => {
    assert.equal(bar[0], visible(characters[order[k].j]));
    assert.equal(bar[3], two(order[k].value));
  });
  await page.keyboard.press('Enter');
  await until(page, `state.pin?.i === ${i} && state.pin.j === 1`);
  // The preview of the cell in focus, the pinned cell, the pinned row.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
  await until(page, 'state.pin === null');
};

head['the ablation of a head costs what an evaluation measures'] = async (page) => {
  await inPage(page, ({ app }) => app.selection.select({ layer: 1, head: 2 }));
  await press(page, 'gf-heads #compact', 'x');
  // Another head's measurement may be there already.
  await until(page, 'state.ablated.length === 1');
  await until(page, 'state.ablation?.layer === 1 && state.ablation.head === 2');
  const seen = await inPage(
    page,
    async ({ deep, rows, session, show, state, words }) => {
      await show('gf-head gf-ablation');
      // The head is off now, so an ordinary evaluation is the reference.
      const off = await session.headReport({});
      const line = await session.runWithCache({ text: state.line });
      await session.setHead({ layer: 1, head: 2, on: true });
      const on = await session.headReport({});
      await session.setHead({ layer: 1, head: 2, on: false });
      const samples = deep('gf-head gf-ablation .samples').querySelectorAll('.sample');
      return {
        result: { ...state.ablation.result, rows: state.ablation.result.rows.data },
        characters: line.characters,
        off: off.loss,
        on: on.loss,
        offLine: line.loss,
        claim: words(deep('gf-head gf-ablation #claim')),
        rows: rows(deep('gf-head gf-ablation #hardest')),
        samples: [...samples].map((p) => p.textContent.trim()),
        label: words(deep('gf-heads [data-layer="1"][data-head="2"] .hidden')),
      };
    },
  );
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
    assert.ok(row[0].endsWith(visible(seen.characters[i + 1])), row[0]);
  });
  assert.ok(
    seen.claim.includes(`from ${two(on)} to ${two(off)}`) ||
      /stays at/.test(seen.claim),
  );
  assert.deepEqual(seen.samples, [result.sample.trim(), result.sampleOff.trim()]);
  assert.match(seen.label, /off/);
  await inPage(
    page,
    ({ deep, until, words }, claim) =>
      until('said aloud', () => words(deep('gf-status [role=status]')) === claim),
    seen.claim,
  );

  await page.keyboard.press('X');
  await until(page, 'state.ablated.length === 0 && state.ablation === null');
  const back = await inPage(page, ({ session }) =>
    session.headReport().then((/** @type {any} */ { loss }) => loss),
  );
  assert.equal(back, on);
};
