// SPDX-License-Identifier: MIT
// How a measured figure is written, and a table of them.

/** @typedef {Record<string, any>} File what a bench left in bench/results */

/** Three digits that count. @param {number} x */
export const short = (x) =>
  x >= 99.95 ? Math.round(x).toLocaleString('en') : x.toPrecision(x < 9.995 ? 2 : 3);

/** A small number; none at all when it is the same bytes. @param {number} x */
export const within = (x) => (x === 0 ? '0' : x.toExponential(0));

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;

/** @param {string[]} head @param {string[][]} rows */
export const table = (head, rows) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

/** @param {boolean} good */
export const verdict = (good) => (good ? 'met' : '**missed**');

/** @param {File} file */
export const whereAndWhen = ({ date, machine, node }) =>
  `${date.slice(0, 10)}, ${machine.cpu}, ${machine.threads} cores, Node ${node}`;
