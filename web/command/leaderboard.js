// SPDX-License-Identifier: MIT
// Marks as a leaderboard: those whose training repeats, best first, in one file that needs no other.
import { csv } from '../draw/series.js';
import { experimentIn } from '../assignments/experiment.js';
import { count, safe } from '../assignments/grade.js';
import { wordsIn } from '../lessons/lesson.js';
import { escaped } from '../lessons/report.js';

/** @import { Assignment } from '../assignments/assignment.js' */
/** @import { Mark } from '../assignments/grade.js' */
/** @import { Column } from '../draw/series.js' */

/** place: 1 is best. isTied: its seeds overlap with those of the one above it.
 * @typedef {{ place: number, isTied: boolean, who: string, mean: number, low: number,
 *   high: number, chosen: Record<string, number | string>, file: string }} Row */

/** @param {Assignment} assignment */
const isShare = (assignment) => experimentIn(assignment)?.measure === 'exact';

/** One row a learner, their best file. Equal ones share a place.
 * @param {Assignment} assignment @param {Mark[]} marks @returns {Row[]} */
export function ranked(assignment, marks) {
  const sign = isShare(assignment) ? -1 : 1;
  const all = marks
    .flatMap(({ score, who, file }) => (score ? [{ ...score, who, file }] : []))
    .sort((a, b) => sign * (a.mean - b.mean) || (a.who < b.who ? -1 : 1));
  const first = all.filter(
    ({ who }, n) => all.findIndex((each) => each.who === who) === n,
  );
  /** @type {Row[]} */
  const rows = [];
  for (const [n, each] of first.entries()) {
    const above = rows.at(-1);
    const isTied = Boolean(above && each.low <= above.high && above.low <= each.high);
    rows.push({ ...each, isTied, place: isTied && above ? above.place : n + 1 });
  }
  return rows;
}

const DECIMALS = 4;

/** @param {Row[]} rows @returns {string[]} names of the settings that were chosen */
const chosenIn = (rows) => [
  ...new Set(rows.flatMap(({ chosen }) => Object.keys(chosen))),
];

/** @param {string} table as CSV */
export const isLeaderboard = (table) => table.startsWith('place,tied,who,');

/** @param {Row[]} rows */
export const leaderboardCsv = (rows) =>
  csv([
    ['place', rows.map(({ place }) => place)],
    ['tied', rows.map(({ isTied }) => Number(isTied))],
    ['who', rows.map(({ who }) => safe(who))],
    ['mean', rows.map(({ mean }) => mean)],
    ['lowest', rows.map(({ low }) => low)],
    ['highest', rows.map(({ high }) => high)],
    ...chosenIn(rows).map(
      (name) =>
        /** @type {Column} */ ([name, rows.map(({ chosen }) => chosen[name] ?? '')]),
    ),
    ['file', rows.map(({ file }) => safe(file))],
  ]);

// Colours: those of the page, web/draw/theme.js.
const STYLE = `
:root { color-scheme: light dark; --ground: #f1f5f4; --ink: #14211f; --ink-2: #43504c; --line: #d9e1de; --accent: #0a6b60 }
@media (prefers-color-scheme: dark) { :root { --ground: #0c0f11; --ink: #e8eeec; --ink-2: #b3bdb9; --line: #252c30; --accent: #5fd0ba } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
h1 { font-size: 1.5rem; margin: 0 } p { color: var(--ink-2); max-width: 70ch }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .375rem .75rem; border-bottom: 1px solid var(--line); text-align: start }
.n { text-align: end } .first { font-weight: 600 }
.who { position: sticky; left: 0; background: var(--ground); overflow-wrap: anywhere; min-width: 6rem }
th button { all: unset; cursor: pointer; font-weight: 600; padding: .5rem 0; white-space: nowrap }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.who button::after, .n button::before { content: " ▲ "; color: transparent }
th[aria-sort] button::after, th[aria-sort] button::before { color: var(--accent) }
[aria-sort=descending].who button::after, [aria-sort=descending].n button::before { content: " ▼ " }
@media (max-width: 40rem) { th, td { padding: .375rem } .who { max-width: 9rem } }`;

/** Sorts by a column; the same again: the other way round. */
const SCRIPT = `
for (const button of document.querySelectorAll('th button'))
  button.addEventListener('click', () => {
    const head = button.closest('th');
    const way = head.ariaSort === 'ascending' ? -1 : 1;
    for (const each of head.parentNode.children) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', way > 0 ? 'ascending' : 'descending');
    const body = document.querySelector('tbody');
    const of = (row) => row.cells[head.cellIndex].dataset.value;
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [of(a), of(b)];
      return way * (isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y);
    });
    body.append(...rows);
  });`;

/** @param {Assignment} assignment @param {Mark[]} marks @param {Row[]} rows */
export function leaderboardPage(assignment, marks, rows) {
  const title = escaped(wordsIn(assignment.title, 'en'));
  const number = (/** @type {number} */ x) => x.toFixed(DECIMALS);
  const measured = isShare(assignment)
    ? 'Share of answers that are right as a whole; higher is better.'
    : 'Held-out loss in nats; lower is better.';
  const isOfSeeds = Boolean(assignment.experiment);
  /** @type {[name: string, isNumber: boolean, value: (row: Row) => string | number,
   *   shown: (row: Row) => string][]} */
  const columns = [
    ['Place', true, ({ place }) => place, ({ place, isTied }) => `${isTied ? '= ' : ''}${place}`],
    ['Who', false, ({ who }) => who, ({ who }) => who],
    [isOfSeeds ? 'Mean' : 'Result', true, ({ mean }) => mean, ({ mean }) => number(mean)],
  ]; // oxfmt-ignore
  if (isOfSeeds)
    columns.push(
      ['Lowest', true, ({ low }) => low, ({ low }) => number(low)],
      ['Highest', true, ({ high }) => high, ({ high }) => number(high)],
    );
  for (const name of chosenIn(rows)) {
    const value = (/** @type {Row} */ row) => row.chosen[name] ?? '';
    columns.push([name, true, value, (row) => String(value(row))]);
  }
  const left = marks.length - rows.length;
  const about = [
    measured,
    isOfSeeds ? '=: its seeds overlap with those of the place above.' : '',
    `${rows.length} of ${count(marks.length, 'file')}: every one was trained again and gave the same bytes.`,
    left > 0
      ? `Left out: ${left}, altered, unreadable, or a second one of a learner.`
      : '',
  ];
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style>
<h1>${title}</h1>
<p>${about.filter(Boolean).join(' ')}</p>
<div class="wide"><table>
<thead><tr>${columns.map(([name, isNumber], n) => `<th scope="col" class="${isNumber ? 'n' : 'who'}"${n === 0 ? ' aria-sort="ascending"' : ''}><button>${escaped(name)}</button></th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr${row.place === 1 ? ' class="first"' : ''}>${columns.map(([, isNumber, value, shown]) => `<td class="${isNumber ? 'n' : 'who'}" data-value="${escaped(String(value(row)))}">${escaped(shown(row))}</td>`).join('')}</tr>`).join('\n')}
</tbody></table></div>
<script>${SCRIPT}</script>
</html>
`;
}
