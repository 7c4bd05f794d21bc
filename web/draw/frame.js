// SPDX-License-Identifier: MIT
// The frame of a large matrix: characters on both axes, cross hair, pin and colour legend. Pure
// functions of geometry and data.
import { LEVELS, toCss } from './palette.js';

/**
 * The visible part of a matrix, in CSS pixels.
 * @typedef {object} Geometry
 * @property {number} cell edge of a cell; a whole number of device pixels
 * @property {number} row0 @property {number} column0 first ones visible
 * @property {number} rows @property {number} columns visible
 * @property {number} gutter room for the characters, left and above
 */

/** Smallest size of characters on the axes, CSS pixels. */
export const LABEL_PX = 12;
export const GUTTER_PX = 30;

/**
 * @param {number} T @param {number} room CSS pixels for gutter and cells
 * @param {number} ratio device pixels a CSS pixel
 * @param {number} wanted CSS pixels a cell
 * @returns {{ cell: number, count: number, device: number }}
 */
export function fit(T, room, ratio, wanted) {
  const inner = Math.max(1, (room - GUTTER_PX) * ratio);
  const device = Math.max(1, Math.min(Math.round(wanted * ratio), Math.floor(inner)));
  const count = Math.max(1, Math.min(T, Math.floor(inner / device)));
  return { cell: device / ratio, count, device };
}

/** Cells of a whole matrix are no smaller; of a larger one a part is shown. */
const LEAST_PX = 4;

/**
 * The cell size that shows the whole matrix, as far as cells can be told apart.
 * @param {number} T @param {number} room
 */
export function naturalCell(T, room) {
  return Math.max(LEAST_PX, Math.min(22, Math.floor((room - GUTTER_PX) / T)));
}

/** @param {number} start @param {number} count @param {number} i @param {number} T */
export function keepInView(start, count, i, T) {
  const moved = i < start ? i : i >= start + count ? i - count + 1 : start;
  return Math.max(0, Math.min(T - count, moved));
}

/**
 * @param {Geometry} g
 * @param {number} x @param {number} y CSS pixels from the figure's corner
 * @returns {{ i: number, j: number } | null}
 */
export function cellAt(g, x, y) {
  const column = Math.floor((x - g.gutter) / g.cell);
  const row = Math.floor((y - g.gutter) / g.cell);
  const inside = column >= 0 && row >= 0 && column < g.columns && row < g.rows;
  return inside ? { i: g.row0 + row, j: g.column0 + column } : null;
}

/**
 * @typedef {object} FrameInks
 * @property {string} ink @property {string} quiet @property {string} accent
 * @property {string} pin @property {string} mono font family
 */

/** A row and a column, or one of both. @typedef {{ i: number | null, j: number | null }} Band */

/**
 * @param {CanvasRenderingContext2D} ctx scaled to CSS pixels and cleared
 * @param {Geometry} g
 * @param {{ rows: string[], columns: string[] }} labels one a character, visible
 * @param {Band | null} active @param {Band | null} pin @param {FrameInks} inks
 */
export function drawFrame(ctx, g, labels, active, pin, inks) {
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const middle = (/** @type {number} */ n) => g.gutter + (n + 0.5) * g.cell;
  // Of small cells only some have room for a label; those pointed at always have one.
  const every = Math.ceil(LABEL_PX / g.cell);
  const isHidden = (/** @type {number} */ n, /** @type {(number | null | undefined)[]} */ ...at) =>
    n % every !== 0 || at.some((i) => typeof i === 'number' && i !== n && Math.abs(i - n) < every); // oxfmt-ignore
  for (let n = 0; n < g.rows; n++) {
    const i = g.row0 + n;
    const strong = active?.i === i || pin?.i === i;
    if (!strong && isHidden(i, active?.i, pin?.i)) continue;
    axisLabel(ctx, labels.rows[i] ?? '', g.gutter - 11, middle(n), strong, inks);
  }
  for (let n = 0; n < g.columns; n++) {
    const j = g.column0 + n;
    const strong = active?.j === j || pin?.j === j;
    if (!strong && isHidden(j, active?.j, pin?.j)) continue;
    axisLabel(ctx, labels.columns[j] ?? '', middle(n), g.gutter - 11, strong, inks);
  }
  if (pin) strokeCross(ctx, g, pin, inks.pin, 2);
  if (active) strokeCross(ctx, g, active, inks.accent, 1.5);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} label @param {number} x @param {number} y
 * @param {boolean} strong @param {FrameInks} inks
 */
function axisLabel(ctx, label, x, y, strong, inks) {
  ctx.font = `${strong ? 'bold ' : ''}${strong ? LABEL_PX + 1 : LABEL_PX}px ${inks.mono}`;
  ctx.fillStyle = strong ? inks.ink : inks.quiet;
  ctx.fillText(label, x, y);
}

/**
 * A band around the row and one around the column.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} g
 * @param {Band} at @param {string} ink @param {number} width
 */
function strokeCross(ctx, g, { i, j }, ink, width) {
  const row = i === null ? -1 : i - g.row0;
  const column = j === null ? -1 : j - g.column0;
  ctx.strokeStyle = ink;
  ctx.lineWidth = width;
  if (row >= 0 && row < g.rows) {
    ctx.strokeRect(g.gutter, g.gutter + row * g.cell, g.columns * g.cell, g.cell);
  }
  if (column >= 0 && column < g.columns) {
    ctx.strokeRect(g.gutter + column * g.cell, g.gutter, g.cell, g.rows * g.cell);
  }
}

/**
 * The colour scale with labelled ticks.
 * @param {CanvasRenderingContext2D} ctx scaled to CSS pixels and cleared
 * @param {number} width @param {import('./palette.js').Triple[]} colours LEVELS entries
 * @param {(value: number) => number} scale
 * @param {{ at: number, label: string }[]} ticks @param {FrameInks} inks
 */
export function drawLegend(ctx, width, colours, scale, ticks, inks) {
  const inner = width - 2 * LABEL_PX;
  for (let x = 0; x < inner; x++) {
    ctx.fillStyle = toCss(colours[Math.round((x / (inner - 1)) * (LEVELS - 1))]);
    ctx.fillRect(LABEL_PX + x, 0, 1, 10);
  }
  ctx.strokeStyle = inks.quiet;
  ctx.lineWidth = 1;
  ctx.strokeRect(LABEL_PX - 0.5, 0.5, inner + 1, 10);
  ctx.font = `${LABEL_PX}px ${inks.mono}`;
  ctx.fillStyle = inks.quiet;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const { at, label } of ticks) {
    const x = LABEL_PX + scale(at) * inner;
    ctx.fillRect(x - 0.5, 10, 1, 4);
    ctx.fillText(label, x, 15);
  }
}
