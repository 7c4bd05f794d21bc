// SPDX-License-Identifier: MIT
// The legend of a colour scale.
import { LEVELS, toCss } from './palette.js';

/** Smallest size of characters in pictures, CSS pixels. */
export const LABEL_PX = 12;

/**
 * The colour scale with labelled ticks.
 * @param {CanvasRenderingContext2D} ctx scaled to CSS pixels and cleared
 * @param {number} width @param {import('./palette.js').Triple[]} colours LEVELS entries
 * @param {(value: number) => number} scale
 * @param {{ at: number, label: string }[]} ticks @param {{ quiet: string, font: string }} inks
 */
export function drawLegend(ctx, width, colours, scale, ticks, inks) {
  const inner = width - 2 * LABEL_PX;
  for (let x = 0; x < inner; x++) {
    ctx.fillStyle = toCss(colours[Math.round((x / (inner - 1)) * (LEVELS - 1))]);
    ctx.fillRect(LABEL_PX + x, 0, 1, 10);
  }
  ctx.strokeStyle = inks.quiet;
  ctx.lineWidth = 1;
  ctx.strokeRect(LABEL_PX - 0.5, 0.5, inner + 1, 10);
  ctx.font = `${LABEL_PX}px ${inks.font}`;
  ctx.fillStyle = inks.quiet;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const { at, label } of ticks) {
    const x = LABEL_PX + scale(at) * inner;
    ctx.fillRect(x - 0.5, 10, 1, 4);
    ctx.fillText(label, x, 15);
  }
}
