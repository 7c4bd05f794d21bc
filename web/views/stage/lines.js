// SPDX-License-Identifier: MIT
// Attention as lines: from the character looked at, below, to the one that looks, above. Hue:
// head; opacity and width: weight.
import { clipped, strokePath } from '../../draw/surface.js';
import { inSight, xOf } from './columns.js';
import { stackIn } from './scene.js';

/** @import { Scene, Stream } from './scene.js' */
/** @import { Band, Building, Drawing, Layout } from './layout.js' */
/** @import { Surface } from '../../draw/surface.js' */

/** Most weights are: next to no lot draws them. */
const FAR_TOO_SMALL = 1e-6;
/** Lines at rest are drawn in steps of weight, all of a head and step as one path. */
const STEPS = [0, 0.1, 0.2, 0.35, 0.5, 0.7];
/** From this step on all lines are drawn. */
const SURE = 2;
/** Of the lowest step: lines below a tenth step back. */
const FAINT = 0.08;
/** Of pinned lines; of what those looked at, in tall buildings. */
export const LEAST_WEIGHT = 0.04;
const LEAST_ROOT = 0.08;
const TALL = 4;

const HUES = 8;
/** Heads of the same hue differ in their dashes. */
const DASHES = [[], [10, 3], [3, 3], [10, 3, 3, 3]];

/** @param {number} head */
export const hueOf = (head) => `head-${(head % HUES) + 1}`;
/** @param {number} head */
export const dashOf = (head) => DASHES[Math.floor(head / HUES) % DASHES.length];

/** @param {number} step index in STEPS */
export const restingAlpha = (step) =>
  step === 0 ? FAINT : 0.16 + (step < SURE ? 0 : 0.78 * STEPS[step]);

/** Room in which the faintest lines have their full opacity. */
const AIRY = { heads: 4, px: 140 };

/** Many heads in a low pane would add up to a solid block: their faintest lines are fainter.
 * @param {number} H heads @param {number} height of the band, CSS pixels */
export const hazeOf = (H, height) =>
  Math.max(0.3, Math.min(1, Math.sqrt((AIRY.heads / H) * (height / AIRY.px))));
/** @param {number} weight */
export const pinnedAlpha = (weight) => Math.min(1, 0.25 + 1.1 * weight);
/** @param {number} weight */
export const pinnedWidth = (weight) => 0.8 + 4.2 * weight;

/** A number of 0..1 that is always the same for a line: a 32-bit hash of its address.
 * @param {number} attention @param {number} head @param {number} i @param {number} j */
export function lot(attention, head, i, j) {
  let x =
    Math.imul(attention * 64 + head + 1, 83492791) +
    Math.imul(i, 73856093) +
    Math.imul(j, 19349663);
  x = Math.imul(x ^ (x >>> 15), 2246822519);
  return ((x ^ (x >>> 13)) >>> 0) / 2 ** 32;
}

/**
 * The step a line at rest is drawn in. Below a fifth a line of weight w is drawn in w / 0.2 of all
 * cases, so that ink stays in proportion; a row has at most about five such lines.
 * @param {number} weight @param {number} chance of lot()
 * @returns {number} -1: not drawn
 */
export function stepOf(weight, chance) {
  if (!(weight >= STEPS[SURE]) && !(weight > chance * STEPS[SURE])) return -1;
  let step = 0;
  while (step + 1 < STEPS.length && weight >= STEPS[step + 1]) step++;
  return step;
}

/** Heads run side by side, so that two lines between the same characters are two.
 * @param {Scene} scene @param {Layout} layout @param {number} head */
export const sideOf = ({ H }, { columnWidth }, head) =>
  (head - (H - 1) / 2) * Math.min(2, columnWidth / 12, (0.8 * columnWidth) / H);

/** Columns of the keys of a band. @param {Layout} layout @param {Building} building
 * @param {Band} band */
const keyColumns = (layout, building, band) =>
  band.isCross && layout.ground ? layout.ground : building;

/** How upright a line leaves and arrives, as a share of the band's height. */
const BEND = 0.62;

/** Where a line begins, below, and where it ends: in the columns of its key and of its query.
 * @param {Pick<Drawing, 'scene' | 'layout'>} drawing @param {Building} building
 * @param {Band} band @param {{ head: number, i: number, j: number }} line
 * @returns {[number, number]} CSS pixels from the left */
export function endsOf({ scene, layout }, building, band, { head, i, j }) {
  const side = sideOf(scene, layout, head);
  return [xOf(keyColumns(layout, building, band), j) + side, xOf(building, i) + side];
}

/** Without lists, as there are thousands of them.
 * @param {Surface} ctx @param {number} from @param {number} to x @param {Band} band */
export function addCurve(ctx, from, to, { top, bottom }) {
  const bend = (bottom - top) * BEND;
  ctx.moveTo(from, bottom);
  ctx.bezierCurveTo(from, bottom - bend, to, top + bend, to, top);
}

/** @param {Surface} ctx @param {Building} building @param {() => void} draw */
const inColumns = (ctx, { x0, span, top, bottom }, draw) =>
  clipped(ctx, x0 - 2, top - 2, span + 4, bottom - top + 2, draw);

/**
 * The lines of one head at rest, by step: pairs of i and j one after another.
 * @param {Scene} scene @param {Building} building @param {Band} band @param {number} head
 * @param {number} keys @param {boolean} isAside only its strong lines
 */
function linesByStep(scene, building, band, head, keys, isAside) {
  /** @type {number[][]} */
  const steps = STEPS.map(() => []);
  const { answer } = scene;
  const { T, attention } = answer;
  const { causal } = answer.attentions[band.index];
  const start = (band.index * scene.H + head) * T * T;
  const least = isAside ? STEPS[SURE] : FAR_TOO_SMALL;
  for (const i of inSight(building)) {
    const reach = causal ? Math.min(i + 1, keys) : keys;
    const row = start + i * T;
    for (let j = 0; j < reach; j++) {
      const weight = attention[row + j];
      if (weight < least) continue;
      const chance = weight < STEPS[SURE] ? lot(band.index, head, i, j) : 0;
      const step = stepOf(weight, chance);
      if (step >= 0) steps[step].push(i, j);
    }
  }
  return steps;
}

/** All lines at rest. @param {Drawing} drawing @param {Building} building */
export function drawLinesAtRest({ ctx, ink, scene, layout }, building) {
  const { isolated, H } = scene;
  const to = Array.from({ length: building.n }, (_, i) => xOf(building, i));
  inColumns(ctx, building, () => {
    for (const band of building.bands) {
      const columns = keyColumns(layout, building, band);
      const from =
        columns === building
          ? to
          : Array.from({ length: columns.n }, (_, j) => xOf(columns, j));
      for (let head = 0; head < H; head++) {
        if (!scene.isOn(band.index, head)) continue;
        const isAside = !scene.isShown(band.index, head);
        const strength = isAside ? 0.18 : isolated ? 1.7 : 1;
        const widening = isolated && !isAside ? 0.3 : 0.14;
        const side = sideOf(scene, layout, head);
        const steps = linesByStep(scene, building, band, head, columns.n, isAside);
        ctx.setLineDash(dashOf(head));
        steps.forEach((pairs, step) => {
          if (pairs.length === 0) return;
          ctx.beginPath();
          for (let k = 0; k < pairs.length; k += 2)
            addCurve(ctx, from[pairs[k + 1]] + side, to[pairs[k]] + side, band);
          const haze = step < SURE ? hazeOf(H, band.bottom - band.top) : 1;
          const alpha = Math.min(1, strength * haze * restingAlpha(step));
          strokePath(
            ctx,
            ink(hueOf(head)),
            alpha,
            1 + widening * Math.max(0, step - 1),
          );
        });
      }
    }
    ctx.setLineDash([]);
  });
}

/**
 * @typedef {object} Root a line into the character looked at, or into what it looked at
 * @property {number} attention @property {number} head @property {number} i @property {number} j
 * @property {number} strength product of the weights on the strongest path to this line's end
 * @property {boolean} isOwn it ends at the character itself
 */

/**
 * What flows into a token of the text: its own lines, and below them those into what it looked at.
 * @param {Scene} scene @param {number} focus
 * @returns {{ roots: Root[], reach: Record<Stream, Map<number, number>> }} reach: how strongly
 *   each token of a text flows in, along the strongest path
 */
export function rootsOf(scene, focus) {
  /** @type {Root[]} */
  const roots = [];
  /** @type {Record<Stream, Map<number, number>>} */
  const reach = { main: new Map(), source: new Map() };
  reach.main.set(focus, 1);
  const least = scene.L > TALL ? LEAST_ROOT : LEAST_WEIGHT;
  for (const at of /** @type {Stream[]} */ (['main', 'source'])) {
    if (at === 'source' && !scene.source) continue;
    const { layers } = stackIn(scene, at);
    for (const attentions of layers.toReversed())
      for (const attention of attentions.toReversed())
        follow(scene, attention, at, reach, roots, { focus, least });
  }
  return { roots, reach };
}

/**
 * One attention: from everything that has been reached above it.
 * @param {Scene} scene @param {import('./scene.js').Attention} attention @param {Stream} at
 * @param {Record<Stream, Map<number, number>>} reach @param {Root[]} roots
 * @param {{ focus: number, least: number }} from
 */
function follow(scene, { index, keys }, at, reach, roots, { focus, least }) {
  const n = stackIn(scene, keys).n;
  for (const [i, above] of [...reach[at]]) {
    const isOwn = i === focus && at === 'main';
    for (let head = 0; head < scene.H; head++) {
      if (!scene.isShown(index, head)) continue;
      for (let j = 0; j < n && scene.isAllowed(index, i, j); j++) {
        const strength = above * scene.weight(index, head, i, j);
        if (strength < (isOwn ? LEAST_WEIGHT : least)) continue;
        roots.push({ attention: index, head, i, j, strength, isOwn });
        reach[keys].set(j, Math.max(reach[keys].get(j) ?? 0, strength));
      }
    }
  }
}

/** Other characters' lines are a little paler. */
const ROOT_ALPHA = 0.8;

/** @param {Drawing} drawing @param {Building} building @param {Root[]} roots */
export function drawRoots(drawing, building, roots) {
  const { ctx, ink } = drawing;
  const bands = new Map(building.bands.map((band) => [band.index, band]));
  inColumns(ctx, building, () => {
    ctx.lineCap = 'round';
    for (const root of roots) {
      const { attention, head, strength, isOwn } = root;
      const band = bands.get(attention);
      if (!band) continue;
      ctx.setLineDash(dashOf(head));
      ctx.beginPath();
      addCurve(ctx, ...endsOf(drawing, building, band, root), band);
      const alpha = pinnedAlpha(strength) * (isOwn ? 1 : ROOT_ALPHA);
      strokePath(ctx, ink(hueOf(head)), alpha, pinnedWidth(strength));
    }
    ctx.setLineDash([]);
    ctx.lineCap = 'butt';
  });
}
