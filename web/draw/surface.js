// SPDX-License-Identifier: MIT
// What drawings need of a canvas, so that the same code draws a picture of vectors as well.

/**
 * @typedef {Pick<CanvasRenderingContext2D, 'fillStyle' | 'strokeStyle' | 'globalAlpha' |
 *   'lineWidth' | 'lineCap' | 'font' | 'textAlign' | 'textBaseline' | 'beginPath' |
 *   'moveTo' | 'lineTo' | 'bezierCurveTo' | 'closePath' | 'rect' | 'roundRect' | 'fill' |
 *   'stroke' | 'fillRect' | 'fillText' | 'setLineDash' | 'save' | 'restore' | 'clip'>} Surface
 */

/** The colours and typefaces of a theme, by name. @typedef {(name: string) => string} Ink */

/** @param {Surface} ctx @param {string} colour @param {number} alpha
 * @param {number} x @param {number} y @param {number} width @param {number} height */
export function fillBox(ctx, colour, alpha, x, y, width, height) {
  ctx.fillStyle = colour;
  ctx.globalAlpha = alpha;
  ctx.fillRect(x, y, width, height);
  ctx.globalAlpha = 1;
}

/** Strokes the path begun. @param {Surface} ctx @param {string} colour
 * @param {number} alpha @param {number} width */
export function strokePath(ctx, colour, alpha, width) {
  ctx.strokeStyle = colour;
  ctx.globalAlpha = alpha;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** A frame inside of the given edge. @param {Surface} ctx @param {string} colour
 * @param {number} alpha @param {number} x @param {number} y
 * @param {number} width @param {number} height */
export function strokeBox(ctx, colour, alpha, x, y, width, height) {
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  strokePath(ctx, colour, alpha, 2);
}

/** Draws inside of a box only. @param {Surface} ctx @param {number} x @param {number} y
 * @param {number} width @param {number} height @param {() => void} draw */
export function clipped(ctx, x, y, width, height, draw) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}
