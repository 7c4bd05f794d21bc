// SPDX-License-Identifier: MIT
// Where a prediction is explained: the token of the source, or the prediction, at a place of the
// picture. Pure functions.
import { columnAt } from '../columns.js';
import { choicesAt, hasChoices } from '../roof.js';

/** @import { Scene } from '../scene.js' */
/** @import { Layout } from '../layout.js' */
/** @typedef {{ x: number, y: number }} At CSS pixels of the stage */

/** In the source's own building, or in the row of its tokens that cross attention looks at.
 * @param {Layout} layout @param {At} at @returns {number | null} position in the source */
export function sourceAt({ source, ground, bands }, { x, y }) {
  if (!source) return null;
  const { left, right, top, bottom } = source;
  if (x >= left && x < right && y >= top && y < bottom) return columnAt(source, x);
  const isOnGround = bands.some(
    (band) =>
      band.ground && y >= band.ground.top && y < band.ground.top + band.ground.height,
  );
  return isOnGround && ground ? columnAt(ground, x) : null;
}

/** @param {Scene} scene @param {Layout} layout @param {number | null} i position explained
 * @param {At} at @returns {number | null} token of the bar there */
export function predictionAt(scene, layout, i, { x, y }) {
  if (i === null || y > layout.roofBottom || !hasChoices(layout)) return null;
  const { bars, step } = choicesAt(scene, layout, i);
  return bars.find((bar) => Math.abs(bar.x - x) <= step / 2)?.token ?? null;
}

/** The next of the most probable tokens. @param {Scene} scene @param {Layout} layout
 * @param {number | null} i @param {number | null} asked the one asked about now */
export function another(scene, layout, i, asked) {
  if (i === null) return 0;
  const { bars } = choicesAt(scene, layout, i);
  const now = asked ?? scene.guess(scene.final, i).token;
  const at = bars.findIndex(({ token }) => token === now);
  return bars[(at + 1) % bars.length].token;
}

/** The token beside the one looked at; those of the source come before the line.
 * @param {Scene} scene @param {number} i position explained
 * @param {ReturnType<typeof import('./findings.js').lookedAt>} at @param {number} by
 * @returns {import('../../../state/types.js').Cell} */
export function cause({ n, source }, i, at, by) {
  const before = source?.n ?? 0;
  const from = at?.stream === 'source' ? at.j : before + (at?.j ?? i);
  const to = Math.max(0, Math.min(before + n - 1, from + by));
  return to < before ? { i, j: to, stream: 'source' } : { i: to - before, j: null };
}
