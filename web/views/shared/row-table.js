// SPDX-License-Identifier: MIT
// What stands under pictures of numbers: some of them as a table, all of them as a file.
import { html } from 'lit';
import { csv } from '../../draw/series.js';
import { download } from './view.js';

/** @typedef {{ name: string, value: number }} Named */

/** @param {import('../../../wasm/engine/tables.js').Table} table @param {number} i row
 * @param {string[]} columns @returns {Named[]} largest first */
export const ordered = ({ columns: n, data }, i, columns) =>
  columns
    .map((name, j) => ({ name, value: data[i * n + j] }))
    .sort((a, b) => b.value - a.value);

/** @param {Named[]} named @param {import('../../i18n/format.js').Format} format */
export const rowTable = (named, format) =>
  html`<table part="table" aria-labelledby="row-title">
    <tbody>
      ${named.map(
        ({ name, value }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${format.signed(value)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/**
 * @param {import('../../app/app.js').App} app
 * @param {string} file its name says what is in it
 * @param {() => Record<string, ArrayLike<number | string | null>>} all columns of the file
 * @param {string} title
 * @param {unknown} table
 * @param {boolean} [open]
 */
export const numbersOf = ({ t }, file, all, title, table, open = false) =>
  html`<details ?open=${open}>
      <summary>${title}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${title}>${table}</div>
    </details>
    <button
      class="small"
      id="csv"
      @click=${() => download(csv(all()), `glassformer-${file}.csv`, 'text/csv')}
    >
      ${t.embeddings.csv}
    </button>`;
