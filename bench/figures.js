// SPDX-License-Identifier: MIT
// Pictures of what bench/attention.js and bench/parts.js measured, as SVG that follows light
// and dark pages. All axes of values are logarithmic.

import { median } from './steps.js';
import { flatMap, map } from './words.js';

/** @import { File } from './words.js' */

/** a and b: what is compared; s: what stands at axes, g: their lines. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1c2733 }
  path { fill: none; stroke-width: 2 }
  .a { stroke: #1f5fa8; fill: #1f5fa8 }
  .b { stroke: #b4540a; fill: #b4540a }
  .s { font-size: 11px; fill: #4a5a69 }
  .g { stroke: #d4dae0; stroke-width: 1 }
  .even { stroke: #888 }
  text.a, text.b { stroke: none }
  path.a, path.b { fill: none }
  .mid { text-anchor: middle }
  .end { text-anchor: end }
  .head { font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .a { stroke: #7db4f0; fill: #7db4f0 }
    .b { stroke: #f0a35e; fill: #f0a35e }
    .s { fill: #a9b8c6 }
    .g { stroke: #38424d }
    .even { stroke: #999 }
  }
`;

/** @param {number} width @param {number} height @param {string} title for those who do not see
 * it @param {string[]} parts */
const picture = (width, height, title, parts) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t">`,
    `<title id="t">${title}</title>`,
    `<style>${STYLE}</style>`,
    ...parts,
    '</svg>\n',
  ].join('\n');

const px = (/** @type {number} */ x) => Number(x.toFixed(1));

/** @param {string} name classes @param {number} x @param {number} y @param {string} words */
const text = (name, x, y, words) =>
  `<text class="${name}" x="${px(x)}" y="${px(y)}">${words}</text>`;

/** @param {string} name @param {number[][]} points */
const line = (name, ...points) =>
  `<path class="${name}" d="M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}"/>`;

/** @param {string} name @param {number} x @param {number} y @param {number} r */
const dot = (name, x, y, r) =>
  `<circle class="${name}" cx="${px(x)}" cy="${px(y)}" r="${r}"/>`;

/** Where values are on an axis. @param {number[]} ticks the first and last at its ends
 * @param {number} from @param {number} to */
function axis(ticks, from, to) {
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  return (/** @type {number} */ value) =>
    from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}

// ---- simple and fused attention ------------------------------------------------------

const PANEL = { width: 300, height: 240, left: 46, right: 238, top: 34, bottom: 200 };
const BASE = { C: 64, T: 64, H: 4 };

/** @param {string} letter what grows @param {File} rows @param {number[]} ticks ms
 * @param {number} index */
function panel(letter, rows, ticks, index) {
  const { left, right, top, bottom } = PANEL;
  const sizes = map(rows, (row) => row[letter]);
  const atX = axis(sizes, left, right);
  const atY = axis(ticks, bottom, top);
  const others = Object.entries(BASE).filter(([name]) => name !== letter);
  const rest = others.map(([name, value]) => `${name} ${value}`).join(' and ');
  const last = rows.at(-1);
  const lines = ['simple', 'fused'].flatMap((name, i) => {
    const points = map(rows, (row) => [atX(row[letter]), atY(row[`${name}_ms`])]);
    const isLarger = last[`${name}_ms`] === Math.max(last.simple_ms, last.fused_ms);
    const y = points[points.length - 1][1] + (isLarger ? 1 : 9);
    const kind = 'ab'[i];
    const dots = points.map(([x, y]) => dot(kind, x, y, 2.5));
    return [line(kind, ...points), ...dots, text(kind, right + 7, y, name)];
  });
  return [
    `<g transform="translate(${index * PANEL.width} 0)">`,
    text('head', left, top - 14, `${letter} grows`),
    text('s mid', (left + right) / 2, bottom + 32, `${letter}, with ${rest}`),
    ...sizes.map((size) => text('s mid', atX(size), bottom + 15, size)),
    ...ticks.map((ms) => line('g', [left, atY(ms)], [right, atY(ms)])),
    ...ticks.map((ms) => text('s end', left - 6, atY(ms) + 4, String(ms))),
    ...lines,
    '</g>',
  ].join('\n');
}

/** @param {File} attention the results file */
export function attentionFigure(attention) {
  const letters = Object.keys(BASE);
  const rows = letters.flatMap((letter) => attention[letter]);
  const all = flatMap(rows, (row) => [row.simple_ms, row.fused_ms].map(Math.log10));
  const [low, high] = [Math.floor(Math.min(...all)), Math.ceil(Math.max(...all))];
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const title =
    'Milliseconds of a training step with simple and with fused attention as width, ' +
    'context and number of heads grow';
  return picture(PANEL.width * letters.length, PANEL.height, title, [
    ...letters.map((letter, i) => panel(letter, attention[letter], powers, i)),
    `<g transform="translate(12 ${PANEL.height / 2}) rotate(-90)">`,
    `${text('s mid', 0, 0, 'ms a step')}</g>`,
  ]);
}

// ---- parts of the recipe -------------------------------------------------------------

const PARTS = { width: 720, left: 232, right: 696, row: 26, top: 58 };
/** Times as soon. */
const TICKS = [0.5, 0.7, 1, 1.4, 2];

/** A line a part, how much sooner the loss is reached with it: over the seeds from the least
 * to the most, the median as a dot. @param {File} parts the results file */
export function partsFigure({ results, seeds, loss }) {
  const { width, left, right, top } = PARTS;
  const bottom = top + results.length * PARTS.row;
  const at = axis(TICKS, left, right);
  const inside = (/** @type {number} */ gain) =>
    Math.min(right, Math.max(left, at(gain)));
  /** @param {string} name @param {number[]} gains @param {number} y */
  const spread = (name, gains, y) => {
    const range = [Math.min(...gains), Math.max(...gains)].map((x) => [inside(x), y]);
    return line(name, ...range) + dot(name, inside(median(gains)), y, 4);
  };
  const rows = map(results, (part, i) => {
    const y = top + (i + 0.5) * PARTS.row;
    return [
      text('end', left - 12, y + 4, `${part.name}${part.in_recipe ? '' : ' *'}`),
      spread('a', part.gain_in_steps, y - 4),
      spread('b', part.gain_in_time, y + 4),
    ].join('\n');
  });
  const ticks = TICKS.map((gain) => {
    const [name, x] = [gain === 1 ? 'g even' : 'g', at(gain)];
    return (
      line(name, [x, top], [x, bottom]) + text('s mid', x, bottom + 18, `× ${gain}`)
    );
  });
  const what = `The loss of letter triples (${loss.toFixed(2)} held out, the fables) is reached so many times as soon with each part`;
  const key = `in time; ${seeds} seeds: line from least to most, dot the median`;
  const title =
    'How much sooner the loss of letter triples is reached with each part of the recipe';
  return picture(width, bottom + 52, title, [
    text('what', 16, 20, what),
    dot('a', left, 40, 4) + text('key', left + 10, 44, 'in steps'),
    dot('b', left + 100, 40, 4) + text('key', left + 110, 44, key),
    ...ticks,
    ...rows,
    text('s', 16, bottom + 42, '* not in the recipe of the page'),
  ]);
}
