// SPDX-License-Identifier: MIT
// Numbers as strips of cells, orange below zero and blue above, on a symmetric scale. Cells are
// whole device pixels: a pixel read back is one number.
import { drawRaster } from './matrix.js';
import { pixelTable } from './palette.js';

/** @typedef {{ rows: number, columns: number, data: Float32Array }} Numbers */

const MAX_CELL_PX = 14;
const ROW_PX = 16;

/** The end of a scale on which all is zero. */
export const NOTHING = 1e-12;

/** Below it a number is written as zero. */
export const ZERO = 0.005;

/** The largest magnitude, for a common scale. @param {Numbers[]} all */
export function largest(...all) {
  let most = NOTHING;
  for (const { data } of all) for (const x of data) most = Math.max(most, Math.abs(x));
  return most;
}

/**
 * @param {HTMLCanvasElement} canvas @param {Numbers} numbers
 * @param {number} most end of the scale
 * @param {number} room CSS pixels
 * @param {readonly string[]} stops of the scale
 */
export function drawNumbers(canvas, { rows, columns, data }, most, room, stops) {
  const ratio = devicePixelRatio;
  const fair = Math.floor((room * ratio) / columns);
  const cell = Math.max(1, Math.min(Math.round(MAX_CELL_PX * ratio), fair));
  drawRaster(canvas, {
    ...{ rows, columns, data },
    cell,
    table: pixelTable(stops),
    scale: (x) => (x / most + 1) / 2,
  });
  canvas.style.width = `${(columns * cell) / ratio}px`;
  canvas.style.height = `${rows * ROW_PX}px`;
}
