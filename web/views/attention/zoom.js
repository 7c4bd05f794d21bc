// SPDX-License-Identifier: MIT
// The size of a matrix's cells, set by buttons, keys, Ctrl and wheel, a pinch on a trackpad
// (which browsers report as Ctrl and wheel) or with two fingers. The cell under the pointer, or
// between the fingers, stays there.
import { GUTTER_PX } from '../../draw/frame.js';
import { pointIn } from '../../draw/pointer.js';

const LEAST_PX = 4;
const MOST_PX = 40;
/** One notch of a wheel, one press of a key. */
export const NOTCH = 1.25;
/** A notch is about 100 pixels of scrolling; a trackpad reports a few at a time. */
const PER_PIXEL = Math.log(NOTCH) / 100;
/** Wheels that scroll by lines. */
const LINE_PX = 34;

/** @typedef {{ cell: number, row0: number, column0: number, requestUpdate(): void }} Matrix */
/** @typedef {{ x: number, y: number }} Point CSS pixels from the corner of the figure */

export class Zoom {
  #matrix;
  /** Edge of a cell, CSS pixels; null: fitted to the width. @type {number | null} */
  size = null;
  /** A place of the matrix, in cells, and the point where it is to be shown.
   * @type {{ row: number, column: number, at: Point } | null} */
  #anchor = null;
  /** @type {{ apart: number, cell: number, row: number, column: number } | null} */
  #pinch = null;

  /** @param {Matrix} matrix as last drawn */
  constructor(matrix) {
    this.#matrix = matrix;
  }

  /** @param {Point} at @returns {{ row: number, column: number }} in cells */
  #under({ x, y }) {
    const { cell, row0, column0 } = this.#matrix;
    return {
      row: row0 + (y - GUTTER_PX) / cell,
      column: column0 + (x - GUTTER_PX) / cell,
    };
  }

  /** @param {number} size @param {{ row: number, column: number, at: Point } | null} anchor */
  #to(size, anchor) {
    this.size = Math.max(LEAST_PX, Math.min(MOST_PX, size));
    this.#anchor = anchor;
    this.#matrix.requestUpdate();
  }

  /** @param {number} factor @param {Point} [at] */
  by(factor, at) {
    // Cells are whole pixels; small factors add up in `size`.
    const { cell } = this.#matrix;
    const from =
      this.size !== null && Math.abs(this.size - cell) < 1 ? this.size : cell;
    this.#to(from * factor, at ? { ...this.#under(at), at } : null);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : LINE_PX);
    const factor = Math.exp(-PER_PIXEL * pixels);
    const limited = Math.max(1 / NOTCH, Math.min(NOTCH, factor));
    this.by(limited, pointIn(event, /** @type {Element} */ (event.currentTarget)));
  }

  /** @param {TouchEvent} event any of one figure */
  touch(event) {
    if (event.touches.length !== 2) {
      this.#pinch = null;
      return;
    }
    // Otherwise the browser would scroll the page with both fingers.
    event.preventDefault();
    const [a, b] = event.touches;
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = {
      clientX: (a.clientX + b.clientX) / 2,
      clientY: (a.clientY + b.clientY) / 2,
    };
    const at = pointIn(middle, /** @type {Element} */ (event.currentTarget));
    this.#pinch ??= { apart, cell: this.#matrix.cell, ...this.#under(at) };
    const { row, column, cell } = this.#pinch;
    this.#to((cell * apart) / this.#pinch.apart, { row, column, at });
  }

  /**
   * Where the matrix begins with cells of this size so that the anchor keeps its point; takes
   * the anchor away. null: no anchor.
   * @param {number} cell CSS pixels
   */
  take(cell) {
    const anchor = this.#anchor;
    this.#anchor = null;
    return (
      anchor && {
        row0: Math.round(anchor.row - (anchor.at.y - GUTTER_PX) / cell),
        column0: Math.round(anchor.column - (anchor.at.x - GUTTER_PX) / cell),
      }
    );
  }
}
