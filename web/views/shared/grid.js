// SPDX-License-Identifier: MIT
// Keyboard and screen reader access to a drawn table: a grid of which only the current cell is
// an element.
import { html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

/**
 * Where an arrow key, Home or End leads.
 * @param {KeyboardEvent} event its default is prevented where it leads somewhere
 * @param {number} i @param {number} j @param {number} rows @param {number} columns
 * @param {number} [end] column that End leads to
 * @param {string} [key] to be taken instead of the event's
 * @returns {{ i: number, j: number } | null} null: another key
 */
export function moved(event, i, j, rows, columns, end = columns - 1, key = event.key) {
  // A single row leaves the vertical arrows to the page.
  if (rows === 1 && /Up|Down/.test(key)) return null;
  const goal = {
    ArrowRight: [i, j + 1],
    ArrowLeft: [i, j - 1],
    ArrowDown: [i + 1, j],
    ArrowUp: [i - 1, j],
    Home: event.ctrlKey ? [0, 0] : [i, 0],
    End: event.ctrlKey ? [rows - 1, columns - 1] : [i, end],
  }[key];
  if (!goal) return null;
  event.preventDefault();
  return { i: clamp(goal[0], rows), j: clamp(goal[1], columns) };
}

/**
 * The same in a list, through which the arrows of both directions go.
 * @param {KeyboardEvent} event @param {number} at @param {number} n
 */
export function movedInList(event, at, n) {
  const goal = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: n - 1,
  }[event.key];
  if (goal === undefined) return null;
  event.preventDefault();
  return clamp(goal, n);
}

/**
 * The same in a row of tabs, whose ends meet (ARIA authoring practices).
 * @param {KeyboardEvent} event @param {number} at @param {number} n
 */
export function movedInTabs(event, at, n) {
  const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: n - 1 }[
    event.key
  ];
  if (goal === undefined) return null;
  event.preventDefault();
  return (goal + n) % n;
}

/** @param {number} x @param {number} n @returns {number} 0 … n - 1 */
export const clamp = (x, n) => Math.max(0, Math.min(n - 1, x));

/** @param {KeyboardEvent} event its default is prevented if it is Enter or Space */
export function isPress(event) {
  const is = event.key === 'Enter' || event.key === ' ';
  if (is) event.preventDefault();
  return is;
}

/**
 * @param {object} grid @param {string} grid.label @param {number} grid.rows
 * @param {number} grid.columns @param {{ i: number, j: number }} grid.place of the cell
 * @param {string} grid.cellLabel @param {(event: KeyboardEvent) => void} grid.onKey
 * @param {() => void} grid.onFocus @param {() => void} [grid.onBlur]
 */
export const gridOfOne = ({
  label,
  rows,
  columns,
  place: { i, j },
  cellLabel,
  ...on
}) =>
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
          aria-label=${cellLabel}
          @focus=${on.onFocus}
          @blur=${on.onBlur}
        ></div>`,
      )}
    </div>
  </div>`;

/** Places an element over a drawing. @param {HTMLElement} element
 * @param {number} left @param {number} top @param {number} width @param {number} height CSS pixels */
export function placeAt({ style }, left, top, width, height) {
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
