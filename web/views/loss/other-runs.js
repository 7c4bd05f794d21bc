// SPDX-License-Identifier: MIT
// Validation loss of other runs in the loss chart, told apart by dashes and names, never by
// colour alone.

/** @typedef {{ name: string, history: Record<string, number[]> }} Curve */

/** CSS pixels; repeated for more curves. */
const DASHES = [
  [7, 3],
  [2, 3],
  [9, 3, 2, 3],
  [4, 2],
];

/** The last step and the lowest loss. @param {Curve[]} curves */
export function reach(curves) {
  const steps = curves.map(({ history }) => history.valStep?.at(-1) ?? 0);
  const losses = curves.flatMap(({ history }) => history.valLoss ?? []);
  return { right: Math.max(0, ...steps), low: Math.min(Infinity, ...losses) };
}

/**
 * @param {import('../../draw/plot.js').Plot} plot @param {Curve[]} curves
 * @param {object} how @param {string} how.ink
 * @param {number} how.least drawn in place of step 0
 */
export function drawCurves(plot, curves, { ink, least }) {
  const ctx = plot.context;
  const ratio = devicePixelRatio;
  curves.forEach(({ history }, n) => {
    const { valStep = [], valLoss = [] } = history;
    const at = (/** @type {number} */ i) => ({
      x: plot.atX(Math.max(least, valStep[i])),
      y: plot.atY(valLoss[i]),
    });
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash(DASHES[n % DASHES.length].map((length) => length * ratio));
    ctx.beginPath();
    valStep.forEach((_, i) => ctx.lineTo(at(i).x, at(i).y));
    ctx.stroke();
  });
}
