// SPDX-License-Identifier: MIT
// The map of token embeddings: points whose outline and colour say their class, and their
// trails. Pure functions of data and geometry.

/** Radius of a point, CSS pixels. */
const POINT_PX = 9;
const FONT_PX = 12;

/** @typedef {{ rows: number, data: Float32Array }} Points x, y of each */

/** Corners of an outline, on a circle of radius 1. */
const corners = (/** @type {number} */ n, /** @type {number} */ turn) =>
  Array.from({ length: n }, (_, k) => {
    const angle = 2 * Math.PI * (k / n + turn);
    return [Math.sin(angle), -Math.cos(angle)];
  });

/** Class → outline (no corners: a circle) and colour of theme.js. @type {Record<string, { ink: string, corners: number[][] }>} */
const OUTLINES = {
  vowel: { ink: 'key', corners: [] },
  consonant: { ink: 'query', corners: corners(4, 1 / 8) },
  digit: { ink: 'value', corners: corners(4, 0) },
  punctuation: { ink: 'accent', corners: corners(3, 0) },
  space: { ink: 'ink-2', corners: corners(3, 1 / 2) },
  newline: { ink: 'ink-2', corners: corners(3, 1 / 2) },
  other: { ink: 'ink-3', corners: corners(6, 0) },
};

/**
 * Places on a canvas: one scale on both axes, the middle of the plane in the middle.
 * @param {Points[]} all shown together
 * @param {number} width @param {number} height
 * @returns {(points: Points, n: number) => [number, number]} CSS pixels
 */
export function placing(all, width, height) {
  let [right, down] = [1e-12, 1e-12];
  for (const { data } of all) {
    for (let k = 0; k < data.length; k += 2) {
      right = Math.max(right, Math.abs(data[k]));
      down = Math.max(down, Math.abs(data[k + 1]));
    }
  }
  const margin = 2 * POINT_PX;
  const scale = Math.min((width / 2 - margin) / right, (height / 2 - margin) / down);
  return ({ data }, n) => [
    width / 2 + scale * data[2 * n],
    height / 2 - scale * data[2 * n + 1],
  ];
}

/** @param {CanvasRenderingContext2D} ctx @param {string} kind @param {number} x @param {number} y
 * @param {number} r */
function outline(ctx, kind, x, y, r) {
  const points = (OUTLINES[kind] ?? OUTLINES.other).corners;
  ctx.beginPath();
  if (points.length === 0) ctx.arc(x, y, r, 0, 2 * Math.PI);
  for (const [dx, dy] of points) ctx.lineTo(x + 1.25 * r * dx, y + 1.25 * r * dy);
  ctx.closePath();
}

/**
 * @param {CanvasRenderingContext2D} ctx scaled to CSS pixels and cleared
 * @param {object} picture
 * @param {Points[]} picture.trail oldest first, the last one is now
 * @param {string[]} picture.names visible
 * @param {string[]} picture.kinds by token
 * @param {number} picture.chosen -1: none
 * @param {number} picture.width @param {number} picture.height
 * @param {(name: string) => string} ink of theme.js
 */
export function drawMap(ctx, { trail, names, kinds, chosen, width, height }, ink) {
  const at = placing(trail, width, height);
  const now = trail[trail.length - 1];
  const order = names.map((_, n) => n).filter((n) => n !== chosen);
  if (chosen >= 0) order.push(chosen);
  ctx.lineWidth = 1;
  for (const n of order) {
    ctx.strokeStyle = ink((OUTLINES[kinds[n]] ?? OUTLINES.other).ink);
    ctx.lineWidth = n === chosen ? 2.5 : 1;
    ctx.beginPath();
    for (const points of trail) ctx.lineTo(...at(points, n));
    ctx.stroke();
  }
  ctx.font = `${FONT_PX}px ${ink('mono')}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const n of order) {
    const [x, y] = at(now, n);
    const isChosen = n === chosen;
    outline(ctx, kinds[n], x, y, isChosen ? POINT_PX + 2 : POINT_PX);
    ctx.fillStyle = ink(isChosen ? 'accent-soft' : 'pane');
    ctx.fill();
    ctx.strokeStyle = ink((OUTLINES[kinds[n]] ?? OUTLINES.other).ink);
    ctx.lineWidth = isChosen ? 3 : 1.5;
    ctx.stroke();
    ctx.fillStyle = ink('ink');
    ctx.fillText(names[n], x, y);
  }
}

/** @param {Points} points @param {number} n
 * @returns {number[]} the others, nearest first */
export function neighbours({ rows, data }, n) {
  const far = (/** @type {number} */ k) =>
    Math.hypot(data[2 * k] - data[2 * n], data[2 * k + 1] - data[2 * n + 1]);
  return Array.from({ length: rows }, (_, k) => k)
    .filter((k) => k !== n)
    .sort((a, b) => far(a) - far(b) || a - b);
}

/** @param {Points} points @param {number} n */
function nearest({ rows, data }, n) {
  let best = -1;
  let least = Infinity;
  for (let k = 0; k < rows; k++) {
    const [dx, dy] = [data[2 * k] - data[2 * n], data[2 * k + 1] - data[2 * n + 1]];
    const far = dx * dx + dy * dy;
    if (k === n || far >= least) continue;
    [best, least] = [k, far];
  }
  return best;
}

/**
 * How many points have one of their own class nearest, and how many would by chance.
 * @param {Points} points @param {string[]} kinds
 */
export function ownKind(points, kinds) {
  const n = kinds.length;
  /** @type {Record<string, number>} */
  const count = {};
  for (const kind of kinds) count[kind] = (count[kind] ?? 0) + 1;
  let found = 0;
  let chance = 0;
  for (let k = 0; k < n && n > 1; k++) {
    if (kinds[nearest(points, k)] === kinds[k]) found++;
    chance += (count[kinds[k]] - 1) / (n - 1);
  }
  return { found, chance };
}
