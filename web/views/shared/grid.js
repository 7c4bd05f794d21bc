// SPDX-License-Identifier: MIT
// What the keyboard and a screen reader meet of a drawn table: a grid of which only the
// cell looked at is there.
import { html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

/**
 * @param {object} grid
 * @param {string} grid.label
 * @param {number} grid.rows
 * @param {number} grid.columns
 * @param {{ i: number, j: number }} grid.place of the cell
 * @param {string} grid.told what the cell says
 * @param {(event: KeyboardEvent) => void} grid.onKey
 * @param {() => void} grid.onFocus
 * @param {() => void} [grid.onBlur]
 */
export const gridOfOne = ({ label, rows, columns, place: { i, j }, told, ...on }) =>
  html`<div
    role="grid"
    aria-label=${label}
    aria-rowcount=${rows}
    aria-colcount=${columns}
    @keydown=${on.onKey}
  >
    <div role="row" aria-rowindex=${i + 1}>
      ${keyed(
        `${i},${j}`,
        html`<div
          class="focus"
          role="gridcell"
          tabindex="0"
          aria-colindex=${j + 1}
          aria-label=${told}
          @focus=${on.onFocus}
          @blur=${on.onBlur}
        ></div>`,
      )}
    </div>
  </div>`;
