// SPDX-License-Identifier: MIT
// The course of every head's scores: asked for often enough to watch a pattern form,
// seldom enough to cost next to nothing. Ticks belong to a run and come back with it.
import { affordable, msPerSequence } from './budget.js';
import { Paced } from './paced.js';

/** @typedef {import('../state/state.js').AppStore} AppStore */
/** @typedef {import('../state/types.js').HeadScores} Tick */
/** @typedef {import('../state/types.js').HeadPattern} HeadMark */
/** @typedef {import('../../wasm/index.js').HeadReport} HeadReport */
/** @typedef {import('../../wasm/index.js').HeadStats} HeadStats */

const MIN_INTERVAL_MS = 250;
const STILL_INTERVAL_MS = 1000;
/** Share of the training time; looking at the line has a budget of its own. */
const BUDGET = 0.015;
/** Sequences of P. A large model is asked about fewer, and then names no head. */
export const PROBE = 8;
/** With the estimate of importance a tick costs this many times as much. */
const WITH_IMPORTANCE = 3;
/** The estimate of importance needs a backward run to each sequence: every nth tick. */
const IMPORTANCE_EVERY = 4;
const MAX_TICKS = 480;
const OFFSETS = 8;
/** Scores of one head: 8 offsets back, then these, as the engine names patterns. */
const OTHERS = [
  'self', 'first', 'same', 'next_1', 'next_2', 'next_3', 'stripe', 'line', 'focus', 'top',
]; // prettier-ignore
export const SCORES = OFFSETS + OTHERS.length;

/** @param {{ pattern: string, offset: number }} mark @returns {number} of SCORES */
const scoreIndex = ({ pattern, offset }) =>
  pattern === 'back' ? offset - 1 : OFFSETS + OTHERS.indexOf(pattern);

/** A score of a head, and chance for it; NaN where there is nothing to say.
 * @param {HeadStats} head @param {number} k of SCORES @returns {HeadMark} */
export function scoreOf({ back, scores, chance }, k) {
  const pattern = OTHERS[k - OFFSETS] ?? 'back';
  const name = /** @type {'self'} */ (pattern.replace('_', ''));
  return {
    pattern,
    offset: k + 1,
    score: (k < OFFSETS ? back[k] : scores[name]) ?? Number.NaN,
    chance: chance[name],
    badge: true,
  };
}

/**
 * @param {HeadReport} tick
 * @returns {Tick}
 */
function compact({ step, heads }) {
  const scores = new Float32Array(heads.length * SCORES);
  const marks = heads.map((head, n) => {
    for (let k = 0; k < SCORES; k++) scores[n * SCORES + k] = scoreOf(head, k).score;
    return patternOf(head);
  });
  return { step, scores, marks };
}

/** The nearest pattern of a head. @param {HeadStats} head @returns {HeadMark} */
export function patternOf({ claim, badge }) {
  if (!claim?.pattern) return { pattern: '', offset: 0, score: 0, chance: 0, badge };
  return { ...claim, badge };
}

/**
 * One score of one head over the last ticks.
 * @param {Tick[]} ticks
 * @param {number} n head, counted over all layers
 * @param {HeadMark} mark which score
 * @param {number} count
 * @returns {number[]} oldest first
 */
export function scoreSeries(ticks, n, mark, count) {
  if (!mark.pattern) return [];
  const at = n * SCORES + scoreIndex(mark);
  return ticks.slice(-count).map(({ scores }) => scores[at]);
}

/** The last tick at or before a step. @param {Tick[]} ticks @param {number} step */
export function scoresAt(ticks, step) {
  return ticks.findLast((tick) => tick.step <= step) ?? ticks[0] ?? null;
}

/**
 * @template {{ step: number }} T
 * @param {T[]} course in order of steps @param {T} newest
 * @param {number} most more are thinned: the older half keeps every second one
 * @returns {T[]}
 */
export function appendThinned(course, newest, most) {
  const kept = course.filter(({ step }) => step < newest.step);
  const thinned =
    kept.length < most ? kept : kept.filter((_, n) => n >= most / 2 || n % 2 === 0);
  return [...thinned, newest];
}

/**
 * @param {number} cost of one tick, ms
 * @param {boolean} still
 */
function tickInterval(cost, still) {
  return Math.max(still ? STILL_INTERVAL_MS : MIN_INTERVAL_MS, cost / BUDGET);
}

/**
 * @param {import('../state/types.js').ModelView} eye
 * @param {import('../state/state.js').State} state
 * @param {{ importance: boolean, positions?: boolean, pairs?: boolean }} options
 * @returns {Promise<HeadReport & { sequences: number }>} of so many of P
 */
export async function requestHeadReport(eye, state, options) {
  const ms = msPerSequence(state) * (options.importance ? WITH_IMPORTANCE : 1);
  const sequences = affordable(ms, PROBE);
  return { ...(await eye.headReport({ ...options, sequences })), sequences };
}

export class HeadHistory {
  #store;
  #pace;
  #count = 0;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#pace = new Paced(
      () => this.#take(),
      () => this.#interval(),
      report,
    );
    store.subscribe((changed) => {
      // Not at once: the line is looked at first.
      if (
        ['session', 'progress', 'phase', 'detailed'].some((key) =>
          changed.has(/** @type {any} */ (key)),
        )
      )
        this.#pace.soon();
    });
  }

  #interval() {
    const { state } = this.#store;
    const { reducedMotion, phase, throttle } = state;
    // Nothing waits for a model at rest, and a new one has no tick yet.
    if (phase !== 'running' || !state.headReport) return 0;
    const ms = msPerSequence(state) * (state.headReport.whole ? WITH_IMPORTANCE : 1);
    return throttle * tickInterval(ms * affordable(ms, PROBE), reducedMotion);
  }

  async #take() {
    const { session, headReport, detailed } = this.#store.state;
    if (!session || document.hidden) return;
    // A model at rest is asked for everything: nothing waits for it.
    const rests = session.state !== 'running';
    const same =
      headReport?.step === session.steps && (headReport.positions || !detailed);
    if (same && (headReport.whole || !rests)) return;
    const importance = rests || this.#count++ % IMPORTANCE_EVERY === 0;
    try {
      const options = { importance, positions: detailed, pairs: detailed };
      const taken = await requestHeadReport(session, this.#store.state, options);
      const now = this.#store.state;
      if (now.session !== session) return;
      const known = taken.importance ?? now.headReport?.importance;
      this.#store.set({
        headReport: { ...taken, importance: known, whole: importance },
        headHistory: appendThinned(now.headHistory, compact(taken), MAX_TICKS),
      });
    } catch (error) {
      // A session closed under our hands is ordinary.
      if (this.#store.state.session === session) throw error;
    }
  }

  stop() {
    this.#pace.stop();
  }
}
