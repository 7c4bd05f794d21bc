// SPDX-License-Identifier: MIT
// What the loss chart draws besides the curves, and how far its axes reach.
import { perplexityTicks } from '../../draw/plot.js';
import { errorOf, lowestValidation, overfittingStart } from '../../run/memorization.js';
import { eventsOf } from '../../run/milestones.js';
import { textUnit } from '../../state/selectors.js';
import { drawMarks } from './marks.js';
import { unitsOf } from '../shared/outputs.js';

/** @import { Options, Plot } from '../../draw/plot.js' */
/** @typedef {import('../shared/view.js').View & { isColumn: boolean, unit: number,
 *   bits: boolean, logX: boolean, frame?: string }} LossView */

const HEIGHT = 300;
/** Beside the stage: the curve, and below it the ends of the axis. */
const COLUMN = { height: 184, room: { side: 5, above: 18, below: 20 } };
/** Above the highest line and below the lowest, nats. */
const HEADROOM = 0.15;
/** The axis of steps doubles from here until the run fits, or ends with the plan. */
const FIRST_STEPS = 250;
/** Stands for step 0 on a logarithmic axis. */
const ZERO_STEP = 0.5;

const KINDS = /** @type {const} */ (['uniform', 'unigram', 'bigram', 'trigram']);

/** The end of the axis of steps: it moves seldom, so that the curve grows to the right.
 * @param {number} last step drawn @param {number} planned steps */
export function stepsShown(last, planned) {
  let end = Math.min(FIRST_STEPS, planned);
  while (end < last) end = end < planned ? Math.min(planned, 2 * end) : last;
  return end;
}

/** @param {LossView} view */
export function axisLoss(view) {
  const [unit] = unitsOf(view, 'output');
  return view.bits ? view.t.loss.axisBits(unit) : view.t.loss.axisLoss(unit);
}

/** @param {LossView} view @param {(name: string) => string} ink @param {() => void} drawn
 * @returns {Options} */
export function chartOptions(view, ink, drawn) {
  const { t, format, isColumn, unit, logX } = view;
  return {
    height: isColumn ? COLUMN.height : view.frame === 'fit' ? null : HEIGHT,
    room: isColumn ? COLUMN.room : undefined,
    ink,
    logX,
    rangeX: (a, b) => rangeX(view, a, b),
    rangeY: (a, b) => rangeY(view, a, b),
    names: [t.loss.axisStep, axisLoss(view)],
    unit,
    writeX: (x) => format.integer(x),
    writeY: (y) => format.small(y / unit),
    right: isColumn
      ? undefined
      : {
          name: t.loss.axisPerplexity,
          write: (y) => format.perplexity(Math.exp(y)),
          ticks: perplexityTicks,
        },
    lines: [
      { ink: isColumn ? 'ground' : 'line', width: isColumn ? 0 : 1 },
      { ink: 'accent', width: 2 },
      { ink: 'held', width: 2, points: true },
    ],
    draw: (plot) => {
      drawOver(view, plot, ink);
      drawn();
    },
  };
}

/** Settings of the data that change how it is drawn, not which tokens a loss is of. */
const DRAWN = ['batch_size', 'no_shuffle'];

/** Other runs of the same data whose curves are shown: losses of different texts, tasks or
 * tokens have no common axis, and the dashed lines are of the run in use.
 * @param {LossView} view */
export function others({ app, state }) {
  const { current } = app.comparedRuns;
  if (!current) return [];
  const data = state.schema.filter(
    ({ group, key }) => group === 'data' && !DRAWN.includes(key),
  );
  return state.comparedRuns.filter(
    (run) =>
      run.shown &&
      run.id !== current.id &&
      run.text.text === current.text.text &&
      data.every(({ key }) => run.settings[key] === current.settings[key]),
  );
}

/** @param {LossView} view @param {number} a @param {number} b @returns {[number, number]} */
function rangeX(view, a, b) {
  const planned = Number(view.state.session?.info.config.max_steps ?? 100);
  const last = Math.max(b ?? 1, reach(others(view)).right);
  const end = Math.max(1, stepsShown(last, planned));
  return [view.logX ? Math.max(ZERO_STEP, a ?? 0) : 0, end];
}

/** @param {LossView} view @param {number} low @param {number} high @returns {[number, number]} */
function rangeY(view, low, high) {
  const base = view.state.session?.info.baselines;
  const top = Math.max(base?.uniform ?? 0, Number.isFinite(high) ? high : 0);
  const own = Number.isFinite(low) ? low : top;
  const counted = base?.trigram || base?.bigram || top;
  const bottom = Math.min(counted, own, reach(others(view)).low);
  return [Math.max(0, bottom - HEADROOM), top + HEADROOM];
}

/** @param {LossView} view @param {Plot} plot @param {(name: string) => string} ink */
function drawOver(view, plot, ink) {
  const { t, format, state, isColumn, unit } = view;
  const { session } = state;
  if (!session) return;
  const { baselines } = session.info;
  const names = t.loss.counts[textUnit(session)];
  const lines = KINDS.filter((kind) => baselines[kind] > 0).map((kind) => ({
    y: baselines[kind],
    words: isColumn
      ? names[kind]
      : `${names[kind]} ${format.loss(baselines[kind] / unit)}`,
  }));
  const byHeart = {
    from: overfittingStart(session.history, errorOf(session.info)),
    words: t.loss.overfitting,
    lowest: lowestValidation(session.history),
  };
  const ground = isColumn ? 'ground' : 'pane';
  const curves = others(view);
  const ends = [...curves, { name: '', history: session.history }].map(
    ({ name: words, history: { valStep = [], valLoss = [] } }) => ({
      ...{ words, step: valStep.at(-1) ?? 0, y: valLoss.at(-1) ?? 0 },
    }),
  );
  drawMarks(plot, lines, eventsOf(state), byHeart, ink, ground, ends);
  plot.context.save();
  if (isColumn)
    drawEnds(plot, ink('ink-3'), [
      t.snapshots.step(format.integer(0)),
      format.integer(plot.end),
    ]);
  drawCurves(plot, curves, ink('ink-2'));
  plot.context.restore();
}

/** The first and last step, below the chart. @param {Plot} plot @param {string} ink
 * @param {[string, string]} words */
function drawEnds({ context: ctx, box }, ink, [first, last]) {
  const y = box.top + box.height + 5 * devicePixelRatio;
  ctx.fillStyle = ink;
  ctx.textBaseline = 'top';
  ctx.textAlign = 'left';
  ctx.fillText(first, box.left, y);
  ctx.textAlign = 'right';
  ctx.fillText(last, box.left + box.width, y);
}

// ------------------------------------------------------------------ other runs

/** Validation loss of another run, told apart by dashes and names, never by colour alone.
 * @typedef {{ name: string, history: Record<string, number[]> }} Curve */

/** CSS pixels; repeated for more curves. */
const DASHES = [
  [7, 3],
  [2, 3],
  [9, 3, 2, 3],
  [4, 2],
];

/** The last step and the lowest loss. @param {Curve[]} curves */
function reach(curves) {
  const steps = curves.map(({ history }) => history.valStep?.at(-1) ?? 0);
  const losses = curves.flatMap(({ history }) => history.valLoss ?? []);
  return { right: Math.max(0, ...steps), low: Math.min(Infinity, ...losses) };
}

/** @param {Plot} plot @param {Curve[]} curves @param {string} ink */
function drawCurves(plot, curves, ink) {
  const ctx = plot.context;
  const ratio = devicePixelRatio;
  curves.forEach(({ history }, n) => {
    const { valStep = [], valLoss = [] } = history;
    ctx.strokeStyle = ink;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash(DASHES[n % DASHES.length].map((length) => length * ratio));
    ctx.beginPath();
    valStep.forEach((step, i) => ctx.lineTo(plot.atX(step), plot.atY(valLoss[i])));
    ctx.stroke();
  });
}
