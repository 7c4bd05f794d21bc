// SPDX-License-Identifier: MIT
// The figure of bench/parts.js: a line a part, how much sooner the loss is reached with it.

import { median } from '../steps.js';

/** @typedef {import('../words.js').File} File */

const WIDTH = 720;
const LEFT = 232;
const RIGHT = 24;
const ROW = 26;
const TOP = 58;
/** Times as soon at both ends of the axis, which is logarithmic. */
const [LOW, HIGH] = [0.5, 2];
const TICKS = [0.5, 0.7, 1, 1.4, 2];

/** @param {number} gain */
const x = (gain) => {
  const share = Math.log(gain / LOW) / Math.log(HIGH / LOW);
  return LEFT + Math.min(1, Math.max(0, share)) * (WIDTH - LEFT - RIGHT);
};
const px = (/** @type {number} */ at) => at.toFixed(1);

/** The seeds as a line from the least to the most, the median as a dot.
 * @param {number[]} gains @param {number} y @param {string} name a class */
const spread = (gains, y, name) =>
  `<path class="${name}" d="M${px(x(Math.min(...gains)))} ${y}H${px(x(Math.max(...gains)))}"/>` +
  `<circle class="${name}" cx="${px(x(median(gains)))}" cy="${y}" r="4"/>`;

/** @param {File} part @param {number} i */
function row({ name, in_recipe: isIn, gain_in_steps: steps, gain_in_time: time }, i) {
  const y = TOP + i * ROW + ROW / 2;
  return (
    `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${name}${isIn ? '' : ' *'}</text>` +
    spread(steps, y - 4, 'steps') +
    spread(time, y + 4, 'time')
  );
}

/** @param {File} parts the results file @returns {string} SVG */
export function partsFigure({ results, seeds, loss }) {
  const bottom = TOP + results.length * ROW;
  const ticks = TICKS.map(
    (gain) =>
      `<path class="tick${gain === 1 ? ' even' : ''}" d="M${px(x(gain))} ${TOP}V${bottom}"/>` +
      `<text x="${px(x(gain))}" y="${bottom + 18}" text-anchor="middle">× ${gain}</text>`,
  );
  /** @param {number} at @param {string} name @param {string} words */
  const key = (at, name, words) =>
    `<circle class="${name}" cx="${at}" cy="40" r="4"/><text x="${at + 10}" y="44">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 52}" role="img" aria-label="How much sooner the loss of letter triples is reached with each part of the recipe">
<style>
  text { font: 13px system-ui, sans-serif; fill: #222 }
  path { stroke-width: 2; fill: none }
  .steps { stroke: #2563eb; fill: #2563eb }
  .time { stroke: #c2410c; fill: #c2410c }
  .tick { stroke: #ddd; stroke-width: 1 }
  .even { stroke: #888 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd }
    .steps { stroke: #7aa2ff; fill: #7aa2ff }
    .time { stroke: #f59e6b; fill: #f59e6b }
    .tick { stroke: #444 }
    .even { stroke: #999 }
  }
</style>
<text x="16" y="20">The loss of letter triples (${loss.toFixed(2)} held out, the fables) is reached so many times as soon with each part</text>
${key(LEFT, 'steps', 'in steps')}${key(LEFT + 100, 'time', `in time; ${seeds} seeds: line from least to most, dot the median`)}
${ticks.join('\n')}
${results.map(row).join('\n')}
<text x="16" y="${bottom + 42}">* not in the recipe of the page</text>
</svg>
`;
}
