// SPDX-License-Identifier: MIT
// The size of a table's cells, set by buttons, keys, Ctrl and wheel, a pinch on a trackpad
// (which browsers report as Ctrl and wheel) or with two fingers. The cell under the pointer, or
// between the fingers, stays there.
import { pointIn } from '../../draw/pointer.js';

const LEAST_PX = 4;
const MOST_PX = 40;
/** One notch of a wheel, one press of a key. */
export const NOTCH = 1.25;
/** A notch is about 100 pixels of scrolling; a trackpad reports a few at a time. */
const PER_PIXEL = Math.log(NOTCH) / 100;
/** Wheels that scroll by lines. */
const LINE_PX = 34;

/**
 * @typedef {object} Grid as last drawn
 * @property {number} cell edge of a cell, CSS pixels
 * @property {Point} corner of its cells, right of and below their names
 * @property {HTMLElement} scroller
 * @property {() => void} requestUpdate
 */
/** @typedef {{ x: number, y: number }} Point CSS pixels from the corner of what scrolls */

export class Zoom {
  #grid;
  /** Edge of a cell, CSS pixels; null: fitted to the width. @type {number | null} */
  size = null;
  /** A place of the table, in cells, and the point where it is to be shown.
   * @type {{ row: number, column: number, at: Point } | null} */
  #anchor = null;
  /** @type {{ apart: number, cell: number, row: number, column: number } | null} */
  #pinch = null;

  /** @param {Grid} grid */
  constructor(grid) {
    this.#grid = grid;
  }

  /** @param {Point} at @returns {{ row: number, column: number }} in cells */
  #under({ x, y }) {
    const { cell, corner, scroller } = this.#grid;
    return {
      row: (scroller.scrollTop + y - corner.y) / cell,
      column: (scroller.scrollLeft + x - corner.x) / cell,
    };
  }

  /** @param {number} size @param {{ row: number, column: number, at: Point } | null} anchor */
  #to(size, anchor) {
    this.size = Math.max(LEAST_PX, Math.min(MOST_PX, size));
    this.#anchor = anchor;
    this.#grid.requestUpdate();
  }

  /** @param {number} factor @param {Point} [at] */
  by(factor, at) {
    // Cells are whole pixels; small factors add up in `size`.
    const { cell } = this.#grid;
    const from =
      this.size !== null && Math.abs(this.size - cell) < 1 ? this.size : cell;
    this.#to(from * factor, at ? { ...this.#under(at), at } : null);
  }

  wheel = (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : LINE_PX);
    const factor = Math.exp(-PER_PIXEL * pixels);
    const limited = Math.max(1 / NOTCH, Math.min(NOTCH, factor));
    this.by(limited, pointIn(event, event.currentTarget));
  };

  touch = (/** @type {TouchEvent} */ event) => {
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
    const at = pointIn(middle, event.currentTarget);
    this.#pinch ??= { apart, cell: this.#grid.cell, ...this.#under(at) };
    const { row, column, cell } = this.#pinch;
    this.#to((cell * apart) / this.#pinch.apart, { row, column, at });
  };

  /** Once cells have their new size: scrolls so that the anchor keeps its point, and takes the
   * anchor away. @returns {boolean} whether there was one */
  settle() {
    const anchor = this.#anchor;
    this.#anchor = null;
    if (!anchor) return false;
    const { cell, corner, scroller } = this.#grid;
    scroller.scrollTop = anchor.row * cell + corner.y - anchor.at.y;
    scroller.scrollLeft = anchor.column * cell + corner.x - anchor.at.x;
    return true;
  }
}
