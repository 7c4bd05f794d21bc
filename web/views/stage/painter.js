// SPDX-License-Identifier: MIT
// Draws the stage on two canvases: lines at rest, which change with the model alone, and above
// them everything that moves with the reader.
import { isNew, prepare } from '../../draw/canvas.js';
import { headNames } from '../../state/selectors.js';
import { buildingsOf } from './layout.js';
import { drawRoots, drawLinesAtRest, rootsOf } from './lines.js';
import {
  drawCapsules,
  drawFrames,
  drawGround,
  drawGuesses,
  drawThreads,
  drawTruths,
} from './cells.js';
import { drawChoices, drawSkyline } from './roof.js';

/** @import { Scene, Stream } from './scene.js' */
/** @import { Drawing, Layout } from './layout.js' */
/** @import { Ink } from '../../draw/surface.js' */

/**
 * What the reader looks at.
 * @typedef {object} Focus
 * @property {number | null} i column of the text, null: none
 * @property {number} [since] time at which it was pinned, ms: its lines rise from then on
 * @property {boolean} [isStill] reduced motion
 * @property {import('./types.js').Explained | null} [explained] the prediction there, instead of
 *   attention
 */

const RISE_MS = 420;
const FRAME_MS = 700;
/** How far the lines at rest step back while a character is looked at. */
const ASIDE = { all: 0.3, alone: 0.5 };

/** Opacity of the lines at rest. @param {Scene} scene @param {Focus} focus */
export const restingOpacity = ({ isolated }, { i, explained }) =>
  explained ? 0 : i === null ? 1 : isolated ? ASIDE.alone : ASIDE.all;

/** All lines at rest. @param {Drawing} drawing */
export function drawResting(drawing) {
  for (const building of buildingsOf(drawing.layout))
    drawLinesAtRest(drawing, building);
}

/** Everything but the lines at rest. @param {Drawing} drawing @param {Focus} focus
 * @param {boolean} [hasRoots] with the lines of the character looked at */
export function drawMoving(drawing, focus, hasRoots = true) {
  const { ctx, scene, layout } = drawing;
  const { i, explained } = focus;
  const flow = i === null ? null : (explained ?? rootsOf(scene, i));
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const building of buildingsOf(layout)) {
    const own = building.stream === 'main' ? i : null;
    drawThreads(drawing, building, own);
    if (explained) explained.draw(drawing, building);
    if (flow?.roots && hasRoots) drawRoots(drawing, building, flow.roots);
    if (!explained) drawCapsules(drawing, building, own);
    drawGround(drawing, building, own, flow && flow.reach);
  }
  drawGuesses(drawing, i);
  drawTruths(drawing);
  if (i === null) drawSkyline(drawing);
  else drawChoices(drawing, i, explained?.asked);
}

export class Painter {
  /** Cells that a switched head has changed. @type {{ depth: number, i: number }[]} */
  #frames = [];
  #framesSince = -Infinity;
  /** @type {Scene | null} */ #scene = null;
  /** While something moves: all without the lines of the character looked at, and with them.
   * @type {[HTMLCanvasElement, HTMLCanvasElement] | null} */
  #halves = null;

  /** @param {HTMLCanvasElement} restingCanvas @param {HTMLCanvasElement} movingCanvas */
  constructor(restingCanvas, movingCanvas) {
    this.resting = restingCanvas;
    this.moving = movingCanvas;
  }

  /**
   * Draws the lines at rest, unless nothing they are made from is new.
   * @param {Scene} scene @param {Layout} layout @param {Ink} ink
   * @param {number} now ms, as in requestAnimationFrame
   */
  drawResting(scene, layout, ink, now) {
    this.#noteChanges(scene, now);
    const { answer, isolated } = scene;
    const head = isolated && isolated.layer * scene.H + isolated.head;
    if (!isNew(this.resting, answer, head, layout, ink, devicePixelRatio)) return;
    const ctx = prepare(this.resting, layout.width, layout.height);
    if (ctx) drawResting({ ctx, ink, scene, layout });
  }

  /** Where a head was switched on or off, the best guesses that it changed.
   * @param {Scene} scene @param {number} now */
  #noteChanges(scene, now) {
    const before = this.#scene;
    this.#scene = scene;
    if (!before || before.answer === scene.answer) return;
    const { answer, n, depths } = scene;
    const isSame =
      before.answer.text === answer.text && before.answer.step === answer.step;
    const isSwitched = headNames(before.answer.ablated) !== headNames(answer.ablated);
    if (!isSame || !isSwitched || before.depths.length !== depths.length) return;
    this.#framesSince = now;
    this.#frames = [];
    for (let depth = 0; depth <= scene.final; depth++)
      for (let i = 0; i < n; i++)
        if (before.guess(depth, i).token !== scene.guess(depth, i).token)
          this.#frames.push({ depth, i });
  }

  /**
   * Draws everything else.
   * @param {Scene} scene @param {Layout} layout @param {Ink} ink
   * @param {Focus} focus @param {number} now ms
   * @returns {boolean} it wants to draw again in the next frame
   */
  drawMoving(scene, layout, ink, focus, now) {
    const { i, explained, since = -Infinity, isStill = false } = focus;
    const isRising = !isStill && !explained && i !== null;
    const rise = isRising ? Math.min(1, (now - since) / RISE_MS) : 1;
    const fade = isStill ? 1 : Math.min(1, (now - this.#framesSince) / FRAME_MS);
    if (fade >= 1) this.#frames = [];
    this.resting.style.opacity = String(restingOpacity(scene, focus));
    const ctx = prepare(this.moving, layout.width, layout.height);
    if (!ctx) return false;
    const drawing = { ctx, ink, scene, layout };
    if (rise >= 1 && this.#frames.length === 0) {
      this.#halves = null;
      drawMoving(drawing, focus);
      return false;
    }
    this.#drawHalves(drawing, focus, 1 - (1 - Math.max(0, rise)) ** 3);
    drawFrames(drawing, this.#frames, 1 - fade);
    return true;
  }

  /**
   * The lines of the character looked at up to some height, from two pictures: to draw all of it
   * anew takes longer than a frame of a slow machine.
   * @param {Drawing & { ctx: CanvasRenderingContext2D }} drawing @param {Focus} focus
   * @param {number} risen share of the height
   */
  #drawHalves({ ctx, ink, scene, layout }, focus, risen) {
    const { width, height } = layout;
    const { i, explained } = focus;
    const halves = (this.#halves ??= [newCanvas(), newCanvas()]);
    if (isNew(halves, scene, layout, ink, i, explained, devicePixelRatio))
      halves.forEach((canvas, hasRoots) => {
        const half = prepare(canvas, width, height);
        if (half) drawMoving({ ctx: half, ink, scene, layout }, focus, hasRoots > 0);
      });
    const buildings = buildingsOf(layout);
    const top = Math.min(...buildings.map((each) => each.top)) - 2;
    const bottom = Math.max(...buildings.map((each) => each.bottom));
    const { width: w, height: h } = halves[0];
    const ratio = h / height;
    const cut = Math.round((bottom - risen * (bottom - top)) * ratio);
    ctx.drawImage(halves[0], 0, 0, w, cut, 0, 0, width, cut / ratio);
    const low = height - cut / ratio;
    ctx.drawImage(halves[1], 0, cut, w, h - cut, 0, cut / ratio, width, low);
  }
}

const newCanvas = () => document.createElement('canvas');
