// SPDX-License-Identifier: MIT
// The stage, mark by mark: what its pixels show is what the engine answers when it is asked
// again. Geometry is the view's own; probabilities, losses and norms are not.
import assert from 'node:assert/strict';
import { TOKENS } from '../../../../web/draw/theme.js';
import { inPage } from '../../support/page-queries.js';
import { softmax, visible } from '../../support/trained.js';
import { colour, leave, look, near, pixelsAt } from './look.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const stagePixels = {};

/** One colour over another. @param {readonly number[]} below @param {readonly number[]} above
 * @param {number} alpha */
export const over = (below, above, alpha) =>
  below.map((x, k) => x + alpha * (above[k] - x));

/** The book's definition: 3 to 42 per cent below one half, 77 to 100 above.
 * @param {number} p */
export const shade = (p) => (p > 0.5 ? 0.55 + 0.45 * p : 0.03 + 0.77 * (p || 0));

/** The pixel of a cell that no letter and no corner reaches. @param {{ left: number }} column
 * @param {number} bottom */
const corner = ({ left }, bottom) => [left + 2, bottom - 2];

stagePixels['the shade of a guess is the probability of the right character there'] =
  async (page) => {
    const seen = await look(page);
    assert.ok(seen.columns.length > 20);
    assert.equal(seen.rows.length, 5, 'a row for every depth');
    await checkShades(page, seen);
  };

/** Every guess in sight. @param {Page} page @param {any} seen */
export async function checkShades(page, { columns, lens, n, rows }) {
  for (const { depth, y, height } of rows) {
    const pixels = await pixelsAt(
      page,
      columns.map((/** @type {any} */ column) => corner(column, y + height)),
    );
    columns.forEach((/** @type {any} */ { i }, /** @type {number} */ k) => {
      const p = lens.p[depth * n + i];
      const want = over(colour('ground'), colour('lit'), shade(p));
      near(pixels[k], [...want, 255], 3, `depth ${depth}, character ${i}, p ${p}`);
    });
  }
}

stagePixels['the letter of a guess is the most probable one, bold where it is right'] =
  async (page) => {
    const { columns, rows, n, lens, vocabulary } = await look(page);
    const cells = rows.flatMap((/** @type {any} */ row) =>
      columns.map((/** @type {any} */ column) => {
        const at = row.depth * n + column.i;
        return {
          ...row,
          ...column,
          letter: visible(vocabulary[lens.top[at]]),
          isRight: lens.rank[at] === 1,
        };
      }),
    );
    const inks = /** @type {const} */ (['ink', 'ink-2', 'ink-3', 'on-lit']);
    const scores = await inPage(page, compareLetters, {
      cells,
      inks: inks.map((name) => TOKENS[name][0]),
    });
    scores.forEach(
      (/** @type {any} */ { own, other, otherWeight }, /** @type {number} */ k) => {
        const { depth, i, letter, isRight } = cells[k];
        const what = `depth ${depth}, character ${i}: ‘${letter}’, ${isRight ? 'right' : 'wrong'}`;
        assert.ok(own < other, `${what}: ${own}, another letter ${other}`);
        // Some signs look alike in both weights.
        assert.ok(
          own <= otherWeight + 1,
          `${what}: ${own}, the other weight ${otherWeight}`,
        );
      },
    );
  };

/**
 * How far the cells are, pixel by pixel, from the letter expected, from another letter and from
 * the other weight, as the same browser draws them.
 * @param {any} tools @param {any} data
 */
function compareLetters({ deep }, { cells, inks }) {
  const [, canvas] = deep('gf-stage').shadowRoot.querySelectorAll('.picture > canvas');
  const source = canvas.getContext('2d');
  const ratio = devicePixelRatio;
  const mono = getComputedStyle(deep('gf-stage')).getPropertyValue('--mono');
  return cells.map(
    (/** @type {any} */ { letter, isRight, left, width, y, height, isFinal }) => {
      const [boxX, boxY, boxWidth, boxHeight] = [
        left + 2,
        y + 3,
        width - 4,
        height - 6,
      ].map((x) => Math.round(x * ratio));
      const actual = source.getImageData(boxX, boxY, boxWidth, boxHeight).data;
      const sheet = new OffscreenCanvas(boxWidth, boxHeight).getContext('2d');
      if (!sheet) throw new Error('no canvas');
      sheet.setTransform(ratio, 0, 0, ratio, -boxX, -boxY);
      sheet.textAlign = 'center';
      sheet.textBaseline = 'middle';
      const size = Math.max(12, Math.min(isFinal ? 17 : 13, width));
      // The cell is a pixel or two narrower than its column, around the same middle.
      const full = width - (width > 15 ? 2 : 1);
      const x = Math.round(left + width / 2 - full / 2) + full / 2;
      const distance = (/** @type {string} */ drawn, /** @type {boolean} */ isBold) => {
        const each = inks.map((/** @type {string} */ ink) => {
          sheet.fillStyle = `rgb(${actual.slice(0, 3).join()})`;
          sheet.fillRect(0, 0, 9999, 9999);
          sheet.fillStyle = ink;
          sheet.font = `${isBold ? 700 : 400} ${size}px ${mono}`;
          sheet.fillText(drawn, x, y + height / 2 + 1);
          const { data } = sheet.getImageData(0, 0, boxWidth, boxHeight);
          return data.reduce((sum, v, k) => sum + (v - actual[k]) ** 2, 0);
        });
        return Math.min(...each);
      };
      return {
        own: distance(letter, isRight),
        other: distance(letter === 'M' ? 'W' : 'M', isRight),
        otherWeight: distance(letter, !isRight),
      };
    },
  );
}

stagePixels['the shade of what comes next is its surprise, 0 to 8 bits'] = async (
  page,
) => {
  const seen = await look(page);
  const columns = seen.columns.filter((/** @type {any} */ { i }) => i + 1 < seen.n);
  const bottom = seen.truthTop + seen.truthHeight - 3;
  const pixels = await pixelsAt(
    page,
    columns.map((/** @type {any} */ column) => corner(column, bottom)),
  );
  columns.forEach((/** @type {any} */ { i }, /** @type {number} */ k) => {
    const alpha = shade(Math.min(1, seen.loss[i] / Math.LN2 / 8));
    near(pixels[k].slice(0, 3), colour('surprise'), 8, `character ${i}`);
    near([pixels[k][3]], [255 * alpha], 3, `opacity of character ${i}`);
  });
};

stagePixels['bars of the roof are as high as the probability of the right character'] =
  async (page) => {
    const seen = await look(page);
    const room = Math.min(160, seen.roofBottom - 26);
    const columns = seen.columns.filter((/** @type {any} */ { i }) => i + 1 < seen.n);
    const heights = await heightsAt(
      page,
      columns.map((/** @type {any} */ { x }) => x),
      seen.roofBottom,
    );
    columns.forEach((/** @type {any} */ { i }, /** @type {number} */ k) => {
      const p = Math.exp(-seen.loss[i]);
      const want = Math.max(1, Math.round(p * room));
      assert.ok(
        Math.abs(heights[k] - want) <= 1,
        `character ${i}: ${heights[k]} for ${want}`,
      );
    });
  };

/** Rows of a column of pixels that are not empty, upwards from a line until an empty one.
 * @param {Page} page @param {number[]} xs @param {number} bottom */
async function heightsAt(page, xs, bottom) {
  const tall = 120;
  const places = xs.flatMap((x) =>
    Array.from({ length: tall }, (_, k) => [x, Math.max(0, bottom - 1 - k)]),
  );
  const pixels = await pixelsAt(page, places);
  return xs.map((_, n) => {
    const column = pixels.slice(n * tall, (n + 1) * tall);
    const end = column.findIndex(([, , , alpha]) => alpha === 0);
    return end < 0 ? tall : end;
  });
}

stagePixels['a capsule is as long as the norm of what the MLP adds'] = async (page) => {
  const seen = await look(page);
  const longest = Math.max(...seen.mlpNorm);
  const capsules = seen.mlps.flatMap(
    (/** @type {any} */ { top, bottom }, /** @type {number} */ layer) =>
      seen.columns.map((/** @type {any} */ { i, x }) => {
        const room = bottom - top;
        const share = seen.mlpNorm[layer * seen.n + i] / longest;
        const most = Math.min(22, room > 12 ? room - 6 : room);
        const want = Math.round(2 + share * (most - 2));
        const places = Array.from({ length: room }, (_, k) => [
          Math.round(x) - 1,
          top + k,
        ]);
        return { what: `layer ${layer}, ${i}`, want, places };
      }),
  );
  const pixels = await pixelsAt(
    page,
    capsules.flatMap((/** @type {any} */ { places }) => places),
  );
  const mark = colour('mark');
  for (const { what, want, places } of capsules) {
    const length = pixels
      .splice(0, places.length)
      .filter((pixel) => mark.every((c, k) => Math.abs(c - pixel[k]) < 12)).length;
    assert.ok(Math.abs(length - want) <= 2, `${what}: ${length} for ${want}`);
  }
};

stagePixels['a thread is as strong as the probability of the right character'] = async (
  page,
) => {
  const seen = await look(page);
  // Between the panes there is nothing but threads.
  const y = (seen.panes[0].top + seen.panes[1].bottom) / 2;
  const depth = 2;
  let strong = 0;
  const pixels = await pixelsAt(
    page,
    seen.columns.map((/** @type {any} */ { x }) => [Math.round(x), y]),
  );
  seen.columns.forEach((/** @type {any} */ { i }, /** @type {number} */ k) => {
    const p = seen.lens.p[depth * seen.n + i];
    const level = Math.min(7, Math.floor((p || 0) * 8));
    const [r, g, b, alpha] = pixels[k];
    const what = `character ${i}, p ${p}`;
    if (level === 0) return near([r, g, b, alpha], [...colour('thread'), 255], 3, what);
    strong++;
    near([r, g, b], colour('lit'), 8, what);
    near([alpha], [255 * (0.2 + 0.11 * level)], 3, what);
  });
  assert.ok(strong > 2, `${strong} threads that are lit`);
};

stagePixels[
  'at the pin the bars are the softmax, the first fills the height, the right one is marked'
] = async (page) => {
  for (const i of [12, 21, 30]) {
    const seen = await look(page, i);
    const V = seen.vocabulary.length;
    const p = softmax(seen.logits.slice(i * V, (i + 1) * V));
    const order = p.map((_, k) => k).sort((a, b) => p[b] - p[a] || a - b);
    const right = seen.vocabulary.indexOf(seen.characters[i + 1]);
    const few = order.slice(0, 10);
    if (!few.includes(right)) few[9] = right;
    const base = seen.roofBottom - 34;
    const places = Array.from({ length: seen.width }, (_, x) => [x, base - 1]);
    const row = await pixelsAt(page, places);
    const bars = runs(row.map(([, , , alpha]) => alpha > 200));
    assert.equal(bars.length, 10, `character ${i}`);
    const tallest = Math.min(160, base - 22);
    const middles = bars.map(([from, to]) => (from + to) / 2);
    const heights = await heightsAt(page, middles, base);
    few.forEach((token, k) => {
      const want = Math.max(1, Math.round((p[token] / p[order[0]]) * tallest));
      assert.ok(
        Math.abs(heights[k] - want) <= 1,
        `bar ${k}: ${heights[k]} for ${want}`,
      );
      const [from, to] = bars[k];
      assert.equal(to - from, 18);
      const name = token === right ? 'bar' : 'line-strong';
      near(
        row[Math.floor(middles[k])].slice(0, 3),
        colour(name),
        3,
        `colour of bar ${k}`,
      );
    });
    const under = await pixelsAt(
      page,
      middles.map((x) => [x, base + 22]),
    );
    const marked = under.flatMap((pixel, k) =>
      colour('accent').every((c, at) => Math.abs(c - pixel[at]) < 4) ? [k] : [],
    );
    assert.deepEqual(marked, [few.indexOf(right)], 'the right one is underlined');
  }
};

/** First and last + 1 of each run of true. @param {boolean[]} row */
function runs(row) {
  /** @type {[number, number][]} */
  const found = [];
  row.forEach((isOn, x) => {
    if (isOn && !row[x - 1]) found.push([x, x + 1]);
    else if (isOn) found[found.length - 1][1] = x + 1;
  });
  return found;
}

stagePixels['a corner marks every guess that another head would change, and no other'] =
  async (page) => {
    const before = await look(page);
    await toggleHead(page);
    const after = await look(page);
    let changed = 0;
    for (const { depth, y } of after.rows) {
      const pixels = await pixelsAt(
        page,
        after.columns.map((/** @type {any} */ { left, width }) => {
          const full = width - (width > 15 ? 2 : 1);
          return [Math.round(left + width / 2 - full / 2) + full - 2, y + 1];
        }),
      );
      after.columns.forEach((/** @type {any} */ { i }, /** @type {number} */ k) => {
        const isMarked = colour('held').every(
          (c, at) => Math.abs(c - pixels[k][at]) < 12,
        );
        const at = depth * after.n + i;
        const isOther = before.lens.top[at] !== after.lens.top[at];
        assert.equal(isMarked, isOther, `depth ${depth}, character ${i}`);
        if (isOther) changed++;
      });
    }
    assert.ok(changed > 3, `${changed} changed guesses`);
    await toggleHead(page);
    await leave(page);
  };

/** Switches head 1.2 off, or on again. @param {Page} page */
const toggleHead = (page) =>
  inPage(page, async ({ app, element, until }) => {
    const off = element.viewState.ablated.length;
    await app.queries.toggleHead(0, 1);
    await until('answer', () => element.viewState.activations.ablated.length !== off);
  });
