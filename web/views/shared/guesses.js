// SPDX-License-Identifier: MIT
// Next-character bars: the likeliest characters as a table whose bars start at zero, one
// column for each moment or stage, the true one outlined.
import { css, html } from 'lit';
import { likeliest } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';

const SHOWN = 8;

/**
 * @param {object} x
 * @param {import('../../i18n/index.js').Strings} x.t
 * @param {import('../../i18n/format.js').Format} x.format
 * @param {string[]} x.names by token
 * @param {{ label: string, p: number[] }[]} x.columns
 * @param {number} x.truth token, -1: none
 * @param {string} x.label of the table
 */
export function guesses({ t, format, names, columns, truth, label }) {
  const shown = new Set(likeliest(columns[0].p).slice(0, SHOWN));
  for (const n of likeliest(columns[columns.length - 1].p).slice(0, 2)) shown.add(n);
  if (truth >= 0) shown.add(truth);
  const others = columns.map(({ p }) =>
    p.reduce((sum, x, n) => (shown.has(n) ? sum : sum + x), 0),
  );
  return html`<table class="guesses" part="table" aria-label=${label}>
    <thead>
      <tr>
        <th scope="col">${t.nextToken.character}</th>
        ${columns.map((column) => html`<th scope="col">${column.label}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${[...shown].map(
        (n) =>
          html`<tr class=${n === truth ? 'truth' : ''}>
            <th scope="row">
              ${visible(names[n] ?? '')}${n === truth ? html`<span class="hidden">${t.nextToken.truth}</span>` : ''}
            </th>
            ${columns.map(({ p }) => html`<td>${bar(p[n])}${format.share(p[n])}</td>`)}
          </tr>`,
      )}
      <tr>
        <th scope="row" class="rest">${t.nextToken.others}</th>
        ${others.map((p) => html`<td>${bar(p)}${format.percent(p)}</td>`)}
      </tr>
    </tbody>
  </table>`;
}

/** @param {number} p */
const bar = (p) =>
  html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width=${(100 * p).toFixed(2)} height="10"></rect>
  </svg>`;

guesses.styles = css`
  .guesses {
    inline-size: 100%;
    max-inline-size: 40rem;
  }
  .guesses tbody th {
    font: 400 1rem/1.3 var(--mono);
  }
  .guesses tbody .rest {
    font: 400 0.8125rem/1.3 var(--sans);
  }
  .guesses svg {
    display: block;
    inline-size: 100%;
    block-size: 0.5rem;
    background: var(--sunk);
  }
  .guesses rect {
    fill: var(--accent);
  }
  .guesses .truth {
    outline: 2px solid var(--ink);
    outline-offset: -1px;
  }
  .guesses .truth th {
    font-weight: 700;
    padding-inline-start: 0.25rem;
  }
`;
