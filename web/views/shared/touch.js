// SPDX-License-Identifier: MIT
// Touch has no hover: the first tap on a cell previews it, as hovering does for a mouse, and
// the preview stays; the second tap pins the cell.

/** @import { Cell } from '../../state/types.js' */

export class TouchPreview {
  #host;
  /** Hovered and pinned cells when a finger came down. @type {(Cell | null)[] | null} */
  #before = null;

  /** @param {{ app: import('../../app/app.js').App }} host the view with the cells */
  constructor(host) {
    this.#host = host;
  }

  start = (/** @type {PointerEvent} */ { pointerType }) => {
    const { hover, pin } = this.#host.app.store.state;
    this.#before = pointerType === 'touch' ? [hover, pin] : null;
  };

  /** Lifting a finger does not end the preview. */
  leave = (/** @type {PointerEvent} */ { pointerType }) => {
    if (pointerType !== 'touch') this.#host.app.selection.select({ hover: null });
  };

  /**
   * Call it on click.
   * @param {Cell | null} cell clicked
   * @returns {boolean} whether it was a tap that only previews the cell
   */
  takes(cell) {
    const before = this.#before;
    this.#before = null;
    if (!before) return false;
    const known = before.some((at) => at?.i === cell?.i && at?.j === cell?.j);
    this.#host.app.selection.select({ hover: known ? null : cell });
    return !known;
  }
}
