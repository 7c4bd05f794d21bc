// SPDX-License-Identifier: MIT
// Marks of the loss chart: labelled baselines, events, the least validation loss, and the part
// where the text is learned by heart.
import { drawLevels } from '../../draw/plot.js';

/** From one label to the next, CSS pixels. */
const LABEL_PX = 14;
/** Room for the name of a curve. */
const NAME_PX = 60;
/** Where the shade says what it is, unless a line's label is there. */
const SHADE_LABEL_PX = 36;

/**
 * Labels above lines, moved so that none overlaps another.
 * @param {readonly number[]} lines places from the top, ascending
 * @param {number} gap least distance @param {number} bottom end of the room
 * @returns {number[]} lower edges of the labels
 */
export function spread(lines, gap, bottom) {
  const at = [...lines];
  for (let n = 1; n < at.length; n++) at[n] = Math.max(at[n], at[n - 1] + gap);
  for (let n = at.length - 1, limit = bottom; n >= 0; n--, limit -= gap)
    at[n] = Math.min(at[n], limit);
  return at;
}

/**
 * @param {import('../../draw/plot.js').Plot} plot
 * @param {{ y: number, words: string }[]} lines nats
 * @param {{ kind: string, step: number, loss: number }[]} events
 * @param {{ from?: number, words: string, lowest?: { step: number, loss: number } | null }} byHeart
 *   the shaded part, if there is one; and the least validation loss
 * @param {(name: string) => string} colour
 * @param {'pane' | 'ground'} ground what the chart stands on
 * @param {{ step: number, y: number, words: string }[]} ends where curves end, nats, and their
 *   names if they have any
 */
export function drawMarks(plot, lines, events, byHeart, colour, ground, ends) {
  const ctx = plot.context;
  const ratio = devicePixelRatio;
  const { left, width, top, height } = plot.box;
  const xOf = (/** @type {number} */ step) => plot.atX(step);
  ctx.save();
  const right = left + width - 2 * ratio;
  const curves = ends.map(({ step, y, words }) => ({
    ...{ y: plot.atY(y), words, ink: 'ink' },
    x: Math.min(right, Math.max(xOf(step), left + NAME_PX * ratio)),
  }));
  const named = lines.map((line) => ({ ...line, ink: 'ink-2' }));
  /** @type {Label[]} */
  const labels = drawLevels(plot, named, colour('line-strong'));
  if (byHeart.from !== undefined)
    labels.push({ y: top + SHADE_LABEL_PX * ratio, words: byHeart.words, ink: 'warn' });
  drawLabels(plot, labels, curves, (words, x, y, ink) =>
    outlined(ctx, words, x, y, colour(ink), colour(ground), ratio),
  );
  if (byHeart.from !== undefined) {
    const x = xOf(byHeart.from);
    ctx.globalCompositeOperation = 'destination-over';
    ctx.fillStyle = colour('warn-soft');
    ctx.fillRect(x, top, left + width - x, height);
    ctx.globalCompositeOperation = 'source-over';
  }
  for (const { kind, step, loss } of events) {
    const y = Math.min(Math.max(plot.atY(loss), top), top + height);
    const ink = kind.startsWith('train-') ? 'accent' : 'held';
    diamond(ctx, xOf(step), y, 6 * ratio, colour(ink), colour(ground));
  }
  const { lowest } = byHeart;
  if (lowest)
    ring(ctx, xOf(lowest.step), plot.atY(lowest.loss), 6 * ratio, colour('held'));
  ctx.restore();
}

/** Words at a height of the chart, pixels, and the name of their colour; x: their right edge,
 * otherwise that of the chart.
 * @typedef {{ y: number, words: string, ink: string, x?: number }} Label */

/** A label stands above its line, or below it where a curve that ends above reaches it and there is
 * room; none overlaps another.
 * @param {import('../../draw/plot.js').Plot} plot @param {Label[]} labels
 * @param {Label[]} curves where curves end, with their names
 * @param {(words: string, x: number, y: number, ink: string) => void} write */
function drawLabels({ context: ctx, box }, labels, curves, write) {
  const ratio = devicePixelRatio;
  const gap = LABEL_PX * ratio;
  const right = box.left + box.width - 2 * ratio;
  const bottom = box.top + box.height;
  const moved = labels.map((label) => {
    const from = right - ctx.measureText(label.words).width;
    const isMet = curves.some(
      ({ x = right, y }) => x > from && y <= label.y && y > label.y - gap,
    );
    const isBelow = isMet && label.y + gap <= bottom;
    return { ...label, y: label.y + (isBelow ? gap : 0) };
  });
  const all = [...moved, ...curves.filter(({ words }) => words)];
  all.sort((a, b) => a.y - b.y);
  ctx.textBaseline = 'bottom';
  ctx.textAlign = 'right';
  const lower = all.map(({ y }) => y - 2 * ratio);
  spread(lower, gap, bottom).forEach((y, n) => {
    const { words, ink, x = right } = all[n];
    write(words, x, y, ink);
  });
}

/** Text below what is drawn already, with an outline in the background colour, so that lines below
 * do not cut through it.
 * @param {CanvasRenderingContext2D} ctx @param {string} words
 * @param {number} x @param {number} y @param {string} ink @param {string} ground
 * @param {number} ratio */
function outlined(ctx, words, x, y, ink, ground, ratio) {
  const { lineWidth } = ctx;
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ground;
  ctx.fillStyle = ink;
  // The outline comes after the words.
  ctx.globalCompositeOperation = 'destination-over';
  ctx.fillText(words, x, y);
  ctx.strokeText(words, x, y);
  ctx.globalCompositeOperation = 'source-over';
  ctx.lineWidth = lineWidth;
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y
 * @param {number} r @param {string} ink */
function ring(ctx, x, y, r, ink) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.strokeStyle = ink;
  ctx.lineWidth = r / 3;
  ctx.stroke();
}

/** No data point has this shape. @param {CanvasRenderingContext2D} ctx
 * @param {number} x @param {number} y @param {number} r @param {string} ink
 * @param {string} ground */
function diamond(ctx, x, y, r, ink, ground) {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = r / 3;
  ctx.stroke();
}
