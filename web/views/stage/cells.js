// SPDX-License-Identifier: MIT
// Everything that stands in a column: the token, its thread, the guesses after each part of the
// model, the marks of the MLPs, what comes next.
import { fillBox, strokeBox, strokePath } from '../../draw/surface.js';
import { inSight, isInSight, widthOf, xOf } from './columns.js';
import { fitted } from './layout.js';
import { stackIn } from './scene.js';

/** @import { Scene } from './scene.js' */
/** @import { Building, Drawing, Layout } from './layout.js' */
/** @import { Ink, Surface } from '../../draw/surface.js' */

/** Bits at the end of the scale of surprise. */
const MAX_BITS = 8;
/** Threads are drawn in steps of probability, all of a step as one path. */
const LEVELS = 8;
const CHANGE_PX = 7;
/** Threads step back while a character is looked at. */
const ASIDE = 0.55;
const HIDDEN_DASH = [2, 3];
const WORD_LETTERS_PX = 14;
const CAPSULE_PX = { width: 4, least: 2, most: 22 };

/** Opacity of a share: a step at one half keeps letters readable on both sides of it, and says
 * more likely than not. @param {number} p 0..1; NaN as 0 */
export const shadeOf = (p) =>
  p > 0.5 ? 0.55 + 0.45 * Math.min(1, p) : 0.03 + 0.77 * (p || 0);

/** Surprise on its scale, 0..1. @param {number} nats */
export const surpriseShare = (nats) => Math.min(1, nats / Math.LN2 / MAX_BITS);

/** @param {number} p */
const levelOf = (p) => Math.max(0, Math.min(LEVELS - 1, Math.floor((p || 0) * LEVELS)));
/** @param {number} level from 1 */
const threadAlpha = (level) => 0.2 + 0.11 * level;

/** @param {number} share of the longest @param {number} room CSS pixels
 * @returns {number} whole pixels */
export function capsuleLength(share, room) {
  const most = Math.min(CAPSULE_PX.most, room > 12 ? room - 6 : room);
  const { least } = CAPSULE_PX;
  return Math.round(least + (share || 0) * (most - least));
}

/** The box of a column's cell. @param {Building} building @param {number} i */
function cellOf(building, i) {
  const full = widthOf(building, i);
  const width = full - (full > 15 ? 2 : 1);
  return { x: Math.round(xOf(building, i) - width / 2), width };
}

/** Sets the typeface where it is another one: a canvas takes long over it.
 * @param {Surface} ctx @param {Ink} ink
 * @returns {(size: number, isBold?: boolean) => void} */
export function typefaces(ctx, ink) {
  let last = '';
  return (size, isBold = false) => {
    const font = `${isBold ? 700 : 400} ${size}px ${ink('mono')}`;
    if (font !== last) ctx.font = last = font;
  };
}

/** Letters that fit the columns. @param {Building} building @param {number} most px */
export const letterPx = ({ columnWidth, hasWords }, most) =>
  Math.max(12, Math.min(most, hasWords ? WORD_LETTERS_PX : columnWidth));

// ---- threads ---------------------------------------------------------------------------

/** The residual stream, a thread for each column. Shade: probability of the right next token.
 * @param {Drawing} drawing @param {Building} building @param {number | null} focus */
export function drawThreads({ ctx, ink, scene, layout }, building, focus) {
  const isMain = building.stream === 'main';
  const rows = isMain ? layout.rows : [];
  const stops = [building.textTop, ...rows.map(({ y, height }) => y + height / 2)];
  // Nothing is read out of the other text: its threads end above its last layer.
  if (!isMain) stops.push(building.panes.at(-1)?.top ?? building.top);
  const ends = stops.map(Math.round);
  /** Threads through layers that are out of sight. @type {number[]} */
  const hidden = [];
  /** @type {number[][]} */
  const levels = Array.from({ length: LEVELS }, () => []);
  for (let k = 0; k + 1 < ends.length; k++) {
    const row = rows[k - 1];
    const isHidden = passesHidden(building, k, ends.length - 2);
    for (const i of inSight(building)) {
      const level = row && i !== focus ? levelOf(scene.guess(row.depth, i).p) : 0;
      const path = isHidden ? hidden : levels[level];
      path.push(Math.round(xOf(building, i)), ends[k], ends[k + 1]);
    }
  }
  addThreads(ctx, levels[0], 0.5);
  strokePath(ctx, ink('thread'), 1, 1);
  for (let level = 1; level < LEVELS; level++) {
    if (levels[level].length === 0) continue;
    addThreads(ctx, levels[level], 0);
    strokePath(ctx, ink('lit'), threadAlpha(level) * (focus === null ? 1 : ASIDE), 2);
  }
  ctx.setLineDash(HIDDEN_DASH);
  addThreads(ctx, hidden, 0.5);
  strokePath(ctx, ink('line-strong'), 1, 1);
  ctx.setLineDash([]);
  if (focus === null || !isInSight(building, focus)) return;
  addThreads(
    ctx,
    [Math.round(xOf(building, focus)), ends[0], ends[ends.length - 1]],
    0,
  );
  strokePath(ctx, ink('ink'), 1, 2);
}

/** Whether layers out of sight lie between two rows: below the lowest or above the highest.
 * @param {Building} building @param {number} k from this row, 0: the text
 * @param {number} last of them */
const passesHidden = ({ floor, floors, L, rows }, k, last) =>
  (floor > 0 && k === 0) || (floor + floors < L && k === last && rows.length > 1);

/** @param {Surface} ctx @param {number[]} ends x and both y of each, one after another
 * @param {number} shift lines of one pixel run through the middle of pixels */
function addThreads(ctx, ends, shift) {
  ctx.beginPath();
  for (let k = 0; k < ends.length; k += 3) {
    ctx.moveTo(ends[k] + shift, ends[k + 1]);
    ctx.lineTo(ends[k] + shift, ends[k + 2]);
  }
}

// ---- guesses ---------------------------------------------------------------------------

/** The colour of a letter on its shade. @param {number} p @param {boolean} isRight */
function letterInk(p, isRight) {
  if (p > 0.5) return 'on-lit';
  if (isRight || p > 0.3) return 'ink';
  return p > 0.12 ? 'ink-2' : 'ink-3';
}

/** @typedef {{ i: number, x: number, y: number, width: number, height: number, size: number,
 *   isChanged: boolean } & import('./scene.js').Guess} Cell */

/** @param {Scene} scene @param {Layout} layout @returns {Cell[]} of all rows */
function guessCells(scene, layout) {
  const most = letterPx(layout, 17);
  const columns = Array.from(inSight(layout), (i) => ({ i, ...cellOf(layout, i) }));
  return layout.rows.flatMap(({ depth, y, height, isFinal }) =>
    columns.map(({ i, x, width }) => {
      const { token, p, isRight } = scene.guess(depth, i);
      const isChanged = scene.isChanged(depth, i);
      const size = isFinal ? most : Math.min(13, most);
      return { i, x, y, width, height, size, token, p, isRight, isChanged };
    }),
  );
}

/**
 * The rows of guesses. Letter: the best guess at this depth; shade: probability of the right
 * token; bold: the guess is right; corner: another guess with all heads on.
 * @param {Drawing} drawing @param {number | null} focus
 */
export function drawGuesses({ ctx, ink, scene, layout }, focus) {
  const cells = guessCells(scene, layout);
  for (const { x, y, width, height, p } of cells) {
    fillBox(ctx, ink('ground'), 1, x, y, width, height);
    fillBox(ctx, ink('lit'), shadeOf(p), x, y, width, height);
  }
  const typeface = typefaces(ctx, ink);
  const letters = cells.map(({ token, width, size }) =>
    fitted(scene.vocabulary[token] ?? '', width, size),
  );
  for (const isBold of [false, true])
    cells.forEach(({ x, y, width, height, size, p, isRight }, k) => {
      if (isRight !== isBold) return;
      typeface(size, isBold);
      ctx.fillStyle = ink(letterInk(p, isRight));
      ctx.fillText(letters[k], x + width / 2, y + height / 2 + 1);
    });
  for (const { i, x, y, width, height, isChanged } of cells) {
    if (isChanged) drawCorner(ctx, ink, x + width, y);
    if (i === focus) strokeBox(ctx, ink('ink'), 1, x - 1, y - 1, width + 2, height + 2);
  }
}

/** @param {Surface} ctx @param {Ink} ink @param {number} x @param {number} y upper right */
function drawCorner(ctx, ink, x, y) {
  ctx.fillStyle = ink('held');
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, y + CHANGE_PX);
  ctx.lineTo(x - CHANGE_PX, y);
  ctx.closePath();
  ctx.fill();
}

/** Frames around cells whose guess has just changed. @param {Drawing} drawing
 * @param {Iterable<{ depth: number, i: number }>} cells @param {number} alpha */
export function drawFrames({ ctx, ink, layout }, cells, alpha) {
  const rows = new Map(layout.rows.map((row) => [row.depth, row]));
  for (const { depth, i } of cells) {
    const row = rows.get(depth);
    if (!row || !isInSight(layout, i)) continue;
    const { x, width } = cellOf(layout, i);
    strokeBox(ctx, ink('ink'), alpha, x, row.y, width, row.height);
  }
}

/** What really comes next. Shade: surprise. @param {Drawing} drawing */
export function drawTruths({ ctx, ink, scene, layout }) {
  const { truthTop, truthHeight } = layout;
  if (truthHeight === 0) return;
  const size = letterPx(layout, 15);
  typefaces(ctx, ink)(size);
  for (const i of inSight(layout)) {
    if (scene.next[i] === '') continue;
    const { x, width } = cellOf(layout, i);
    const share = surpriseShare(scene.surprise[i]);
    fillBox(ctx, ink('surprise'), shadeOf(share), x, truthTop, width, truthHeight - 3);
    ctx.fillStyle = ink(share > 0.5 ? 'on-lit' : 'ink');
    const letters = fitted(scene.next[i], width, size);
    ctx.fillText(letters, x + width / 2, truthTop + truthHeight / 2);
  }
}

// ---- the text, and what is inside the panes ------------------------------------------------

/** The MLPs. Length: norm of what each adds, of the longest in the line.
 * @param {Drawing} drawing @param {Building} building @param {number | null} focus */
export function drawCapsules({ ctx, ink, scene }, building, focus) {
  for (const { layer, mlp } of building.panes) {
    if (!mlp) continue;
    const room = mlp.bottom - mlp.top;
    for (const colour of ['mark', 'ink']) {
      ctx.beginPath();
      for (const i of inSight(building)) {
        if ((i === focus) !== (colour === 'ink')) continue;
        const length = capsuleLength(scene.added(building.stream, layer, i), room);
        const [x, y] = [
          Math.round(xOf(building, i)) - 2,
          mlp.top + (room - length) / 2,
        ];
        ctx.roundRect(x, Math.floor(y), CAPSULE_PX.width, length, 2);
      }
      ctx.fillStyle = ink(colour);
      ctx.fill();
    }
  }
}

/** How strongly a token has to flow into the one looked at to be bold. */
const BOLD_FROM = 0.25;

/** A row of a text. @param {Drawing} drawing @param {import('./columns.js').Columns} columns
 * @param {string[]} tokens @param {{ y: number, size: number,
 *   inkOf: (i: number) => string, isBold: (i: number) => boolean }} how */
function drawText({ ctx, ink }, columns, tokens, { y, size, inkOf, isBold }) {
  const typeface = typefaces(ctx, ink);
  for (const bold of [false, true]) {
    for (const i of inSight(columns)) {
      if (isBold(i) !== bold) continue;
      typeface(size, bold);
      ctx.fillStyle = ink(inkOf(i));
      ctx.fillText(fitted(tokens[i], widthOf(columns, i), size), xOf(columns, i), y);
    }
  }
}

/**
 * The text of a building, and its strip; in the other building, the rows that cross attention
 * looks at.
 * @param {Drawing} drawing @param {Building} building @param {number | null} focus
 * @param {Record<import('./scene.js').Stream, Map<number, number>> | null} reach
 */
export function drawGround(drawing, building, focus, reach) {
  const { ctx, ink, scene, layout } = drawing;
  const { textTop, textHeight, stream } = building;
  const { tokens } = stackIn(scene, stream);
  const seen = (/** @type {number} */ i) => (reach?.[stream].get(i) ?? 0) > BOLD_FROM;
  const isCausal = scene.answer.attentions.every(
    ({ causal, queryStream, keyStream }) =>
      causal || queryStream !== stream || keyStream !== stream,
  );
  if (focus !== null && isInSight(building, focus)) {
    const width = widthOf(building, focus);
    const x = Math.round(xOf(building, focus) - width / 2);
    fillBox(ctx, ink('ink'), 1, x, textTop + 3, width, textHeight - 5);
  }
  drawText(drawing, building, tokens, {
    y: textTop + textHeight / 2,
    size: letterPx(building, 17),
    inkOf: (i) =>
      i === focus
        ? 'ground'
        : focus !== null && isCausal && i > focus
          ? 'ink-3'
          : 'ink',
    isBold: (i) => i === focus || seen(i),
  });
  drawStrip(drawing, building);
  if (!scene.source || !layout.ground || stream === 'source') return;
  for (const { ground } of building.bands) {
    if (!ground) continue;
    const bold = (/** @type {number} */ i) => (reach?.source.get(i) ?? 0) > BOLD_FROM;
    drawText(drawing, layout.ground, scene.source.tokens, {
      y: ground.top + ground.height / 2,
      size: 12,
      inkOf: (i) => (bold(i) ? 'ink' : 'ink-2'),
      isBold: bold,
    });
  }
}

/** The whole text in small, where only a window of it is shown: surprise, and the window.
 * @param {Drawing} drawing @param {Building} building */
function drawStrip({ ctx, ink, scene }, building) {
  const { strip, x0, span, n, offset, visible, isRtl, stream } = building;
  if (!strip) return;
  const at = (/** @type {number} */ i) => Math.round((i / n) * span);
  const left = (/** @type {number} */ from, /** @type {number} */ to) =>
    isRtl ? x0 + span - at(to) : x0 + at(from);
  fillBox(ctx, ink('sunk'), 1, x0, strip.top, span, strip.height);
  for (let i = 0; i < n && stream === 'main'; i++) {
    const share = surpriseShare(scene.surprise[i]);
    if (!Number.isFinite(share)) continue;
    const width = Math.max(1, at(i + 1) - at(i));
    const x = left(i, i + 1);
    fillBox(ctx, ink('surprise'), shadeOf(share), x, strip.top, width, strip.height);
  }
  const width = at(offset + visible) - at(offset);
  const x = left(offset, offset + visible);
  strokeBox(ctx, ink('ink'), 1, x + 1, strip.top + 1, width - 2, strip.height - 2);
}
