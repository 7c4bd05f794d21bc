// SPDX-License-Identifier: MIT
// The replay of a run as one picture, and as the frames of a film: 1200 × 630, what sites show of
// a shared link.
import { fillBox } from '../../draw/surface.js';
import { shadeOf } from '../stage/cells.js';
import { drawChart } from './chart.js';

/** @import { Moment, Replay } from './moments.js' */
/** @import { Ink } from '../../draw/surface.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./chart.js').ChartWords & {
 *   claim: string, again: string, bytes: string, copied: string, right: (moment: Moment) => string }} Words */

export const SIZE = { width: 1200, height: 630 };
const MARGIN = 56;
const RIGHT = SIZE.width - MARGIN;
const FOOT_Y = 592;

/** Where the parts of the picture are. */
const CARD = {
  writing: { x: 130, y: 184, row: 42, size: 23, width: 530 },
  chart: { x: 720, y: 150, width: RIGHT - 720, height: 252 },
  cells: { x: 130, y: 440, row: 30, height: 27 },
};
/** And those of a frame. */
const FRAME = {
  writing: { x: MARGIN, y: 150, row: 42, size: 28, width: 560, rows: 6 },
  chart: { x: 720, y: 130, width: RIGHT - 720, height: 262 },
  label: 446,
  cells: { x: MARGIN, y: 470, height: 44 },
};
/** Moments that the picture shows, of the last: those of the film are six. */
const WRITTEN = 5;
const ROWS = 4;

/** Predictions that a row has room for: all of a line that the stage begins with. */
const CELLS = 43;

/** Seconds: the last moment is held from then on. */
const HELD_FROM = 8;
export const SECONDS = 10;
/** A moment writes until this share of its time has passed. */
const TYPING = 0.8;

/** The mark of the project. */
const MARK = [
  ['accent', 0.35, 'M3 29V12l26-9v26z'],
  ['accent', 1, 'M3 29V20l26-8v17z'],
];

/** @param {Ctx} ctx @param {Ink} ink */
function drawBrand(ctx, ink) {
  ctx.font = `400 26px ${ink('serif')}`;
  const { width } = ctx.measureText('Glassformer');
  ctx.fillStyle = ink('ink');
  ctx.textAlign = 'left';
  ctx.fillText('Glassformer', RIGHT - width, MARGIN);
  ctx.save();
  ctx.translate(RIGHT - width - 42, MARGIN - 17);
  for (const [colour, alpha, path] of MARK) {
    ctx.globalAlpha = Number(alpha);
    ctx.fillStyle = ink(String(colour));
    ctx.fill(new Path2D(String(path)));
  }
  ctx.restore();
}

/** Cut with an ellipsis where it is too wide. @param {Ctx} ctx @param {string} text
 * @param {number} x @param {number} y @param {number} width */
function fitText(ctx, text, x, y, width) {
  const letters = [...text];
  let shown = text;
  while (letters.length > 1 && ctx.measureText(shown).width > width) {
    letters.pop();
    shown = `${letters.join('').trimEnd()}…`;
  }
  ctx.fillText(shown, x, y);
}

/** The ground, the mark and the name. @param {Ctx} ctx @param {Replay} replay @param {Ink} ink
 * @param {number} size @param {number} y of the name */
function drawHead(ctx, { name }, ink, size, y) {
  fillBox(ctx, ink('ground'), 1, 0, 0, SIZE.width, SIZE.height);
  ctx.textBaseline = 'middle';
  drawBrand(ctx, ink);
  ctx.fillStyle = ink('ink');
  ctx.font = `400 ${size}px ${ink('serif')}`;
  fitText(ctx, name, MARGIN, y, 840);
}

/** @param {Ctx} ctx @param {Ink} ink @param {Words} words */
function drawFoot(ctx, ink, { again, bytes, copied }) {
  ctx.font = `400 18px ${ink('sans')}`;
  ctx.fillStyle = ink('ink-2');
  ctx.textAlign = 'left';
  ctx.fillText(again, MARGIN, FOOT_Y);
  ctx.textAlign = 'right';
  ctx.fillText(bytes, RIGHT, FOOT_Y);
  const { width } = ctx.measureText(bytes);
  // What has this colour above.
  ctx.fillStyle = ink('accent');
  ctx.fillText(copied, bytes ? RIGHT - width - 24 : RIGHT, FOOT_Y);
}

/**
 * Words one after another, in rows; what is copied has a colour of its own.
 * @param {Ctx} ctx @param {Moment['written']} tokens
 * @param {{ x: number, y: number, row: number, size: number, width: number, rows?: number }} place
 * @param {Ink} ink @param {string} plain
 * @returns {{ x: number, y: number }} where the next one would begin
 */
function drawWriting(ctx, tokens, place, ink, plain) {
  const { size, row, width, rows = 1 } = place;
  ctx.font = `400 ${size}px ${ink('serif')}`;
  ctx.textAlign = 'left';
  let x = 0;
  let line = 0;
  const oneLine = rows === 1;
  for (const { text, isCopied } of tokens)
    for (const part of text.split(/(\s)/)) {
      const isBreak = part === '\n' && !oneLine;
      const advance = isBreak ? 0 : ctx.measureText(part).width;
      if (isBreak || x + advance > width) {
        x = 0;
        line++;
      }
      if (line >= rows) return { x: place.x, y: place.y + (rows - 1) * row };
      if (isBreak || (x === 0 && /^\s*$/.test(part))) continue;
      ctx.fillStyle = ink(isCopied ? 'accent' : plain);
      ctx.fillText(part, place.x + x, place.y + line * row);
      x += advance;
    }
  return { x: place.x + x, y: place.y + line * row };
}

/** @param {Ctx} ctx @param {Moment['guesses']} guesses
 * @param {{ x: number, y: number, height: number }} place @param {Ink} ink */
function drawCells(ctx, guesses, { x, y, height }, ink) {
  const shown = guesses.slice(0, CELLS);
  const pitch = (RIGHT - x) / Math.max(1, shown.length);
  const size = Math.min(17, height * 0.6);
  ctx.textAlign = 'center';
  for (const [n, { text, p, isRight }] of shown.entries()) {
    ctx.globalAlpha = shadeOf(p);
    ctx.fillStyle = ink('lit');
    ctx.beginPath();
    ctx.roundRect(x + n * pitch, y, pitch - 2, height, 3);
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.font = `${isRight ? 700 : 400} ${size}px ${ink('mono')}`;
    const middle = x + (n + 0.5) * pitch - 1;
    ctx.fillStyle = ink(p > 0.5 ? 'on-lit' : isRight ? 'ink' : 'ink-3');
    ctx.fillText(text, middle, y + height / 2 + 1, pitch - 4);
  }
}

/** The last n of a list, and always the first. @template T @param {T[]} list @param {number} n */
const firstAndLast = ([first, ...rest], n) => [first, ...rest.slice(-(n - 1))];

/** @param {Ctx} ctx of SIZE @param {Replay} replay @param {Words} words @param {Ink} ink */
export function drawCard(ctx, replay, words, ink) {
  const { moments } = replay;
  drawHead(ctx, replay, ink, 46, 66);
  ctx.font = `400 20px ${ink('sans')}`;
  ctx.fillStyle = ink('ink-2');
  fitText(ctx, words.claim, MARGIN, 112, RIGHT - MARGIN);
  /** @param {number} n @param {Moment} each @param {number} y */
  const label = (n, { step }, y) => {
    ctx.font = `600 16px ${ink('sans')}`;
    ctx.fillStyle = ink('ink-3');
    ctx.textAlign = 'left';
    ctx.fillText(n === 0 ? words.step(step) : words.number(step), MARGIN, y);
  };
  for (const [n, moment] of firstAndLast(moments, WRITTEN).entries()) {
    const y = CARD.writing.y + n * CARD.writing.row;
    label(n, moment, y);
    drawWriting(
      ctx,
      moment.written,
      { ...CARD.writing, y },
      ink,
      n === 0 ? 'ink-3' : 'ink',
    );
  }
  drawChart(ctx, replay, CARD.chart, ink, words, Infinity);
  for (const [n, moment] of firstAndLast(moments, ROWS).entries()) {
    const y = CARD.cells.y + n * CARD.cells.row;
    label(n, moment, y + CARD.cells.height / 2);
    drawCells(ctx, moment.guesses, { ...CARD.cells, y }, ink);
  }
  drawFoot(ctx, ink, words);
}

/** Which moment a time of the film shows, and the share of it that has passed.
 * @param {number} seconds since the film began @param {number} n moments, at least two */
export function momentAt(seconds, n) {
  const each = HELD_FROM / (n - 1);
  const at = Math.min(n - 1, Math.floor(seconds / each));
  const length = at === n - 1 ? SECONDS - HELD_FROM : each;
  return { at, share: Math.min(1, (seconds - at * each) / length) };
}

/** @param {Ctx} ctx of SIZE @param {Replay} replay @param {Words} words @param {Ink} ink
 * @param {number} seconds since the film began */
export function drawFrame(ctx, replay, words, ink, seconds) {
  const { moments, prompt } = replay;
  const { at, share } = momentAt(seconds, moments.length);
  const moment = moments[at];
  const next = moments[at + 1] ?? moment;
  drawHead(ctx, replay, ink, 30, MARGIN);
  const shown = Math.ceil(moment.written.length * Math.min(1, share / TYPING));
  const tokens = [{ text: prompt, isCopied: false }, ...moment.written.slice(0, shown)];
  const end = drawWriting(ctx, tokens, FRAME.writing, ink, at === 0 ? 'ink-3' : 'ink');
  if (shown < moment.written.length) {
    ctx.fillStyle = ink('accent');
    ctx.fillRect(end.x + 2, end.y - 15, 3, 30);
  }
  // Along the axis of the chart, which is of square roots.
  const [from, to] = [moment, next].map(({ step }) => Math.sqrt(step));
  const isLast = next === moment;
  drawChart(
    ctx,
    replay,
    FRAME.chart,
    ink,
    words,
    isLast ? Infinity : (from + share * (to - from)) ** 2,
  );
  ctx.font = `600 20px ${ink('sans')}`;
  ctx.fillStyle = ink('ink');
  ctx.textAlign = 'left';
  const step = words.step(moment.step);
  ctx.fillText(step, MARGIN, FRAME.label);
  const after = MARGIN + ctx.measureText(`${step}  `).width;
  ctx.font = `400 20px ${ink('sans')}`;
  ctx.fillStyle = ink('ink-2');
  ctx.fillText(words.right(moment), after, FRAME.label);
  drawCells(ctx, moment.guesses, FRAME.cells, ink);
  if (isLast) drawFoot(ctx, ink, words);
}
