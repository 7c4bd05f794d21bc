// SPDX-License-Identifier: MIT
// Some numbers of a row of a drawn table, with their names, largest first.
import { html } from 'lit';

/** @typedef {{ name: string, value: number }} Named */

/** @param {import('../../wasm/answer.js').Table} table @param {number} i row
 * @param {string[]} columns @returns {Named[]} largest first */
export const ordered = ({ columns: n, data }, i, columns) =>
  columns
    .map((name, j) => ({ name, value: data[i * n + j] }))
    .sort((a, b) => b.value - a.value);

/** @param {Named[]} named @param {import('../format.js').Format} format */
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
