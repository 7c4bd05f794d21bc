// SPDX-License-Identifier: MIT
// The modes of the large head.
import assert from 'node:assert/strict';
import { scaleOf } from '../../../../web/views/attention/head-modes.js';
import { level, pixelTable } from '../../../../web/draw/palette.js';
import { RAMPS } from '../../../../web/draw/theme.js';
import { inPage, press, until } from '../../support/page-queries.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const timing = {};

/** The picture of head 2.2, and what the engine says in this mode.
 * @param {Page} page @param {string} mode */
const readMode = (page, mode) =>
  inPage(
    page,
    async ({ answered, cells, deep, session, show, state }, mode) => {
      await show('gf-head gf-matrix');
      const { line } = state;
      if (mode === 'change') await answered('earlier', line, 0);
      else if (mode !== 'excess') await answered('pattern', line, 1, 1, mode);
      await show('gf-head gf-matrix');
      const of = (/** @type {any} */ look) => {
        const at = (look.H + 1) * look.T * look.T;
        return look.attention.subarray(at, at + look.T * look.T);
      };
      const look = await session.runWithCache({ text: line });
      const told = await session.pattern({
        layer: 1,
        head: 1,
        text: line,
        show: mode === 'scores' ? 'scores' : 'taken',
      });
      return {
        n: look.n,
        T: look.T,
        now: of(look),
        then: of(await session.at(0).runWithCache({ text: line })),
        table: told.data,
        cells: cells(deep('gf-head gf-matrix gf-cells .raster'), look.n, look.n),
      };
    },
    mode,
  );

/** The number that cell i, j stands for. @param {any} seen @param {string} mode */
const valueIn = (seen, mode) => (/** @type {number} */ i, /** @type {number} */ j) => {
  const weight = seen.now[i * seen.T + j];
  if (mode === 'excess') return weight - 1 / (i + 1);
  return mode === 'change'
    ? weight - seen.then[i * seen.T + j]
    : seen.table[i * seen.n + j];
};

timing['every mode of the large head, selected by keys, shows the engine’s values'] =
  async (page) => {
    await inPage(page, ({ app }) => {
      app.selection.select({ layer: 1, head: 1, pin: null, hover: null });
      app.selection.show({ since: 0 });
    });
    await press(page, 'gf-head #mode');
    for (const mode of ['excess', 'taken', 'scores', 'change']) {
      await page.keyboard.press('ArrowDown');
      await until(page, `state.showing.mode === '${mode}'`);
      const turned = mode === 'taken';
      if (turned) await press(page, 'gf-head #transpose', ' ');
      const seen = await readMode(page, mode);
      const value = valueIn(seen, mode);
      const cells = Array.from({ length: seen.n ** 2 }, (_, k) => ({
        i: Math.floor(k / seen.n),
        j: k % seen.n,
      })).filter(({ i, j }) => j <= i);
      const sizes = cells.map(({ i, j }) => Math.abs(value(i, j)));
      const top = mode === 'scores' ? Math.max(1, ...sizes) : 1;
      const scale = scaleOf({ signed: !turned, top }, false);
      const colours = pixelTable(RAMPS[turned ? 'attention' : 'diverging'].light);
      for (const { i, j } of cells) {
        const pixel = seen.cells[turned ? j * seen.n + i : i * seen.n + j];
        const wanted = level(scale(Math.fround(value(i, j))));
        const near = [wanted - 1, wanted, wanted + 1].map((k) => colours[k]);
        assert.ok(near.includes(pixel), `${mode}: cell ${i}, ${j}`);
      }
      if (turned) await page.keyboard.press(' ');
      await press(page, 'gf-head #mode');
    }
    await inPage(page, ({ app }) => app.selection.show({ mode: 'weights' }));
  };
