// SPDX-License-Identifier: MIT
// Draws the stage on two canvases: lines at rest, which change with the model alone, and above
// them everything that moves with the reader.
import { isNew, prepare } from '../../draw/canvas.js';
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

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Stream} Stream */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../../draw/surface.js').Surface} Surface */
/** @typedef {import('../../draw/surface.js').Ink} Ink */

/**
 * What the reader looks at.
 * @typedef {object} Focus
 * @property {number | null} i column, null: none
 * @property {Stream} [stream] whose column it is
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

/** All lines at rest. @param {Surface} ctx @param {Scene} scene @param {Layout} layout
 * @param {Ink} ink */
export function drawResting(ctx, scene, layout, ink) {
  for (const building of buildingsOf(layout))
    drawLinesAtRest(ctx, scene, layout, building, ink);
}

/**
 * Everything but the lines at rest.
 * @param {Surface} ctx @param {Scene} scene @param {Layout} layout @param {Ink} ink
 * @param {Focus} focus
 * @param {{ risen?: number, frames?: { depth: number, i: number }[], fading?: number }} [motion]
 *   risen: share of the height; fading: opacity of the frames
 */
export function drawMoving(ctx, scene, layout, ink, focus, motion = {}) {
  const { risen = 1, frames = [], fading = 0 } = motion;
  const { i, stream = 'main', explained } = focus;
  const flow = i === null ? null : (explained ?? rootsOf(scene, i, stream));
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const building of buildingsOf(layout)) {
    const own = building.stream === stream ? i : null;
    drawThreads(ctx, scene, layout, building, ink, own);
    if (explained) explained.draw(ctx, scene, layout, building, ink);
    if (flow?.roots) drawRoots(ctx, scene, layout, building, ink, flow.roots, risen);
    if (!explained) drawCapsules(ctx, scene, building, ink, own);
    drawGround(ctx, scene, layout, building, ink, own, flow && flow.reach);
  }
  const column = stream === 'main' ? i : null;
  drawGuesses(ctx, scene, layout, ink, column);
  drawFrames(ctx, layout, ink, frames, fading);
  drawTruths(ctx, scene, layout, ink);
  if (column === null) drawSkyline(ctx, scene, layout, ink);
  else drawChoices(ctx, scene, layout, ink, column, explained?.asked);
}

export class Painter {
  /** Cells that a switched head has changed. @type {{ depth: number, i: number }[]} */
  #frames = [];
  #framesSince = -Infinity;
  /** @type {Scene | null} */ #scene = null;

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
    if (ctx) drawResting(ctx, scene, layout, ink);
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
    const isSwitched = headsOff(before) !== headsOff(scene);
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
    const { since = -Infinity, isStill = false } = focus;
    const rise = isStill ? 1 : Math.min(1, (now - since) / RISE_MS);
    const fade = isStill ? 1 : Math.min(1, (now - this.#framesSince) / FRAME_MS);
    if (fade >= 1) this.#frames = [];
    this.resting.style.opacity = String(restingOpacity(scene, focus));
    const ctx = prepare(this.moving, layout.width, layout.height);
    if (!ctx) return false;
    drawMoving(ctx, scene, layout, ink, focus, {
      risen: 1 - (1 - Math.max(0, rise)) ** 3,
      frames: this.#frames,
      fading: 1 - fade,
    });
    return (focus.i !== null && rise < 1) || this.#frames.length > 0;
  }
}

/** @param {Scene} scene */
const headsOff = ({ ablated }) =>
  ablated.map(({ layer, head }) => `${layer}.${head}`).join();
