// SPDX-License-Identifier: MIT
// The probabilities of the next token as bars: the model's own, and those it is drawn with after
// temperature, top-k and top-p. Tokens that are cut off are struck out.
import { css, html, nothing, svg } from 'lit';
import { likeliest, stages } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { table } from '../shared/tables.js';

/** @import { DrawnWith } from '../../state/types.js' */

/** Tokens listed, the likeliest first. */
const [ROWS, BRIEF_ROWS] = [10, 3];

/**
 * @param {object} x @param {import('../../i18n/index.js').Strings} x.t
 * @param {import('../../i18n/format.js').Format} x.format
 * @param {[string, string]} x.units
 * @param {string[]} x.names by token
 * @param {ArrayLike<number>} x.logits [V]
 * @param {DrawnWith} x.sampler
 * @param {number} [x.drawn] the token that was drawn, outlined
 * @param {boolean} [x.brief] the first three only
 */
export function distribution({
  t,
  format,
  units,
  names,
  logits,
  sampler,
  drawn = -1,
  brief = false,
}) {
  const [own, , , last] = stages(logits, sampler);
  const shown = likeliest(own, brief ? BRIEF_ROWS : ROWS);
  const [first] = shown;
  if (drawn >= 0 && !shown.includes(drawn)) shown.splice(-1, 1, drawn);
  const end = Math.max(own[first], ...shown.map((n) => last[n]));
  const rest = (/** @type {number[]} */ p) =>
    p.reduce((sum, x, n) => (shown.includes(n) ? sum : sum + x), 0);
  const spoken = (/** @type {string} */ words) =>
    html`<span class="hidden">${words}</span>`;
  const nameOf = (/** @type {number} */ n) => {
    const name = visible(names[n] ?? '');
    return html`${last[n] === 0 ? html`<s>${name}</s>${spoken(t.nextToken.cut)}` : name}${n === drawn ? spoken(t.nextToken.drawn) : nothing}`;
  };
  /** @param {unknown} name @param {number} p @param {number} q */
  const row = (name, p, q) => [
    name,
    bars(p / end, q / end),
    format.share(p),
    q === 0 ? '–' : format.share(q),
  ];
  const rows = shown.map((n) => row(nameOf(n), own[n], last[n]));
  if (!brief) rows.push(row(t.nextToken.others, rest(own), rest(last)));
  return table({
    className: 'distribution',
    label: t.nextToken.title(units),
    head: [units[0], '', t.nextToken.own, t.nextToken.drawnWith],
    isHidden: brief,
    rows,
    kinds: [...shown.map((n) => (n === drawn ? 'drawn' : '')), 'rest'],
  });
}

/** Before the cut as an outline, after it as a bar. @param {number} before 0 … 1
 * @param {number} after 0 … 1 */
const bars = (before, after) =>
  html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="before" width=${percent(before)} height="10"></rect>
      <rect class="after" y="2" width=${percent(after)} height="6"></rect>`}
  </svg>`;

const percent = (/** @type {number} */ share) =>
  (100 * Math.min(1, Math.max(0, share))).toFixed(2);

export const distributionStyles = css`
  .distribution {
    inline-size: 100%;
    table-layout: fixed;
  }
  .distribution th,
  .distribution td {
    padding: 0.125rem 0.25rem;
    border: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .distribution thead th {
    font-weight: 400;
    font-size: 0.75rem;
    color: var(--ink-3);
    padding-block-end: 0.25rem;
  }
  .distribution tr > :first-child {
    inline-size: 5.75rem;
    padding-inline-start: 0.5rem;
  }
  .distribution tr > :nth-child(n + 3) {
    inline-size: 4rem;
    text-align: end;
  }
  .distribution tbody th {
    font: 400 1rem/1.3 var(--mono);
    color: var(--ink);
  }
  .distribution tbody .rest th {
    font: 400 0.75rem/1.7 var(--sans);
    color: var(--ink-3);
  }
  .distribution s {
    color: var(--ink-3);
    text-decoration-thickness: 2px;
  }
  .distribution svg {
    display: block;
    inline-size: 100%;
    block-size: 0.875rem;
  }
  .distribution .before {
    fill: var(--line);
  }
  .distribution .after {
    fill: var(--bar);
  }
  .distribution .rest .after {
    fill: var(--ink-3);
  }
  .distribution .drawn {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
  }
  .distribution .drawn th {
    font-weight: 700;
  }
`;
