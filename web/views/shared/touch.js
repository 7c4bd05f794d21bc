// SPDX-License-Identifier: MIT
// A finger cannot hover: its first tap on a cell shows what a mouse shows by standing on
// it, and stays; the second tap pins.

/** @typedef {import('../../state/types.js').Cell} Cell */

export class Finger {
  /** Shown and pinned when a finger came down. @type {(Cell | null)[] | null} */
  #before = null;

  /** @param {import('./view.js').View} view that has the cells */
  constructor(view) {
    this.view = view;
  }

  down = (/** @type {PointerEvent} */ { pointerType }) => {
    const { hover, pin } = this.view.state;
    this.#before = pointerType === 'touch' ? [hover, pin] : null;
  };

  /** A finger that is lifted has not looked away. */
  leave = (/** @type {PointerEvent} */ { pointerType }) => {
    if (pointerType !== 'touch') this.view.app.select({ hover: null });
  };

  /**
   * To be asked at a click.
   * @param {Cell | null} cell clicked
   * @returns {boolean} whether it was a tap that only shows the cell
   */
  shows(cell) {
    const before = this.#before;
    this.#before = null;
    if (!before) return false;
    const known = before.some((at) => at?.i === cell?.i && at?.j === cell?.j);
    this.view.app.select({ hover: known ? null : cell });
    return !known;
  }
}
