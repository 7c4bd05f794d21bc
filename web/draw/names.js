// SPDX-License-Identifier: MIT
// The names of a table's rows or columns, beside or above its cells.
import { prepare } from './canvas.js';
import { LABEL_PX } from './legend.js';

/** Between names that stand side by side. */
const GAP_PX = 2;
/** Between names and cells. */
const MARGIN_PX = 5;

/** @param {HTMLCanvasElement} canvas @param {string} font @param {string[]} names
 * @returns {number} CSS pixels */
export function widest(canvas, font, names) {
  const ctx = canvas.getContext('2d');
  if (!ctx) return 0;
  ctx.font = font;
  const longest = names.reduce((a, b) => (b.length > a.length ? b : a), '');
  return ctx.measureText(longest).width;
}

/**
 * @param {HTMLCanvasElement} canvas @param {string[]} names
 * @param {number} width @param {number} height CSS pixels
 * @param {object} of @param {number} of.cell edge of a cell, CSS pixels
 * @param {string} of.font @param {{ strong: string, quiet: string }} of.inks
 * @param {(number | null)[]} of.strong which names are
 * @param {boolean} [of.isColumn] one below the other; else side by side
 */
export function drawNames(canvas, names, width, height, of) {
  const { cell, font, inks, strong, isColumn = false } = of;
  const need = isColumn ? LABEL_PX : widest(canvas, font, names) + GAP_PX;
  const stride = Math.max(1, Math.ceil(need / cell));
  const ctx = prepare(canvas, width, height);
  if (!ctx) return;
  ctx.textAlign = isColumn ? 'right' : 'center';
  ctx.textBaseline = 'middle';
  names.forEach((name, n) => {
    const isStrong = strong.includes(n);
    // Of small cells only some have room for a name; strong ones always have one.
    const isNear = strong.some((at) => at !== null && Math.abs(at - n) < stride);
    if (!isStrong && (n % stride !== 0 || isNear)) return;
    const middle = (n + 0.5) * cell;
    ctx.fillStyle = isStrong ? inks.strong : inks.quiet;
    ctx.font = isStrong ? `bold ${font}` : font;
    if (isColumn) ctx.fillText(name, width - MARGIN_PX, middle);
    else ctx.fillText(name, middle, height / 2);
  });
}
