// SPDX-License-Identifier: MIT
// The stage, mark by mark: what its pixels show is what the engine answers when it is asked
// again. Geometry is the view's own; weights, probabilities and losses are not.
import assert from 'node:assert/strict';
import { TOKENS } from '../../../../web/draw/theme.js';
import { parseHex } from '../../../../web/draw/palette.js';
import { inPage } from '../../support/page-queries.js';
import { softmax } from '../../support/trained.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */
/** @typedef {[number, number, number, number]} Rgba  0..255 each */

/** @type {import('../../support/page-queries.js').Checks} */
export const stagePixels = {};

/** What the page showed before. */
let otherView = '';

/** Long enough for lines to have risen and frames to have faded. */
const CALM_MS = 900;

const colour = (/** @type {keyof typeof TOKENS} */ name) => parseHex(TOKENS[name][0]);

/** One colour over another. @param {readonly number[]} below @param {readonly number[]} above
 * @param {number} alpha */
const over = (below, above, alpha) => below.map((x, k) => x + alpha * (above[k] - x));

/** The book's definition: 3 to 42 per cent below one half, 77 to 100 above.
 * @param {number} p */
const shade = (p) => (p > 0.5 ? 0.55 + 0.45 * p : 0.03 + 0.77 * (p || 0));

/** @param {readonly number[]} got @param {readonly number[]} want @param {number} within
 * @param {string} what */
function near(got, want, within, what) {
  const off = Math.max(...want.map((x, k) => Math.abs(x - got[k])));
  assert.ok(off <= within, `${what}: ${got} instead of ${want.map(Math.round)}`);
}

/**
 * What the stage shows now, with the engine's own answer: `x` and `columns` of the visible
 * tokens, rows, panes, and how to read pixels.
 * @param {Page} page
 */
async function look(page) {
  const view = await inPage(page, ({ element }) => {
    const before = element.view;
    if (before !== 'stage') element.view = 'stage';
    return before;
  });
  if (view !== 'stage') otherView = view;
  return inPage(
    page,
    async ({ deep, session, show, state, until }, calm) => {
      await show('gf-stage');
      await until('a lens', () => deep('gf-stage').scene?.answer.lens);
      await new Promise((done) => setTimeout(done, calm));
      const { layout, scene } = deep('gf-stage');
      const { x0, starts, offset, visible, rows, panes, bands, mlps } = layout;
      const { truthTop, truthHeight, roofBottom, textTop } = layout;
      const answer = await session.runWithCache({
        ...{ text: state.line, attention: true, logits: true, lens: true, norms: true },
      });
      const { lens, mlpNorm, loss, logits, attention, characters, n, T, H } = answer;
      return {
        columns: Array.from({ length: visible }, (_, k) => {
          const i = offset + k;
          const [left, right] = [starts[i], starts[i + 1]].map(
            (x) => x - starts[offset] + x0,
          );
          return { i, left, width: right - left, x: (left + right) / 2 };
        }),
        ...{ rows, panes, bands, mlps, truthTop, truthHeight, roofBottom, textTop },
        ...{ loss, logits, attention, characters, n, T, H, mlpNorm },
        ...{
          vocabulary: session.info.vocabulary,
          isFresh: scene.answer.step === session.steps,
        },
        lens: { top: lens.top.data, p: lens.p.data, rank: lens.rank.data },
        pinned: deep('gf-stage').focused,
      };
    },
    CALM_MS,
  );
}

/**
 * Pixels of one of the canvases, at places in CSS pixels.
 * @param {Page} page @param {'resting' | 'moving'} which @param {number[][]} places x, y
 * @returns {Promise<Rgba[]>}
 */
const pixelsAt = (page, which, places) =>
  inPage(
    page,
    ({ deep }, { which, places }) => {
      const [resting, moving] =
        deep('gf-stage').shadowRoot.querySelectorAll('.picture > canvas');
      const canvas = which === 'resting' ? resting : moving;
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const ratio = devicePixelRatio;
      return places.map((/** @type {number[]} */ [x, y]) => {
        const at = 4 * (Math.floor(y * ratio) * width + Math.floor(x * ratio));
        return [...data.slice(at, at + 4)];
      });
    },
    { which, places },
  );

/** @param {Page} page @param {number | null} i */
const pin = (page, i) =>
  inPage(
    page,
    ({ app }, i) =>
      app.selection.select({ pin: i === null ? null : { i, j: null }, hover: null }),
    i,
  );

/** The pixel of a cell that no letter and no corner reaches. @param {{ left: number }} column
 * @param {number} bottom */
const corner = ({ left }, bottom) => [left + 2, bottom - 2];

stagePixels['the shade of a guess is the probability of the right character there'] =
  async (page) => {
    await pin(page, null);
    const seen = await look(page);
    assert.ok(seen.isFresh && seen.columns.length > 20);
    assert.equal(seen.rows.length, 5, 'a row for every depth');
    for (const { depth, y, height } of seen.rows) {
      const pixels = await pixelsAt(
        page,
        'moving',
        seen.columns.map((/** @type {any} */ column) => corner(column, y + height)),
      );
      seen.columns.forEach((/** @type {any} */ { i }, /** @type {number} */ k) => {
        const p = seen.lens.p[depth * seen.n + i];
        const want = over(colour('ground'), colour('lit'), shade(p));
        near(pixels[k], [...want, 255], 3, `depth ${depth}, character ${i}, p ${p}`);
      });
    }
  };

stagePixels['the letter of a guess is the most probable one, bold where it is right'] =
  async (page) => {
    const { columns, rows, n, lens, vocabulary } = await look(page);
    const cells = rows.flatMap((/** @type {any} */ row) =>
      columns.map((/** @type {any} */ column) => {
        const at = row.depth * n + column.i;
        return {
          ...row,
          ...column,
          token: vocabulary[lens.top[at]],
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
        const { depth, i, token, isRight } = cells[k];
        const what = `depth ${depth}, character ${i}: ‘${token}’, ${isRight ? 'right' : 'wrong'}`;
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
  const visible = (/** @type {string} */ c) => c.replace(' ', '␣').replace('\n', '⏎');
  return cells.map(
    (/** @type {any} */ { token, isRight, left, width, y, height, isFinal }) => {
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
      const distance = (
        /** @type {string} */ letter,
        /** @type {boolean} */ isBold,
      ) => {
        const each = inks.map((/** @type {string} */ ink) => {
          sheet.fillStyle = `rgb(${actual.slice(0, 3).join()})`;
          sheet.fillRect(0, 0, 9999, 9999);
          sheet.fillStyle = ink;
          sheet.font = `${isBold ? 700 : 400} ${size}px ${mono}`;
          sheet.fillText(letter, x, y + height / 2 + 1);
          const { data } = sheet.getImageData(0, 0, boxWidth, boxHeight);
          return data.reduce((sum, v, k) => sum + (v - actual[k]) ** 2, 0);
        });
        return Math.min(...each);
      };
      const letter = visible(token);
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
    'moving',
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
  const pixels = await pixelsAt(page, 'moving', places);
  return xs.map((_, n) => {
    const column = pixels.slice(n * tall, (n + 1) * tall);
    const end = column.findIndex(([, , , alpha]) => alpha === 0);
    return end < 0 ? tall : end;
  });
}

stagePixels['a capsule is as long as the norm of what the MLP adds'] = async (page) => {
  const seen = await look(page);
  const longest = Math.max(...seen.mlpNorm);
  for (const [layer, mlp] of seen.mlps.entries()) {
    const room = mlp.bottom - mlp.top;
    for (const { i, x } of seen.columns) {
      const share = seen.mlpNorm[layer * seen.n + i] / longest;
      const want = Math.round(
        2 + share * (Math.min(22, room > 12 ? room - 6 : room) - 2),
      );
      const places = Array.from({ length: room }, (_, k) => [
        Math.round(x) - 1,
        mlp.top + k,
      ]);
      const pixels = await pixelsAt(page, 'moving', places);
      const mark = colour('mark');
      const length = pixels.filter((pixel) =>
        mark.every((c, k) => Math.abs(c - pixel[k]) < 12),
      ).length;
      assert.ok(
        Math.abs(length - want) <= 2,
        `layer ${layer}, ${i}: ${length} for ${want}`,
      );
    }
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
    'moving',
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

/** The engine's weights of a head. @param {any} seen @param {number} layer
 * @param {number} head @param {number} i @param {number} j */
const weightOf = ({ attention, H, T }, layer, head, i, j) =>
  attention[((layer * H + head) * T + i) * T + j];

/** @param {Page} page @param {number | null} head of the second layer */
async function isolate(page, head) {
  await inPage(
    page,
    ({ app, element }, head) => {
      const { isolated } = element.viewState;
      if (isolated) app.selection.isolate(isolated.layer, isolated.head);
      if (head !== null) app.selection.isolate(1, head);
    },
    head,
  );
}

stagePixels[
  'pinned lines: present from 0.04, of the head’s hue, as strong as the weight'
] = async (page) => {
  let compared = 0;
  for (let head = 0; head < 3; head++) {
    await isolate(page, head);
    await pin(page, 30);
    const seen = await look(page);
    const own = seen.columns.find((/** @type {any} */ { i }) => i === 30);
    const band = seen.bands.find((/** @type {any} */ { index }) => index === 1);
    const side = (head - 1) * Math.min(2, own.width / 12);
    // Half way up, lines from every other column pass between two threads.
    const y = Math.floor((band.top + band.bottom) / 2);
    for (const { i: j, x } of seen.columns) {
      if (j >= 30 || (30 - j) % 2 === 0) continue;
      const weight = weightOf(seen, 1, head, 30, j);
      const middle = (x + own.x) / 2 + side;
      const around = Array.from({ length: 9 }, (_, k) => [middle - 4 + k, y]);
      const pixels = await pixelsAt(page, 'moving', around);
      const ink = pixels.reduce((sum, [, , , alpha]) => sum + alpha / 255, 0);
      const most = pixels.reduce((a, b) => (b[3] > a[3] ? b : a));
      const what = `head ${head}, to ${j}, weight ${weight}`;
      if (weight < 0.04) {
        assert.ok(ink < 0.1, `${what}: no line, but ${ink}`);
        continue;
      }
      compared++;
      near(most.slice(0, 3), colour(/** @type {any} */ (`head-${head + 1}`)), 20, what);
      // Opacity times the length of the row inside of the line; its direction is that of the
      // curve half way, whose bend is 0.62 of the height.
      const height = band.bottom - band.top;
      const [dx, dy] = [own.x - x, height - (2 * 0.62 - 1) * height];
      const chord = (0.8 + 4.2 * weight) * (Math.hypot(dx, dy) / dy);
      const want = Math.min(1, 0.25 + 1.1 * weight) * chord;
      // What is wider than the row that was read is cut off.
      if (chord < 7)
        assert.ok(Math.abs(ink - want) < 0.2 * want + 0.25, `${what}: ${ink}, ${want}`);
    }
  }
  assert.ok(compared > 8, `${compared} lines`);
  await isolate(page, null);
};

stagePixels[
  'lines at rest are those of the weights: five opacities, a fixed lottery below 0.2'
] = async (page) => {
  await pin(page, null);
  const seen = await look(page);
  const draw = (/** @type {number | null} */ without) =>
    inPage(page, differenceAtRest, {
      ...{ bands: seen.bands, columns: seen.columns, H: seen.H, T: seen.T, n: seen.n },
      ...{ attention: seen.attention, without },
      hues: Array.from(
        { length: seen.H },
        (_, h) => TOKENS[/** @type {'head-1'} */ (`head-${h + 1}`)][0],
      ),
    });
  const { difference, ink } = await draw(null);
  assert.ok(ink > 0.01, `something is drawn: ${ink}`);
  assert.ok(difference < 0.002 * ink, `${difference} of ${ink} differs`);
  // A single line more is seen.
  const strongest = seen.attention.indexOf(Math.max(...seen.attention));
  const changed = await draw(strongest);
  assert.ok(changed.difference > 3 * difference, `${changed.difference}`);
};

/** Draws the lines from the engine's weights by the rules of the design, and compares.
 * @param {any} tools @param {any} data */
function differenceAtRest(
  { deep },
  { bands, columns, H, T, n, attention, without, hues },
) {
  const [canvas] = deep('gf-stage').shadowRoot.querySelectorAll('.picture > canvas');
  const { width, height } = canvas;
  const own = new OffscreenCanvas(width, height).getContext('2d');
  if (!own) throw new Error('no canvas');
  own.scale(devicePixelRatio, devicePixelRatio);
  const [first] = columns;
  const last = columns[columns.length - 1];
  own.beginPath();
  own.rect(first.left - 2, 0, last.left + last.width - first.left + 4, height);
  own.clip();
  const steps = [0, 0.2, 0.35, 0.5, 0.7];
  const lottery = (/** @type {number[]} */ [l, h, i, j]) => {
    let x = Math.imul(l * 64 + h + 1, 83492791);
    x = x + Math.imul(i, 73856093) + Math.imul(j, 19349663);
    x = Math.imul(x ^ (x >>> 15), 2246822519);
    return ((x ^ (x >>> 13)) >>> 0) / 2 ** 32;
  };
  for (const { index: l, top, bottom } of bands)
    for (let h = 0; h < H; h++) {
      const paths = steps.map(() => new Path2D());
      const side =
        (h - (H - 1) / 2) * Math.min(2, first.width / 12, (0.8 * first.width) / H);
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) {
          const at = ((l * H + h) * T + i) * T + j;
          const weight = at === without ? 0 : attention[at];
          if (weight < 0.2 && weight <= 0.2 * lottery([l, h, i, j])) continue;
          const path = paths[steps.findLastIndex((step) => weight >= step)];
          const [from, to] = [columns[j].x + side, columns[i].x + side];
          const bend = 0.62 * (bottom - top);
          path.moveTo(from, bottom);
          path.bezierCurveTo(from, bottom - bend, to, top + bend, to, top);
        }
      steps.forEach((step, k) => {
        const haze = Math.min(1, Math.sqrt((4 / H) * ((bottom - top) / 140)));
        own.globalAlpha = (0.16 + 0.78 * step) * (k === 0 ? haze : 1);
        own.lineWidth = 1 + 0.14 * k;
        own.strokeStyle = hues[h];
        own.stroke(paths[k]);
      });
    }
  const wanted = own.getImageData(0, 0, width, height).data;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  let [difference, ink] = [0, 0];
  for (let k = 0; k < data.length; k += 4) {
    ink += data[k + 3];
    // Colours count by how much of them is there.
    for (let c = 0; c < 3; c++)
      difference +=
        Math.abs(data[k + c] * data[k + 3] - wanted[k + c] * wanted[k + 3]) / 765;
    difference += Math.abs(data[k + 3] - wanted[k + 3]);
  }
  return { difference: difference / data.length, ink: ink / data.length };
}

stagePixels[
  'at the pin the bars are the softmax, the first fills the height, the right one is marked'
] = async (page) => {
  for (const i of [12, 21, 30]) {
    await pin(page, i);
    const seen = await look(page);
    const V = seen.vocabulary.length;
    const p = softmax(seen.logits.slice(i * V, (i + 1) * V));
    const order = p.map((_, k) => k).sort((a, b) => p[b] - p[a] || a - b);
    const right = seen.vocabulary.indexOf(seen.characters[i + 1]);
    const few = order.slice(0, 10);
    if (!few.includes(right)) few[9] = right;
    const base = seen.roofBottom - 34;
    const places = Array.from({ length: 900 }, (_, x) => [x, base - 1]);
    const row = await pixelsAt(page, 'moving', places);
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
      'moving',
      middles.map((x) => [x, base + 22]),
    );
    const marked = under.flatMap((pixel, k) =>
      colour('accent').every((c, at) => Math.abs(c - pixel[at]) < 4) ? [k] : [],
    );
    assert.deepEqual(marked, [few.indexOf(right)], 'the right one is underlined');
  }
  await pin(page, null);
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
        'moving',
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
    await inPage(page, ({ element }, view) => void (element.view = view), otherView);
  };

/** Switches head 1.2 off, or on again. @param {Page} page */
const toggleHead = (page) =>
  inPage(page, async ({ app, element, until }) => {
    const off = element.viewState.ablated.length;
    await app.queries.toggleHead(0, 1);
    await until('answer', () => element.viewState.activations.ablated.length !== off);
  });
