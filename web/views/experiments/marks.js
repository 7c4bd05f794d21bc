// SPDX-License-Identifier: MIT
// How the lines of an experiment are told apart: by shape and dash, and by colour besides.
import { html, svg, unsafeCSS } from 'lit';

/** @typedef {{ ink: string, dash: string, shape: keyof typeof SHAPES }} Mark */

/** Outlines around the origin for a radius of 1. */
const SHAPES = {
  circle: (/** @type {number} */ r) =>
    `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`,
  square: (/** @type {number} */ r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`,
  diamond: (/** @type {number} */ r) =>
    `M0 ${-1.3 * r}L${1.3 * r} 0L0 ${1.3 * r}L${-1.3 * r} 0Z`,
  triangle: (/** @type {number} */ r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}Z`,
};

/** @type {Mark[]} */
const MARKS = [
  { ink: 'ink-2', dash: '6 4', shape: 'square' },
  { ink: 'accent', dash: '', shape: 'circle' },
  { ink: 'head-2', dash: '2 3', shape: 'diamond' },
  { ink: 'head-3', dash: '9 3 2 3', shape: 'triangle' },
  { ink: 'head-1', dash: '4 2', shape: 'square' },
  { ink: 'head-4', dash: '', shape: 'diamond' },
  { ink: 'head-5', dash: '2 3', shape: 'circle' },
  { ink: 'head-6', dash: '6 4', shape: 'triangle' },
];

/** @param {number} line @param {number} n lines of the chart @returns {Mark} */
export const markOf = (line, n) => MARKS[n === 1 ? 1 : line % MARKS.length];

const RADIUS = 3.4;

/** @param {Mark} mark @param {number} x @param {number} y */
export const dot = ({ ink, shape }, x, y) =>
  svg`<path
    class="mark ${shape} ${ink}"
    transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"
    d=${SHAPES[shape](RADIUS)}
  ></path>`;

/** Beside the name of a line. @param {number} line @param {number} n lines of the chart */
export const lineKey = (line, n) =>
  html`<svg class="key" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    ${dot(markOf(line, n), 6, 6)}
  </svg>`;

/** One that diverged. @param {number} x @param {number} y */
export const cross = (x, y) =>
  svg`<path class="lost" d="M${(x - 4).toFixed(1)} ${(y - 4).toFixed(1)}l8 8m0 -8l-8 8"></path>`;

/** A class for the colour of each mark. */
export const colours = unsafeCSS(
  [...new Set(MARKS.map(({ ink }) => `.${ink}{--mark:var(--${ink})}`))].join(''),
);
