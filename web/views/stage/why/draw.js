// SPDX-License-Identifier: MIT
// Draws an explained prediction: shares of all tokens, the rivers that carry them through the
// heads, the marks of the MLPs, and what is lost when a token is hidden.
import { clipped, fillBox, strokePath } from '../../../draw/surface.js';
import { isInSight, widthOf, xOf } from '../columns.js';
import { depthOf } from '../layout.js';
import { addCurve, hueOf } from '../lines.js';
import { byLoss, byShare, isAt, isItself, lostShare } from './findings.js';
import {
  groundOf,
  lostBars,
  riversOf,
  scaleOf,
  shareBars,
  trunksOf,
} from './geometry.js';

/** @import { Findings, Token } from './findings.js' */
/** @import { Bar } from './geometry.js' */
/** @import { Building, Drawing } from '../layout.js' */

/**
 * @typedef {object} Shown
 * @property {Findings | null} findings
 * @property {ReturnType<typeof import('./findings.js').lookedAt>} source the one cause looked at:
 *   all else is pale
 * @property {(x: number) => string} signed a share as a number beside its bar
 * @property {(p: number) => string} left
 * @property {(x: string) => string} mlp
 */

const PALE = 0.25;
const RIVER_ALPHA = { weak: 0.45, strong: 0.9, pale: 0.12 };
/** Part of the largest share from which a river is opaque. */
const FULL = 0.3;
const TRUNK_ALPHA = 0.55;
const DASH = [4, 3];
const HATCH_PX = 4;
/** Numbers stand beside bars of this part of the longest, and this far apart. */
const NAMED = { share: 0.12, lost: 0.3, most: 3, apart: 48 };
/** Letters of tokens with this part of the largest share are lit. */
const LIT_FROM = 0.12;
const CAPSULE_PX = { least: 3, most: 9, height: 9 };
const LETTER_PX = 6.4;
const MONO_PX = 8.6;
/** Heads stand at the edge of their pane. */
const HEADS_PX = 142;
/** Room for what is said of an MLP beside its column. */
const MLP_PX = 94;

/** What is drawn, and of what; isPale: it is not the cause looked at.
 * @typedef {Drawing & { building: Building, shown: Shown, findings: Findings,
 *   isPale: (token: Pick<Token, 'stream' | 'j'>) => boolean }} About */

/** @param {Drawing} drawing @param {Building} building @param {Shown} shown */
export function drawWhy(drawing, building, shown) {
  const { findings, source } = shown;
  drawGrounds(drawing, building, findings);
  if (!findings) return;
  const isPale = (/** @type {Pick<Token, 'stream' | 'j'>} */ token) =>
    source !== null && !isAt(source, token);
  const about = { ...drawing, building, shown, findings, isPale };
  drawTrunks(about);
  drawRivers(about);
  drawShares(about);
  drawLost(about);
  if (building.stream === 'main') drawMlps(about);
}

/** @param {Drawing} drawing @param {Building} building @param {Findings | null} findings */
function drawGrounds({ ctx, ink, layout }, building, findings) {
  const { x0, span, lost } = building;
  const { part } = scaleOf(layout, findings);
  fillBox(ctx, ink('line-strong'), 1, x0, groundOf(building, part), span, 1);
  if (lost) fillBox(ctx, ink('line'), 1, x0, lost.top, span, 1);
}

/** @param {About} about */
function drawTrunks({ ctx, ink, layout, building, findings, isPale }) {
  const ends = trunksOf(layout, building, findings);
  for (const { token, y, height } of shareBars(layout, building, findings)) {
    const end = ends.get(token.j);
    if (end === undefined || isItself(findings, token)) continue;
    const foot = Math.round(token.share < 0 ? y + height : y);
    const x = Math.round(xOf(building, token.j)) - 1;
    const alpha = TRUNK_ALPHA * (isPale(token) ? PALE : 1);
    fillBox(ctx, ink('ink-3'), alpha, x, end, 2, foot - end);
  }
}

/** @param {About} about */
function drawRivers(about) {
  const { ctx, ink, building, findings, isPale } = about;
  const { x0, span, top, bottom } = building;
  clipped(ctx, x0 - 6, top, span + 12, bottom - top, () => {
    for (const { edge, band, ends, width } of riversOf(about, building, findings)) {
      const isAside = isPale({ stream: band.keys, j: edge.j });
      ctx.setLineDash(edge.value < 0 ? DASH : []);
      ctx.beginPath();
      addCurve(ctx, ...ends, band);
      const { weak, strong } = RIVER_ALPHA;
      const part = Math.min(1, Math.abs(edge.value) / findings.most / FULL);
      const alpha = isAside ? RIVER_ALPHA.pale : weak + (strong - weak) * part;
      strokePath(ctx, ink(hueOf(edge.head)), alpha, width);
    }
    ctx.setLineDash([]);
  });
}

/** Stripes say down and lost, whatever the colours. @param {Drawing} drawing
 * @param {number} alpha @param {Bar} bar */
function drawStriped({ ctx, ink }, alpha, { x, y, width, height }) {
  if (height < 0.5) return;
  fillBox(ctx, ink('held'), 0.12 * alpha, x, y, width, height);
  clipped(ctx, x, y, width, height, () => {
    ctx.beginPath();
    for (let at = -height; at < width + height; at += HATCH_PX) {
      ctx.moveTo(x + at, y + height);
      ctx.lineTo(x + at + height, y);
    }
    strokePath(ctx, ink('held'), alpha, 1.6);
    ctx.beginPath();
    ctx.rect(x, y, width, height);
    strokePath(ctx, ink('held'), alpha, 2);
  });
}

/** @param {About} about */
function drawShares(about) {
  const { ctx, ink, layout, building, shown, findings, isPale } = about;
  const bars = shareBars(layout, building, findings);
  for (const bar of bars) {
    const alpha = isPale(bar.token) ? PALE : 1;
    const part = bar.token.share / findings.most;
    if (part > LIT_FROM && !isItself(findings, bar.token))
      lightLetter(about, bar.token.j, alpha * (0.1 + 0.5 * part));
    if (bar.token.share < 0) drawStriped(about, alpha, bar);
    else fillBox(ctx, ink('bar'), alpha, bar.x, bar.y, bar.width, bar.height);
  }
  const ranked = byShare(
    bars.map(({ token }) => token).filter((token) => !isPale(token)),
  );
  const least = shown.source === null ? NAMED.share * findings.most : 0;
  const isWorth = (/** @type {Token} */ { share }) => Math.abs(share) >= least;
  for (const { token, x, y, width, height } of named(ranked, bars, isWorth)) {
    const at = token.share < 0 ? y + height + 8 : y - 8;
    drawNumber(about, shown.signed(token.share), x + width / 2, at);
  }
}

/** @param {About} about @param {number} j @param {number} alpha */
function lightLetter({ ctx, ink, building }, j, alpha) {
  const width = widthOf(building, j);
  const x = Math.round(xOf(building, j) - width / 2);
  const { textTop, textHeight } = building;
  fillBox(ctx, ink('lit'), alpha, x, textTop + 3, width, textHeight - 5);
}

/** Bars that get a number: the first few that are worth one and do not stand in each other's way.
 * @param {readonly Token[]} ranked @param {readonly Bar[]} bars
 * @param {(token: Token) => boolean} isWorth @returns {Bar[]} */
function named(ranked, bars, isWorth) {
  /** @type {Bar[]} */
  const chosen = [];
  for (const token of ranked) {
    if (chosen.length === NAMED.most || !isWorth(token)) break;
    const bar = bars.find((each) => each.token === token);
    if (!bar || chosen.some(({ x }) => Math.abs(x - bar.x) < NAMED.apart)) continue;
    chosen.push(bar);
  }
  return chosen;
}

/** On a ground of its own: columns and rivers run behind it. @param {Drawing} drawing
 * @param {string} text @param {number} x middle @param {number} y middle */
function drawNumber({ ctx, ink }, text, x, y) {
  const width = text.length * LETTER_PX + 4;
  fillBox(ctx, ink('ground'), 0.85, x - width / 2, y - 7, width, 14);
  ctx.font = `600 12px ${ink('sans')}`;
  ctx.fillStyle = ink('ink');
  ctx.fillText(text, x, y);
}

/** @param {About} about */
function drawLost(about) {
  const { building, shown, findings, isPale } = about;
  const bars = lostBars(building, findings);
  for (const bar of bars) drawStriped(about, isPale(bar.token) ? PALE : 1, bar);
  const ranked = byLoss(findings).filter((token) => !isPale(token));
  const least = shown.source === null ? NAMED.lost : 0;
  const isWorth = (/** @type {Token} */ token) => lostShare(findings, token) >= least;
  for (const { token, x, y, width, height } of named(ranked, bars, isWorth))
    drawNumber(about, shown.left(token.left), x + width / 2, y + height + 9);
}

/** In the column of the prediction: what passes through each MLP, and the guess after it.
 * @param {About} about */
function drawMlps(about) {
  const { ctx, ink, scene, building, shown } = about;
  const { i, passed, logit } = about.findings;
  if (!isInSight(building, i)) return;
  const x = Math.round(xOf(building, i));
  for (const { layer, mlp } of building.panes) {
    if (!mlp) continue;
    const value = passed('main', layer, i);
    const part = Math.min(1, Math.abs(value) / (logit || 1));
    const half = CAPSULE_PX.least + part * (CAPSULE_PX.most - CAPSULE_PX.least);
    const { height } = CAPSULE_PX;
    const y = Math.round((mlp.top + mlp.bottom - height) / 2);
    ctx.beginPath();
    ctx.roundRect(x - half, y, 2 * half, height, height / 2);
    ctx.fillStyle = ink('ink');
    ctx.fill();
    const depth = depthOf(scene, 'mlp', layer);
    const guess =
      depth < 0 ? '' : (scene.vocabulary[scene.guess(depth, i).token] ?? '');
    const text = shown.mlp(shown.signed(value));
    nameMlp(about, { x, y: y + height / 2, text, guess });
  }
}

/** Beside its column, where there is room. @param {About} about
 * @param {{ x: number, y: number, text: string, guess: string }} at y: middle */
function nameMlp({ ctx, ink, building }, { x, y, text, guess }) {
  const isLeft = x + MLP_PX > building.right - HEADS_PX;
  const room = (text.length + 3.4) * LETTER_PX;
  const width = room + guess.length * MONO_PX;
  const left = isLeft ? x - 14 - width : x + 14;
  fillBox(ctx, ink('pane'), 0.85, left - 2, y - 7, width + 4, 15);
  ctx.textAlign = 'left';
  ctx.font = `500 12px ${ink('sans')}`;
  ctx.fillStyle = ink('ink-2');
  ctx.fillText(guess ? `${text} →` : text, left, y + 1);
  ctx.font = `700 14px ${ink('mono')}`;
  ctx.fillStyle = ink('ink');
  ctx.fillText(guess, left + room, y);
  ctx.textAlign = 'center';
}
