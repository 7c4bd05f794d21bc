// SPDX-License-Identifier: MIT
// The stage as a picture to keep, with its caption and names: PNG at twice its size, SVG whose
// lines are vectors and whose letters are text, or one frame of a film. All are drawn by the
// functions that draw the stage.
import { fillBox, strokePath } from '../../draw/surface.js';
import { SvgSurface } from '../../draw/svg-surface.js';
import { lettersOf } from './columns.js';
import { buildingsOf } from './layout.js';
import { drawMoving, drawResting, restingOpacity } from './painter.js';

/** @import { Ink, Surface } from '../../draw/surface.js' */

/**
 * @typedef {object} Label
 * @property {string} text @property {number} left @property {number} top middle of the line, CSS
 *   pixels of the stage
 * @property {'strong' | ''} kind
 */

/**
 * @typedef {object} Picture
 * @property {import('./scene.js').Scene} scene
 * @property {import('./layout.js').Layout} layout
 * @property {Ink} ink
 * @property {import('./painter.js').Focus} focus
 * @property {Label[]} labels names of layers and rows
 * @property {string} caption what the picture shows, and at which step
 */

const SCALE = 2;
const MARGIN_PX = 16;
const CAPTION_PX = { size: 16, line: 24, letter: 8.2 };
const PANE_RADIUS_PX = 10;

/** The caption in lines that fit. @param {string} caption @param {number} width */
export function wrapped(caption, width) {
  const room = Math.max(8, Math.floor(width / CAPTION_PX.letter));
  /** @type {string[]} */
  const lines = [];
  for (const word of caption.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && lettersOf(`${last} ${word}`) <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {Picture} picture @param {number} [least] lines kept for the caption */
function sizeOf({ layout, caption }, least = 1) {
  const lines = wrapped(caption, layout.width);
  const head = MARGIN_PX + Math.max(least, lines.length) * CAPTION_PX.line + 8;
  return {
    lines,
    head,
    width: layout.width + 2 * MARGIN_PX,
    height: head + layout.height + MARGIN_PX,
  };
}

/** @param {Surface} ctx @param {Picture} picture */
function drawPanes(ctx, { layout, ink }) {
  for (const building of buildingsOf(layout))
    for (const { top, bottom } of building.panes) {
      const width = building.right - building.left - 1;
      ctx.beginPath();
      ctx.roundRect(
        building.left + 0.5,
        top + 0.5,
        width,
        bottom - top - 1,
        PANE_RADIUS_PX,
      );
      ctx.fillStyle = ink('pane');
      ctx.fill();
      strokePath(ctx, ink('pane-edge') || ink('line'), 1, 1);
    }
}

/**
 * Everything, from the ground up.
 * @param {Surface & Pick<CanvasRenderingContext2D, 'translate'>} ctx @param {Picture} picture
 * @param {() => void} drawLines what the two canvases of the stage show
 * @param {number} [least] lines kept for the caption
 */
function drawPicture(ctx, picture, drawLines, least) {
  const { ink, labels } = picture;
  const { lines, head, width, height } = sizeOf(picture, least);
  fillBox(ctx, ink('ground'), 1, 0, 0, width, height);
  ctx.textAlign = 'start';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = ink('ink');
  ctx.font = `400 ${CAPTION_PX.size}px ${ink('sans')}`;
  lines.forEach((line, k) =>
    ctx.fillText(line, MARGIN_PX, MARGIN_PX + (k + 0.5) * CAPTION_PX.line),
  );
  ctx.translate(MARGIN_PX, head);
  drawPanes(ctx, picture);
  drawLines();
  ctx.textAlign = 'start';
  ctx.textBaseline = 'middle';
  for (const { text, left, top, kind } of labels) {
    ctx.fillStyle = ink(kind ? 'ink' : 'ink-2');
    ctx.font = `${kind ? 600 : 400} 12px ${ink('sans')}`;
    ctx.fillText(text, left, top);
  }
}

/** @param {Picture} picture @returns {string} an SVG file */
export function pictureSvg(picture) {
  const { scene, focus, caption } = picture;
  const { width, height } = sizeOf(picture);
  const svg = new SvgSurface(width, height, caption);
  const drawing = { ...picture, ctx: svg };
  drawPicture(svg, picture, () => {
    const rest = restingOpacity(scene, focus);
    if (rest > 0) svg.group(rest, () => drawResting(drawing));
    drawMoving(drawing, focus);
  });
  return svg.end();
}

/** @param {number} width @param {number} height CSS pixels */
function canvasOf(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const ctx = canvas.getContext('2d');
  ctx?.scale(SCALE, SCALE);
  return { canvas, ctx };
}

/** @param {Picture} picture
 * @returns {Promise<Blob | null>} a PNG file; null: the browser has no memory for it */
export async function picturePng(picture) {
  const { scene, layout, focus } = picture;
  const { width, height } = sizeOf(picture);
  const { canvas, ctx } = canvasOf(width, height);
  const resting = canvasOf(layout.width, layout.height);
  if (!ctx || !resting.ctx) return null;
  drawResting({ ...picture, ctx: resting.ctx });
  drawPicture(ctx, picture, () => {
    ctx.globalAlpha = restingOpacity(scene, focus);
    ctx.drawImage(resting.canvas, 0, 0, layout.width, layout.height);
    ctx.globalAlpha = 1;
    drawMoving({ ...picture, ctx }, focus);
  });
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** Lines kept for the caption of a film: it changes while the film runs. */
const FILM_LINES = 2;

/** Size of a film's frame, CSS pixels. @param {Picture} picture */
export const filmSize = (picture) => sizeOf(picture, FILM_LINES);

/**
 * One frame of a film: what the canvases show at this moment, with caption and names.
 * @param {CanvasRenderingContext2D} ctx scaled to CSS pixels @param {Picture} picture
 * @param {HTMLCanvasElement[]} canvases of the stage, lowest first
 */
export function drawFilmFrame(ctx, picture, canvases) {
  const { width, height } = picture.layout;
  drawPicture(
    ctx,
    picture,
    () => {
      for (const canvas of canvases) {
        ctx.globalAlpha = Number(canvas.style.opacity || 1);
        ctx.drawImage(canvas, 0, 0, width, height);
      }
      ctx.globalAlpha = 1;
    },
    FILM_LINES,
  );
}
