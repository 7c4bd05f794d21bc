// SPDX-License-Identifier: MIT
// A table whose numbers have bars beside them, all from zero on one scale.
import { css, html } from 'lit';

/**
 * @param {string} label of the table
 * @param {[string, string]} heads names of the columns
 * @param {{ name: string, value: number, words: string }[]} rows value: the bar's length
 * @param {number} [most] end of the scale; default: the largest
 */
export function barTable(label, heads, rows, most) {
  const end = most ?? Math.max(...rows.map(({ value }) => value), 1e-12);
  return html`<table class="bar-table" part="table" aria-label=${label}>
    <thead>
      <tr>
        <th scope="col">${heads[0]}</th>
        <th scope="col" colspan="2">${heads[1]}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, value, words }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="bar">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  width=${((100 * Math.max(0, value)) / end).toFixed(2)}
                  height="10"
                ></rect>
              </svg>
            </td>
            <td>${words}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

barTable.styles = css`
  .bar-table {
    inline-size: 100%;
    max-inline-size: 40rem;
    margin-block: 0.5rem;
  }
  .bar-table tbody th {
    font-weight: 400;
    overflow-wrap: anywhere;
    min-inline-size: 6.25rem;
  }
  .bar-table .bar {
    inline-size: 40%;
    min-inline-size: 4rem;
  }
  .bar-table svg {
    display: block;
    inline-size: 100%;
    block-size: 0.625rem;
    background: var(--sunk);
  }
  .bar-table rect {
    fill: var(--accent);
  }
`;
