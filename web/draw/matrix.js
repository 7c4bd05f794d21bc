// SPDX-License-Identifier: MIT
// Attention matrices on canvas, as pure functions of data: pixels in, nothing kept.
// A matrix is row-major, T × T, row = the character that reads, column = the one looked
// at. Cells are whole device pixels, so that a pixel read back is one value exactly.
import { level } from './palette.js';

/**
 * @typedef {object} Raster
 * @property {Float32Array} values row-major, stride entries a row
 * @property {number} offset first entry of the matrix in `values`
 * @property {number} stride entries from one row to the next
 * @property {number} row0 first row drawn
 * @property {number} column0 first column drawn
 * @property {number} rows
 * @property {number} columns
 * @property {number} cell edge of a cell in device pixels, an integer
 * @property {Uint32Array} table LEVELS pixels
 * @property {number} mask pixel of the future's ground
 * @property {number} hatch pixel of the future's stripes
 * @property {(i: number, j: number) => boolean} allowed whether a cell may hold anything
 * @property {(value: number) => number} [scale] applied before the table
 */

/** Distance between hatch lines in device pixels. */
export const HATCH_PERIOD = 6;

/**
 * Writes rows · cell × columns · cell pixels.
 * The hatch runs at 45 degrees through the whole picture, not cell by cell, so that its
 * stripes join and can never be taken for values.
 * @param {Uint32Array} pixels rows · cell · columns · cell entries
 * @param {Raster} r
 */
export function rasterise(pixels, r) {
  const { cell, columns } = r;
  const width = columns * cell;
  // Each line of the hatch is a part of this one.
  const stripes = Uint32Array.from({ length: width + HATCH_PERIOD }, (_, x) =>
    x % HATCH_PERIOD === 0 ? r.hatch : r.mask,
  );
  for (let row = 0; row < r.rows; row++) {
    const i = r.row0 + row;
    for (let from = 0, to = 0; from < columns; from = to) {
      const allowed = r.allowed(i, r.column0 + from);
      while (to < columns && r.allowed(i, r.column0 + to) === allowed) to++;
      const [left, right] = [from * cell, to * cell];
      const top = row * cell * width;
      if (allowed) paintLine(pixels, top, row, from, to, r);
      for (let y = 0; y < cell; y++) {
        const at = top + y * width + left;
        const shift = (row * cell + y) % HATCH_PERIOD;
        // Whole lines are copied: a cell has as many as it has columns of pixels.
        if (!allowed) pixels.set(stripes.subarray(left + shift, right + shift), at);
        else if (y > 0) pixels.copyWithin(at, top + left, top + right);
      }
    }
  }
}

/**
 * One line of pixels of the cells from…to of a row.
 * @param {Uint32Array} pixels @param {number} top index of the line's first pixel
 * @param {number} row @param {number} from @param {number} to
 * @param {Raster} r
 */
function paintLine(pixels, top, row, from, to, r) {
  const { values, table, cell, scale } = r;
  const first = r.offset + (r.row0 + row) * r.stride + r.column0;
  for (let column = from; column < to; column++) {
    const value = values[first + column];
    const pixel = table[level(scale ? scale(value) : value)];
    const left = top + column * cell;
    for (let x = 0; x < cell; x++) pixels[left + x] = pixel;
  }
}

/** Pixels of pictures up to this size are used again: making room for them costs more
 * than filling it. */
const MAX_KEPT = 1 << 20;
/** @type {WeakMap<HTMLCanvasElement, ImageData>} */
const kept = new WeakMap();

/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D} context */
function pixelsOf(canvas, context) {
  const { width, height } = canvas;
  const before = kept.get(canvas);
  if (before?.width === width && before.height === height) return before;
  const image = context.createImageData(width, height);
  if (width * height <= MAX_KEPT) kept.set(canvas, image);
  else kept.delete(canvas);
  return image;
}

/**
 * Draws a raster at the canvas' origin; the canvas is set to the raster's size.
 * @param {HTMLCanvasElement} canvas
 * @param {Raster} r
 */
export function drawRaster(canvas, r) {
  const width = r.columns * r.cell;
  const height = r.rows * r.cell;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return;
  const image = pixelsOf(canvas, context);
  rasterise(new Uint32Array(image.data.buffer), r);
  context.putImageData(image, 0, 0);
}

/** @param {string} hex "#rrggbb" @returns {number} the pixel ImageData stores */
export function hexPixel(hex) {
  const n = Number.parseInt(hex.slice(1), 16);
  const swapped = ((n & 255) << 16) | (n & 0xff00) | (n >> 16);
  return ((255 << 24) | swapped) >>> 0;
}
