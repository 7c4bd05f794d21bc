// SPDX-License-Identifier: MIT
// Marks of the loss chart: labelled baselines, events, and the part where the text is learned
// by heart.

/**
 * @param {import('../../draw/plot.js').Plot} plot
 * @param {{ y: number, words: string, atLeft: boolean }[]} lines nats
 * @param {{ kind: string, step: number, loss: number }[]} events
 * @param {{ from?: number, words: string }} byHeart the shaded part, if there is one
 * @param {(name: string) => string} colour
 */
export function drawMarks(plot, lines, events, byHeart, colour) {
  const ctx = plot.context;
  const ratio = devicePixelRatio;
  const { left, width, top, height } = plot.box;
  const xOf = (/** @type {number} */ step) => plot.atX(step);
  ctx.save();
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = ratio;
  if (byHeart.from !== undefined) {
    const x = xOf(byHeart.from);
    ctx.globalCompositeOperation = 'destination-over';
    ctx.fillStyle = colour('warn-soft');
    ctx.fillRect(x, top, left + width - x, height);
    ctx.globalCompositeOperation = 'source-over';
    ctx.textAlign = 'right';
    // Below the line of random guessing and its label.
    const [right, y] = [left + width - 6 * ratio, top + 36 * ratio];
    outlined(ctx, byHeart.words, right, y, colour('warn'), colour('warn-soft'), ratio);
  }
  for (const { y: at, words, atLeft } of lines) {
    const y = Math.round(plot.atY(at));
    if (y > top + height) continue;
    ctx.strokeStyle = colour('line-strong');
    ctx.setLineDash([4 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(left, y);
    ctx.lineTo(left + width, y);
    ctx.stroke();
    ctx.textAlign = atLeft ? 'left' : 'right';
    const x = atLeft ? left + 6 * ratio : left + width - 6 * ratio;
    outlined(ctx, words, x, y - 2 * ratio, colour('ink-2'), colour('pane'), ratio);
  }
  ctx.setLineDash([]);
  for (const { step, loss } of events) {
    const y = Math.min(Math.max(plot.atY(loss), top), top + height);
    diamond(ctx, xOf(step), y, 6 * ratio, colour('accent'), colour('pane'));
  }
  ctx.restore();
}

/** Text with an outline in the background colour, so that curves do not cut through it. */
export function outlined(
  /** @type {CanvasRenderingContext2D} */ ctx,
  /** @type {string} */ words,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {string} */ ink,
  /** @type {string} */ ground,
  /** @type {number} */ ratio,
) {
  const { lineWidth } = ctx;
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ground;
  ctx.strokeText(words, x, y);
  ctx.fillStyle = ink;
  ctx.fillText(words, x, y);
  ctx.lineWidth = lineWidth;
}

/** No data point has this shape. */
function diamond(
  /** @type {CanvasRenderingContext2D} */ ctx,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ r,
  /** @type {string} */ ink,
  /** @type {string} */ ground,
) {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = r / 3;
  ctx.stroke();
}
