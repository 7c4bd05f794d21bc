// SPDX-License-Identifier: MIT
// Pictures of a head's tile: the history of a score with a line for chance, and the mean weight
// by distance. All on one scale, 0 to 1.
import { prepare } from '../../draw/canvas.js';

/** @typedef {{ line: string, chance: string, ground: string }} SparkInks */

/** Height of a value from the top. @param {number} value @param {number} height */
const sparkY = (value, height) =>
  1 + (height - 2) * (1 - Math.max(0, Math.min(1, value)));

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} values oldest first; NaN: nothing to say
 * @param {number} chance @param {number} width @param {number} height
 * @param {number} count of reports across the width
 * @param {SparkInks} inks
 */
export function drawCourse(canvas, values, chance, width, height, count, inks) {
  const ctx = prepare(canvas, width, height);
  if (!ctx) return;
  ctx.fillStyle = inks.ground;
  ctx.fillRect(0, 0, width, height);
  ctx.strokeStyle = inks.chance;
  ctx.setLineDash([3, 2]);
  ctx.beginPath();
  ctx.moveTo(0, sparkY(chance, height));
  ctx.lineTo(width, sparkY(chance, height));
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.strokeStyle = inks.line;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  // A short history fills the width as it grows; later the oldest reports leave on the left.
  const step = width / Math.max(1, Math.min(count, Math.max(values.length - 1, 12)));
  values.forEach((value, n) => {
    if (Number.isFinite(value)) ctx.lineTo(n * step, sparkY(value, height));
  });
  ctx.stroke();
}

/**
 * Nearest on the left: the character itself, one back, two back, …
 * @param {HTMLCanvasElement} canvas
 * @param {Float32Array} values mean weight by distance
 * @param {number} side @param {(value: number) => number} scale @param {SparkInks} inks
 */
export function drawByDistance(canvas, values, side, scale, inks) {
  const ctx = prepare(canvas, side, side);
  if (!ctx) return;
  const step = side / values.length;
  ctx.fillStyle = inks.line;
  values.forEach((value, d) => {
    const height = scale(value) * side;
    ctx.fillRect(d * step, side - height, Math.max(1, step - 0.5), height);
  });
}
