// SPDX-License-Identifier: MIT
// Above the building: how probable the right token was in each column; or what the character
// looked at expects next.
import { fillBox, strokePath } from '../../draw/surface.js';
import { letterPx, typefaces } from './cells.js';
import { inSight, lettersOf, widthOf, xOf } from './columns.js';
import { fitted } from './layout.js';
import { probabilities } from './scene.js';

/** @import { Scene } from './scene.js' */
/** @import { Drawing, Layout } from './layout.js' */

const MOST_PX = 160;
const CHOICES = 10;
const STEP_PX = { least: 26, most: 96, bar: 18, gap: 8 };
/** Below the bars: their letters, and the way down to the column. */
const FOOT_PX = 34;
/** Above them: per cent. */
const HEAD_PX = 22;

/** Room for the tallest bar without a pin. @param {Layout} layout */
const skylineRoom = ({ roofBottom }) => Math.max(0, Math.min(MOST_PX, roofBottom - 26));

/** @param {Drawing} drawing */
export function drawSkyline({ ctx, ink, scene, layout }) {
  const { roofBottom } = layout;
  const room = skylineRoom(layout);
  if (room === 0) return;
  for (const i of inSight(layout)) {
    const p = Math.exp(-scene.surprise[i]);
    if (!Number.isFinite(p)) continue;
    const width = Math.min(20, Math.max(4, widthOf(layout, i) - 6));
    const height = Math.max(1, Math.round(p * room));
    const x = Math.round(xOf(layout, i) - width / 2);
    fillBox(ctx, ink('bar'), 0.4 + 0.6 * p, x, roofBottom - height, width, height);
  }
}

/**
 * @typedef {object} Choice one bar
 * @property {number} token @property {number} p @property {boolean} isRight
 * @property {number} x middle of the bar @property {number} height of it, CSS pixels
 */

/**
 * The most probable tokens after position i, the right one always among them.
 * @param {Scene} scene @param {Layout} layout @param {number} i
 * @returns {{ bars: Choice[], base: number, x0: number, x1: number, step: number }} base: the
 *   lower end of the bars
 */
export function choicesAt(scene, layout, i) {
  const all = probabilities(scene, i, CHOICES);
  const right = scene.right[i];
  const longest = (/** @type {{ token: number }[]} */ of) =>
    of.reduce(
      (most, { token }) => Math.max(most, lettersOf(scene.vocabulary[token])),
      1,
    );
  const wanted = longest(all.slice(0, CHOICES)) * 9.2 + STEP_PX.gap;
  const step = Math.round(Math.max(STEP_PX.least, Math.min(STEP_PX.most, wanted)));
  const room = layout.right - layout.left - 2 * STEP_PX.gap;
  const few = all.slice(0, Math.max(1, Math.min(CHOICES, Math.floor(room / step))));
  if (right >= 0 && !few.some(({ token }) => token === right))
    few[few.length - 1] =
      all.find(({ token }) => token === right) ?? few[few.length - 1];
  const width = few.length * step;
  const edge = Math.max(layout.left, Math.min(layout.x0, layout.right - width));
  const last = Math.max(edge, layout.x0 + layout.span - width);
  const x0 = Math.round(Math.max(edge, Math.min(last, xOf(layout, i) - width / 2)));
  const base = layout.roofBottom - FOOT_PX;
  const tallest = Math.max(0, Math.min(MOST_PX, base - HEAD_PX));
  const bars = few.map(({ token, p }, k) => ({
    token,
    p,
    isRight: token === right,
    x: x0 + k * step + step / 2,
    height: Math.max(1, Math.round((p / all[0].p) * tallest)),
  }));
  return { bars, base, x0, x1: x0 + width, step };
}

/** Whether there is room for them. @param {Layout} layout */
export const hasChoices = ({ roofBottom }) => roofBottom > FOOT_PX + HEAD_PX;

/** Whole per cent. @param {number} p */
const percent = (p) =>
  p >= 0.995 ? '99+' : p < 0.005 ? '<1' : String(Math.round(p * 100));

/** @param {Drawing} drawing @param {number} i the character looked at
 * @param {number | null} [asked] a token that is asked about */
export function drawChoices(drawing, i, asked = null) {
  const { ctx, ink, scene, layout } = drawing;
  if (!hasChoices(layout)) return;
  const { bars, base, x0, x1, step } = choicesAt(scene, layout, i);
  drawBracket(drawing, { x0, x1, base, i });
  const half = STEP_PX.bar / 2;
  ctx.font = `500 12px ${ink('sans')}`;
  for (const { p, isRight, x, height } of bars) {
    const colour = ink(isRight ? 'bar' : 'line-strong');
    fillBox(ctx, colour, 1, x - half, base - height, 2 * half, height);
    ctx.fillStyle = ink(isRight ? 'accent' : 'ink-2');
    ctx.fillText(percent(p), x, base - height - 8);
  }
  const size = Math.max(12, letterPx(layout, 15));
  const typeface = typefaces(ctx, ink);
  for (const { token, isRight, x } of bars) {
    typeface(size, isRight);
    ctx.fillStyle = ink(isRight ? 'accent' : 'ink');
    ctx.fillText(fitted(scene.vocabulary[token] ?? '', step - 4, size), x, base + 12);
    if (isRight) fillBox(ctx, ink('accent'), 1, x - 6, base + 21, 12, 2);
    if (token !== asked) continue;
    ctx.beginPath();
    ctx.roundRect(x - step / 2 + 2, base + 1, step - 4, 24, 4);
    strokePath(ctx, ink('ink'), 1, 1.5);
  }
}

/** From the column looked at to its bars. @param {Drawing} drawing
 * @param {{ x0: number, x1: number, base: number, i: number }} at */
function drawBracket({ ctx, ink, layout }, { x0, x1, base, i }) {
  const [middle, half] = [xOf(layout, i), widthOf(layout, i) / 2];
  const foot = layout.truthTop - 1;
  ctx.fillStyle = ink('sunk');
  ctx.beginPath();
  ctx.moveTo(middle - half, foot);
  ctx.bezierCurveTo(middle - half, foot - 8, x0, base + 34, x0, base + 24);
  ctx.lineTo(x0, base);
  ctx.lineTo(x1, base);
  ctx.lineTo(x1, base + 24);
  ctx.bezierCurveTo(x1, base + 34, middle + half, foot - 8, middle + half, foot);
  ctx.fill();
}
