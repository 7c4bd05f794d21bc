// SPDX-License-Identifier: MIT
// Histograms over steps as ridges, the newest in front. Bins are those of the engine: two
// to a factor of 2, bin b from 2^(b/2 - 26) on (src/inspect/weights/histogram.h).

export const BINS = 64;
const LOWEST = -26;
const LABEL_PX = 12;
/** Ridges in one picture; more hide each other. */
const RIDGES = 14;
const LEFT_PX = 52;
const BOTTOM_PX = 20;

/** @param {number} bin @returns {number} where it begins */
export const binStart = (bin) => 2 ** (bin / 2 + LOWEST);

/** Evenly picked, first and last included. @template T @param {T[]} all @returns {T[]} */
export function picked(all) {
  if (all.length <= RIDGES) return all;
  return Array.from(
    { length: RIDGES },
    (_, k) => all[Math.round((k * (all.length - 1)) / (RIDGES - 1))],
  );
}

/**
 * The baseline of a ridge and its largest height, CSS pixels.
 * @param {number} n of count, 0 the oldest @param {number} count @param {number} height
 */
export function ridgeAt(n, count, height) {
  const room = height - BOTTOM_PX;
  const rise = Math.min(room * 0.45, (2.5 * room) / (count + 1.5));
  const base = count === 1 ? room : rise + (n * (room - rise)) / (count - 1);
  return { base, rise: count === 1 ? room * 0.9 : rise };
}

/** @param {number} bin @param {number} width */
export const binX = (bin, width) => LEFT_PX + (bin * (width - LEFT_PX - 4)) / BINS;

/**
 * @param {CanvasRenderingContext2D} ctx scaled to CSS pixels and cleared
 * @param {{ step: string, counts: ArrayLike<number> }[]} ridges oldest first
 * @param {number} width @param {number} height
 * @param {(name: string) => string} ink of theme.js
 */
export function drawRidges(ctx, ridges, width, height, ink) {
  let most = 1;
  for (const { counts } of ridges) most = Math.max(most, ...Array.from(counts));
  ctx.font = `${LABEL_PX}px ${ink('sans')}`;
  ridges.forEach(({ step, counts }, n) => {
    const isNewest = n === ridges.length - 1;
    const { base, rise } = ridgeAt(n, ridges.length, height);
    const y = (/** @type {number} */ b) => base - (rise * counts[b]) / most;
    ctx.beginPath();
    ctx.moveTo(binX(0, width), base);
    for (let b = 0; b < BINS; b++) {
      ctx.lineTo(binX(b, width), y(b));
      ctx.lineTo(binX(b + 1, width), y(b));
    }
    ctx.lineTo(binX(BINS, width), base);
    ctx.fillStyle = ink(isNewest ? 'accent-soft' : 'pane');
    ctx.fill();
    ctx.strokeStyle = ink(isNewest ? 'accent' : 'ink-3');
    ctx.lineWidth = isNewest ? 2 : 1;
    ctx.stroke();
    ctx.fillStyle = ink('ink-2');
    ctx.textAlign = 'right';
    ctx.textBaseline = 'alphabetic';
    const crowded = base - ridgeAt(n - 1, ridges.length, height).base < LABEL_PX;
    if (isNewest || n === 0 || !crowded) ctx.fillText(step, LEFT_PX - 6, base);
  });
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  ctx.fillStyle = ink('ink-2');
  for (const power of [-6, -4, -2, 0]) {
    const x = binX(2 * (Math.log2(10) * power - LOWEST), width);
    ctx.fillRect(x, height - BOTTOM_PX, 1, 4);
    const label = power === 0 ? '1' : `10⁻${'⁰¹²³⁴⁵⁶⁷⁸⁹'[-power]}`;
    ctx.fillText(label, x, height - BOTTOM_PX + 6);
  }
}
