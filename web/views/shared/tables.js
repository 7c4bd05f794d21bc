// SPDX-License-Identifier: MIT
// Tables of text and numbers, the fold they stand in, and the file beside them.
import { html, nothing } from 'lit';
import { smallButton } from './controls.js';
import { saveCsv } from './save.js';

/** @param {readonly string[]} names of the columns; '': none
 * @param {boolean} [isHidden] spoken only */
export const headOf = (names, isHidden = false) =>
  html`<thead class=${isHidden ? 'hidden' : nothing}>
    <tr>
      ${names.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}
    </tr>
  </thead>`;

/**
 * @param {object} x @param {string} [x.id] @param {string} [x.label] spoken name
 * @param {string} [x.className]
 * @param {readonly string[]} [x.head] names of the columns; '': none
 * @param {unknown[][]} x.rows cells; the first names the row
 */
export const table = ({ id, label, className, head, rows }) =>
  html`<table
    part="table"
    id=${id ?? nothing}
    class=${className ?? nothing}
    aria-label=${label ?? nothing}
  >
    ${head ? headOf(head) : nothing}
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** A region that scrolls. @param {string} label @param {unknown} content */
export const scrolling = (label, content) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    ${content}
  </div>`;

/** @param {string} title @param {unknown} content */
export const folded = (title, content) =>
  html`<details>
    <summary>${title}</summary>
    ${scrolling(title, content)}
  </details>`;

/** @param {import('../../i18n/index.js').Strings} t @param {string} name of the file
 * @param {() => Parameters<typeof saveCsv>[1]} columns */
export const csvButton = (t, name, columns) =>
  smallButton('csv', t.shared.csv, () => saveCsv(name, columns()));

/** A row of a matrix by its columns, largest first.
 * @param {import('../../../wasm/index.js').Table} matrix @param {number} i
 * @param {string[]} columns @returns {[string, number][]} */
export const sortedRow = ({ columns: n, data }, i, columns) =>
  columns
    .map((name, j) => /** @type {[string, number]} */ ([name, data[i * n + j]]))
    .sort(([, a], [, b]) => b - a);
