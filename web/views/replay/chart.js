// SPDX-License-Identifier: MIT
// The losses of a run as small multiples need them: over the square root of the step, for most
// happens early, with what counting models are worth and a ring for every moment shown.
import { strokePath } from '../../draw/surface.js';

/** @import { Replay } from './moments.js' */
/** @import { Ink } from '../../draw/surface.js' */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ counts: Record<string, string>, train: string, val: string,
 *   step: (n: number) => string, number: (n: number) => string, loss: (x: number) => string }} ChartWords */

const KINDS = /** @type {const} */ (['uniform', 'unigram', 'bigram', 'trigram']);
/** Above the highest line, nats. */
const HEADROOM = 0.3;
const LABEL_PX = 16;
const DASH = [4, 5];

/** @param {Replay} replay @param {Box} box the curves' own */
function scales({ losses, baselines, moments }, { x, y, width, height }) {
  const end = /** @type {number} */ (moments.at(-1)?.step);
  const { step, train, valStep, val } = losses;
  const higher = (/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b);
  const top = [...val, ...train].reduce(higher, baselines.uniform) + HEADROOM;
  return {
    end,
    curves: /** @type {const} */ ([
      ['held', 2.5, valStep, val],
      ['accent', 4, step, train],
    ]),
    at: (/** @type {number} */ step) => x + Math.sqrt(step / end) * width,
    of: (/** @type {number} */ loss) => y + ((top - loss) / top) * height,
  };
}

/** @param {Ctx} ctx @param {ReturnType<typeof scales>} scale
 * @param {ArrayLike<number>} steps @param {ArrayLike<number>} losses @param {number} until */
function trace(ctx, { at, of }, steps, losses, until) {
  ctx.beginPath();
  for (let n = 0; n < steps.length && steps[n] <= until; n++)
    ctx.lineTo(at(steps[n]), of(losses[n]));
}

/** @param {Ctx} ctx @param {Replay} replay @param {Box} box @param {Ink} ink
 * @param {ChartWords} words @param {number} until the step that the curves have reached */
export function drawChart(ctx, replay, box, ink, words, until) {
  const inner = { ...box, height: box.height - LABEL_PX * 1.5 };
  const scale = scales(replay, inner);
  const right = box.x + box.width;
  ctx.font = `400 ${LABEL_PX}px ${ink('sans')}`;
  ctx.textBaseline = 'middle';
  drawBaselines(ctx, replay, scale, [box.x, right], ink);
  ctx.lineJoin = 'round';
  for (const [colour, width, steps, losses] of scale.curves) {
    trace(ctx, scale, steps, losses, until);
    strokePath(ctx, ink(colour), 1, width);
  }
  nameBaselines(ctx, replay, scale, right, ink, words);
  drawRings(ctx, replay, scale, ink, until);
  ctx.fillStyle = ink('ink-3');
  ctx.textAlign = 'left';
  const below = box.y + box.height - LABEL_PX / 2;
  ctx.fillText(words.step(0), box.x, below);
  ctx.textAlign = 'right';
  ctx.fillText(words.number(scale.end), right, below);
  if (until >= scale.end) drawEnds(ctx, scale, box, ink, words);
}

/** What counting models are worth, least first. @param {Replay} replay */
const baselinesOf = ({ baselines }) => KINDS.filter((kind) => baselines[kind] > 0);

/** @param {Ctx} ctx @param {Replay} replay @param {ReturnType<typeof scales>} scale
 * @param {[number, number]} across @param {Ink} ink */
function drawBaselines(ctx, replay, { of }, [left, right], ink) {
  ctx.setLineDash(DASH);
  ctx.beginPath();
  for (const kind of baselinesOf(replay)) {
    ctx.moveTo(left, of(replay.baselines[kind]));
    ctx.lineTo(right, of(replay.baselines[kind]));
  }
  strokePath(ctx, ink('line-strong'), 1, 1);
  ctx.setLineDash([]);
}

/** Beside each its name, above those that the curves end below, where there is room for a line of
 * text.
 * @param {Ctx} ctx @param {Replay} replay @param {ReturnType<typeof scales>} scale
 * @param {number} right @param {Ink} ink @param {ChartWords} words */
function nameBaselines(ctx, replay, { of }, right, ink, words) {
  const end = Math.max(
    ...[replay.losses.val, replay.losses.train].map((x) => x.at(-1) ?? 0),
  );
  ctx.textAlign = 'right';
  ctx.strokeStyle = ink('ground');
  ctx.lineWidth = 4;
  ctx.fillStyle = ink('ink-3');
  let free = -Infinity;
  for (const kind of baselinesOf(replay)) {
    const loss = replay.baselines[kind];
    const y = of(loss) + LABEL_PX * 0.75 * (end < loss ? -1 : 1);
    if (y < free) continue;
    free = y + LABEL_PX * 1.25;
    ctx.strokeText(words.counts[kind], right, y);
    ctx.fillText(words.counts[kind], right, y);
  }
}

/** @param {Ctx} ctx @param {Replay} replay @param {ReturnType<typeof scales>} scale
 * @param {Ink} ink @param {number} until */
function drawRings(ctx, { losses, moments }, { at, of }, ink, until) {
  for (const { step } of moments) {
    if (step > until) continue;
    // Loss is measured from the first step on.
    const n = Math.max(
      0,
      losses.step.findLastIndex((each) => each <= step),
    );
    ctx.beginPath();
    ctx.arc(at(step), of(losses.train[n]), 6, 0, 2 * Math.PI);
    ctx.fillStyle = ink('ground');
    ctx.fill();
    strokePath(ctx, ink('accent'), 1, 3);
  }
}

/** What the curves are and come to, in a row below.
 * @param {Ctx} ctx @param {ReturnType<typeof scales>} scale @param {Box} box @param {Ink} ink
 * @param {ChartWords} words */
function drawEnds(ctx, { curves }, { x, y, width, height }, ink, words) {
  ctx.font = `600 ${LABEL_PX}px ${ink('sans')}`;
  let right = x + width;
  for (const [colour, , , losses] of curves) {
    const last = losses.at(-1);
    if (last === undefined) continue;
    const name = colour === 'held' ? words.val : words.train;
    const text = `${name} ${words.loss(last)}`;
    ctx.fillStyle = ink(colour);
    ctx.fillText(text, right, y + height + LABEL_PX);
    right -= ctx.measureText(text).width + LABEL_PX;
  }
}
