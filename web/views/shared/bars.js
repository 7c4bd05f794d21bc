// SPDX-License-Identifier: MIT
// Tables with bars that start at zero: one bar a row, or next-token probabilities in a column
// for each moment or stage.
import { css, html, nothing, svg } from 'lit';
import { likeliest } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { table } from './tables.js';

/** Tokens listed: the likeliest of the first column. */
const LISTED = 8;

/** @param {number} share 0 … 1 @param {unknown} [mark] more of the picture, 100 × 10 */
export const bar = (share, mark = nothing) =>
  html`<svg
    class="bar"
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect width=${(100 * Math.max(0, share || 0)).toFixed(2)} height="10"></rect>
    ${mark}
  </svg>`;

/** A tick of a bar. @param {number} share 0 … 1 */
export const barTick = (share) =>
  svg`<rect class="tick" x=${(share * 100).toFixed(2)} height="10" width="0.6"></rect>`;

/**
 * @param {string} label of the table
 * @param {[string, string]} head names of the columns
 * @param {{ name: string, value: number, words: string }[]} rows value: length of the bar
 * @param {number} [most] end of the scale; default: the largest value
 */
export function barTable(label, head, rows, most) {
  const end = most ?? Math.max(...rows.map(({ value }) => value), 1e-12);
  const cells = rows.map(({ name, value, words }) => [name, bar(value / end), words]);
  return table({ label, className: 'bar-table', head, wide: 1, rows: cells });
}

/**
 * @param {object} x @param {import('../../i18n/index.js').Strings} x.t
 * @param {import('../../i18n/format.js').Format} x.format
 * @param {string[]} x.names by token
 * @param {{ label: string, p: number[] }[]} x.columns
 * @param {number} x.truth the token that is right, outlined; -1: none
 * @param {string} x.label of the table
 * @param {[string, string]} x.units
 */
export function guesses({ t, format, names, columns, truth, label, units }) {
  const shown = new Set(likeliest(columns[0].p, LISTED));
  for (const n of likeliest(columns[columns.length - 1].p, 2)) shown.add(n);
  if (truth >= 0) shown.add(truth);
  /** @type {unknown[][]} */
  const rows = [...shown].map((n) => [
    html`${visible(names[n] ?? '')}${n === truth ? html`<span class="hidden">${t.nextToken.truth}</span>` : ''}`,
    ...columns.map(({ p }) => [bar(p[n]), format.share(p[n])]),
  ]);
  const others = columns.map(({ p }) =>
    p.reduce((sum, x, n) => (shown.has(n) ? sum : sum + x), 0),
  );
  rows.push([t.nextToken.others, ...others.map((p) => [bar(p), format.chance(p)])]);
  return table({
    ...{ label, className: 'guesses', rows },
    head: [units[0], ...columns.map((column) => column.label)],
    kinds: [...[...shown].map((n) => (n === truth ? 'truth' : '')), 'rest'],
  });
}

export const barStyles = css`
  .bar {
    display: block;
    inline-size: 100%;
    block-size: 0.75rem;
  }
  .bar rect {
    fill: var(--accent);
  }
  .bar .tick {
    fill: var(--ink);
  }
  .bar-table,
  .guesses {
    inline-size: 100%;
    max-inline-size: 40rem;
  }
  .bar-table {
    margin-block: 0.5rem;
  }
  .bar-table tbody th {
    font-weight: 400;
    overflow-wrap: anywhere;
    min-inline-size: 6.25rem;
  }
  .bar-table td:nth-child(2) {
    inline-size: 40%;
    min-inline-size: 4rem;
  }
  .bar-table .bar,
  .guesses .bar {
    block-size: 0.625rem;
    background: var(--sunk);
  }
  .guesses tbody th {
    font: 400 1rem/1.3 var(--mono);
  }
  .guesses .rest th {
    font: 400 0.8125rem/1.3 var(--sans);
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
