// SPDX-License-Identifier: MIT
// Matrices on canvas, straight from the array that holds their values: strides say where, so
// that neither a part nor a transpose is copied. Cells are whole device pixels, so that a pixel
// read back is exactly one value.
import { level } from './palette.js';

/**
 * Numbers wherever they lie; without strides, row by row.
 * @typedef {object} Strided
 * @property {number} rows @property {number} columns
 * @property {Float32Array} data
 * @property {number} [offset] of entry (0, 0)
 * @property {number} [rowStride] entries from one row to the next
 * @property {number} [columnStride] and from one column to the next
 */
/**
 * How they are drawn.
 * @typedef {object} Look
 * @property {number} cell edge of a cell in device pixels, an integer
 * @property {Uint32Array} table LEVELS pixels
 * @property {number} [mask] pixel of masked cells
 * @property {number} [hatch] pixel of the stripes over them
 * @property {(i: number, j: number) => boolean} [allowed] which cells are not masked
 * @property {(value: number) => number} [scale] applied before the table
 */
/** @typedef {Strided & Look} Raster */

/** Distance between hatch lines in device pixels. */
export const HATCH_PERIOD = 6;

/**
 * Writes rows · cell × columns · cell pixels.
 * The hatch runs at 45 degrees through the whole picture, not cell by cell, so that its
 * stripes join and cannot be taken for values.
 * @param {Uint32Array} pixels rows · cell · columns · cell entries
 * @param {Raster} r
 */
export function rasterise(pixels, r) {
  const { cell, columns, mask = 0, hatch = 0 } = r;
  const { allowed: isAllowed = () => true } = r;
  const width = columns * cell;
  // Each line of the hatch is a slice of this one.
  const stripes = Uint32Array.from({ length: width + HATCH_PERIOD }, (_, x) =>
    x % HATCH_PERIOD === 0 ? hatch : mask,
  );
  for (let i = 0; i < r.rows; i++) {
    for (let from = 0, to = 0; from < columns; from = to) {
      const allowed = isAllowed(i, from);
      while (to < columns && isAllowed(i, to) === allowed) to++;
      const [left, right] = [from * cell, to * cell];
      const top = i * cell * width;
      if (allowed) paintLine(pixels, top, i, from, to, r);
      for (let y = 0; y < cell; y++) {
        const at = top + y * width + left;
        const shift = (i * cell + y) % HATCH_PERIOD;
        // Whole lines are copied: a cell has as many as it has columns of pixels.
        if (!allowed) pixels.set(stripes.subarray(left + shift, right + shift), at);
        else if (y > 0) pixels.copyWithin(at, top + left, top + right);
      }
    }
  }
}

/**
 * The first line of pixels of cells from … to of row i.
 * @param {Uint32Array} pixels @param {number} top index of the line's first pixel
 * @param {number} i @param {number} from @param {number} to @param {Raster} r
 */
function paintLine(pixels, top, i, from, to, r) {
  const { data, table, cell, scale, columnStride = 1, rowStride = r.columns } = r;
  const first = (r.offset ?? 0) + i * rowStride;
  for (let column = from; column < to; column++) {
    const value = data[first + column * columnStride];
    const pixel = table[level(scale ? scale(value) : value)];
    const left = top + column * cell;
    pixels.fill(pixel, left, left + cell);
  }
}

/** @param {Strided} table @param {number} i @param {number} j */
export const valueIn = (
  { columns, data, offset = 0, rowStride = columns, columnStride = 1 },
  i,
  j,
) => data[offset + i * rowStride + j * columnStride];

/** Pixels of pictures up to this size are used again: allocating costs more than filling. */
const MAX_REUSED = 1 << 20;
/** @type {WeakMap<HTMLCanvasElement, ImageData>} */
const images = new WeakMap();

/** Sets a canvas to a size. @param {HTMLCanvasElement} canvas @param {number} width
 * @param {number} height
 * @returns {{ context: CanvasRenderingContext2D, image: ImageData } | null} what it can be
 *   filled with; null: nothing */
export function sized(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return null;
  const before = images.get(canvas);
  if (before?.width === width && before.height === height)
    return { context, image: before };
  const image = context.createImageData(width, height);
  if (width * height <= MAX_REUSED) images.set(canvas, image);
  else images.delete(canvas);
  return { context, image };
}

/**
 * Draws a raster at the canvas' origin; the canvas is set to the raster's size.
 * @param {HTMLCanvasElement} canvas @param {Raster} r
 */
export function drawRaster(canvas, r) {
  const pixels = sized(canvas, r.columns * r.cell, r.rows * r.cell);
  if (!pixels) return;
  rasterise(new Uint32Array(pixels.image.data.buffer), r);
  pixels.context.putImageData(pixels.image, 0, 0);
}
