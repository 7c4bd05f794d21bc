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

/** Distance between hatch lines in device pixels (VISUALS 11). */
export const HATCH_PERIOD = 6;

/**
 * Writes rows · cell × columns · cell pixels.
 * The hatch runs at 45 degrees through the whole picture, not cell by cell, so that its
 * stripes join and can never be taken for values.
 * @param {Uint32Array} pixels rows · cell · columns · cell entries
 * @param {Raster} r
 */
export function rasterise(pixels, r) {
  const width = r.columns * r.cell;
  for (let row = 0; row < r.rows; row++) {
    const i = r.row0 + row;
    const top = row * r.cell * width;
    for (let column = 0; column < r.columns; column++) {
      const j = r.column0 + column;
      const left = top + column * r.cell;
      if (!r.allowed(i, j)) {
        hatchCell(pixels, left, width, row * r.cell, column * r.cell, r);
        continue;
      }
      const value = r.values[r.offset + i * r.stride + j];
      const pixel = r.table[level(r.scale ? r.scale(value) : value)];
      for (let y = 0; y < r.cell; y++) {
        const from = left + y * width;
        pixels.fill(pixel, from, from + r.cell);
      }
    }
  }
}

/**
 * @param {Uint32Array} pixels
 * @param {number} left index of the cell's first pixel
 * @param {number} width pixels a row
 * @param {number} y0 @param {number} x0 the cell's corner in the picture
 * @param {Raster} r
 */
function hatchCell(pixels, left, width, y0, x0, r) {
  for (let y = 0; y < r.cell; y++) {
    for (let x = 0; x < r.cell; x++) {
      const stripe = (x0 + x + y0 + y) % HATCH_PERIOD === 0;
      pixels[left + y * width + x] = stripe ? r.hatch : r.mask;
    }
  }
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
  const image = context.createImageData(width, height);
  rasterise(new Uint32Array(image.data.buffer), r);
  context.putImageData(image, 0, 0);
}

/** @param {string} hex "#rrggbb" @returns {number} the pixel ImageData stores */
export function hexPixel(hex) {
  const n = Number.parseInt(hex.slice(1), 16);
  const swapped = ((n & 255) << 16) | (n & 0xff00) | (n >> 16);
  return ((255 << 24) | swapped) >>> 0;
}
