// SPDX-License-Identifier: MIT
// Tables of text and numbers, the fold they stand in, and the file beside them.
import { html, nothing } from 'lit';
import { NOTHING } from '../../draw/numbers.js';
import { smallButton } from './controls.js';
import { matrixColumns, saveCsv } from './save.js';

/** @param {readonly string[]} names of the columns; '': none
 * @param {boolean} [isHidden] spoken only @param {number} [wide] the name that is over two columns */
export const headOf = (names, isHidden = false, wide = -1) =>
  html`<thead class=${isHidden ? 'hidden' : nothing}>
    <tr>
      ${names.map((name, n) => (name === '' ? html`<td></td>` : html`<th scope="col" colspan=${n === wide ? 2 : nothing}>${name}</th>`))}
    </tr>
  </thead>`;

/**
 * @param {object} x @param {string} [x.id] @param {string} [x.label] spoken name
 * @param {string} [x.className]
 * @param {readonly string[]} [x.head] names of the columns; '': none
 * @param {boolean} [x.isHidden] spoken only @param {number} [x.wide] as headOf() has them
 * @param {unknown[][]} x.rows cells; the first names the row @param {string[]} [x.kinds] classes
 */
export const table = ({ id, label, className, head, isHidden, wide, rows, kinds }) =>
  html`<table
    part="table"
    id=${id ?? nothing}
    class=${className ?? nothing}
    aria-label=${label ?? nothing}
  >
    ${head ? headOf(head, isHidden, wide) : nothing}
    <tbody>
      ${rows.map(
        ([name, ...cells], n) =>
          html`<tr class=${kinds?.[n] || nothing}>
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

/** Hears of a fold whether it is open. @param {(isOpen: boolean) => void} hear */
export const toggled =
  (hear) =>
  (/** @type {any} */ { target }) =>
    hear(target.open);

/** @param {import('../../i18n/index.js').Strings} t @param {string} name of the file
 * @param {() => Parameters<typeof saveCsv>[1]} columns */
export const csvButton = (t, name, columns) =>
  smallButton('csv', t.shared.csv, () => saveCsv(name, columns()));

/** Of a matrix with names on both sides. @param {Parameters<typeof csvButton>[0]} t
 * @param {string} name @param {string[]} rows @param {string[]} columns
 * @param {import('../../../wasm/index.js').Table} matrix */
export const matrixButton = (t, name, rows, columns, { data, columns: n }) =>
  csvButton(t, name, () => matrixColumns(rows, columns, (i, j) => data[i * n + j]));

/** The ends of the colours of a matrix in words, where it is not all zero.
 * @param {import('./view.js').View} view @param {number} most as largest() has it */
export function endsOf({ t, format }, most) {
  const end = format.small(most);
  return most > NOTHING ? t.embeddings.scale(`−${end}`, `+${end}`) : '';
}

/** A row of a matrix by its columns, largest first.
 * @param {import('../../../wasm/index.js').Table} matrix @param {number} i
 * @param {string[]} columns @returns {[string, number][]} */
export const sortedRow = ({ columns: n, data }, i, columns) =>
  columns
    .map((name, j) => /** @type {[string, number]} */ ([name, data[i * n + j]]))
    .sort(([, a], [, b]) => b - a);
