// SPDX-License-Identifier: MIT
// The lines of the stage are the engine's attention weights, each of them.
import assert from 'node:assert/strict';
import { TOKENS } from '../../../../web/draw/theme.js';
import { inPage } from '../../support/page-queries.js';
import { look } from './look.js';

/** @typedef {import('../../support/page-queries.js').Page} Page */

/** @type {import('../../support/page-queries.js').Checks} */
export const stageLines = {};

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

stageLines[
  'pinned lines are the weights from 0.04 on: hue of the head, opacity and width'
] = async (page) => {
  for (let head = 0; head < 3; head++) {
    await isolate(page, head);
    const seen = await look(page, 30);
    const own = seen.bands.filter((/** @type {any} */ { index }) => index === 1);
    const row = ((seen.H + head) * seen.T + 30) * seen.T;
    const weights = seen.attention.slice(row, row + 31);
    const drawn = weights.filter((/** @type {number} */ weight) => weight >= 0.04);
    assert.ok(drawn.length > 2 && drawn.length < 31, `${drawn.length} lines`);
    await compareLines(page, seen, {
      ...{
        kind: 'pinned',
        bands: own,
        strongest: row + weights.indexOf(Math.max(...weights)),
      },
    });
  }
  await isolate(page, null);
};

stageLines['lines at rest are the weights: six opacities, a fixed lottery below 0.2'] =
  async (page) => {
    const seen = await look(page);
    const strongest = seen.attention.indexOf(Math.max(...seen.attention));
    await compareLines(page, seen, { kind: 'resting', bands: seen.bands, strongest });
  };

/**
 * Compares a canvas with the lines that the engine's weights ask for, as the same browser draws
 * them; and sees that the comparison notices a single line.
 * @param {Page} page @param {any} seen
 * @param {{ kind: 'resting' | 'pinned', bands: any[], strongest: number }} what
 */
async function compareLines(page, seen, { kind, bands, strongest }) {
  const { columns, H, T, n, attention, pinned } = seen;
  const hues = Array.from(
    { length: H },
    (_, h) => TOKENS[/** @type {'head-1'} */ (`head-${h + 1}`)][0],
  );
  const compare = (/** @type {number | null} */ without) =>
    inPage(page, differenceOfLines, {
      ...{ kind, bands, columns, H, T, n, attention, pinned, hues, without },
    });
  const { difference, ink } = await compare(null);
  assert.ok(ink > 0.001, `something is drawn: ${ink}`);
  assert.ok(difference < 0.01 * ink, `${difference} of ${ink} differs`);
  const changed = await compare(strongest);
  assert.ok(
    changed.difference > 3 * difference,
    `${changed.difference}, ${difference}`,
  );
}

/**
 * Draws the lines from the engine's weights by the rules of the picture, and compares the bands.
 * The pixels of threads are left out.
 * @param {any} tools @param {any} data
 */
function differenceOfLines({ deep }, data) {
  const { kind, bands, columns, H, T, n, attention, pinned, hues, without } = data;
  const [resting, moving] =
    deep('gf-stage').shadowRoot.querySelectorAll('.picture > canvas');
  const canvas = kind === 'resting' ? resting : moving;
  const { width, height } = canvas;
  const own = new OffscreenCanvas(width, height).getContext('2d');
  if (!own) throw new Error('no canvas');
  own.scale(devicePixelRatio, devicePixelRatio);
  const [first] = columns;
  const last = columns[columns.length - 1];
  own.beginPath();
  own.rect(first.left - 2, 0, last.left + last.width - first.left + 4, height);
  own.clip();
  const weightAt = (/** @type {number} */ at) => (at === without ? 0 : attention[at]);
  const sideOf = (/** @type {number} */ h) =>
    (h - (H - 1) / 2) * Math.min(2, first.width / 12);
  const add = (
    /** @type {Path2D} */ path,
    /** @type {any} */ { top, bottom },
    /** @type {number[]} */ [h, i, j],
  ) => {
    const [from, to] = [columns[j].x + sideOf(h), columns[i].x + sideOf(h)];
    const bend = 0.62 * (bottom - top);
    path.moveTo(from, bottom);
    path.bezierCurveTo(from, bottom - bend, to, top + bend, to, top);
  };
  const stroke = (
    /** @type {Path2D} */ path,
    /** @type {number} */ h,
    /** @type {number} */ alpha,
    /** @type {number} */ lineWidth,
  ) => {
    Object.assign(own, { globalAlpha: alpha, lineWidth, strokeStyle: hues[h] });
    own.stroke(path);
  };
  const lottery = (/** @type {number[]} */ [l, h, i, j]) => {
    let x = Math.imul(l * 64 + h + 1, 83492791);
    x = x + Math.imul(i, 73856093) + Math.imul(j, 19349663);
    x = Math.imul(x ^ (x >>> 15), 2246822519);
    return ((x ^ (x >>> 13)) >>> 0) / 2 ** 32;
  };
  const steps = [0, 0.1, 0.2, 0.35, 0.5, 0.7];
  const alphas = [0.08, 0.16, ...steps.slice(2).map((step) => 0.16 + 0.78 * step)];
  const atRest = (/** @type {any} */ band, /** @type {number} */ h) => {
    const paths = steps.map(() => new Path2D());
    for (let cell = 0; cell < n * n; cell++) {
      const [i, j] = [Math.floor(cell / n), cell % n];
      const weight = weightAt(((band.index * H + h) * T + i) * T + j);
      const isFaint = weight < 0.2 && weight <= 0.2 * lottery([band.index, h, i, j]);
      if (j > i || isFaint) continue;
      add(paths[steps.findLastIndex((step) => weight >= step)], band, [h, i, j]);
    }
    const haze = Math.min(1, Math.sqrt((4 / H) * ((band.bottom - band.top) / 140)));
    alphas.forEach((alpha, k) =>
      stroke(paths[k], h, alpha * (k < 2 ? haze : 1), 1 + 0.14 * Math.max(0, k - 1)),
    );
  };
  const atPin = (/** @type {any} */ band, /** @type {number} */ h) => {
    own.lineCap = 'round';
    for (let j = 0; j <= pinned; j++) {
      const weight = weightAt(((band.index * H + h) * T + pinned) * T + j);
      if (weight < 0.04) continue;
      const path = new Path2D();
      add(path, band, [h, pinned, j]);
      stroke(path, h, Math.min(1, 0.25 + 1.1 * weight), 0.8 + 4.2 * weight);
    }
  };
  const alone = deep('gf-stage').scene.isolated?.head;
  for (const band of bands)
    for (let h = 0; h < H; h++)
      if (kind === 'resting') atRest(band, h);
      else if (h === alone) atPin(band, h);
  const ratio = devicePixelRatio;
  const threads = new Set(
    columns.flatMap((/** @type {any} */ { x }) =>
      [-2, -1, 0, 1].map((by) => Math.round((Math.round(x) + by) * ratio)),
    ),
  );
  let [difference, ink, count] = [0, 0, 0];
  for (const { top, bottom } of bands) {
    const rows = [
      Math.round((top + 1) * ratio),
      Math.round((bottom - top - 2) * ratio),
    ];
    const wanted = own.getImageData(0, rows[0], width, rows[1]).data;
    const actual = canvas
      .getContext('2d')
      .getImageData(0, rows[0], width, rows[1]).data;
    for (let k = 0; k < actual.length; k += 4) {
      if (kind === 'pinned' && threads.has((k / 4) % width)) continue;
      count++;
      ink += wanted[k + 3];
      difference += Math.abs(actual[k + 3] - wanted[k + 3]);
      // Colours count by how much of them is there.
      for (let c = k; c < k + 3; c++)
        difference +=
          Math.abs(actual[c] * actual[k + 3] - wanted[c] * wanted[k + 3]) / 765;
    }
  }
  return { difference: difference / count, ink: ink / count };
}
