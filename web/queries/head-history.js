// SPDX-License-Identifier: MIT
// The scores of every head over the run. The history belongs to a run and comes back with
// it.
import { thinned } from '../../wasm/index.js';
import { pauseFor, probed } from './budget.js';
import { Paced } from './paced.js';
import { hasAny } from '../state/store.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { HeadPattern, HeadScores } from '../state/types.js' */
/** @import { HeadReport, HeadStats } from '../../wasm/index.js' */

const MIN_INTERVAL_MS = 250;
/** Share of the training time; the attention loop has a budget of its own. */
const BUDGET = 0.015;
const MAX_REPORTS = 480;
const OFFSETS = 8;
/** Scores of one head: 8 offsets back, then these, in the engine's names of patterns. */
const OTHERS = [
  'self', 'first', 'same', 'next_1', 'next_2', 'next_3', 'stripe', 'line', 'place',
  'focus', 'top',
]; // oxfmt-ignore
export const SCORES = OFFSETS + OTHERS.length;

/** @param {{ pattern: string, offset: number }} mark @returns {number} of SCORES */
const scoreIndex = ({ pattern, offset }) =>
  pattern === 'back' ? offset - 1 : OFFSETS + OTHERS.indexOf(pattern);

/** A score of a head and its chance level; NaN where it does not apply.
 * @param {HeadStats} head @param {number} k of SCORES @returns {HeadPattern} */
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

/** @param {HeadReport} tick
 * @returns {HeadScores} */
function compact({ step, heads }) {
  const scores = new Float32Array(heads.length * SCORES);
  const marks = heads.map((head, n) => {
    for (let k = 0; k < SCORES; k++) scores[n * SCORES + k] = scoreOf(head, k).score;
    return patternOf(head);
  });
  return { step, scores, marks };
}

/** The pattern that a head matches best. @param {HeadStats} head @returns {HeadPattern} */
export function patternOf({ claim, badge }) {
  if (!claim?.pattern) return { pattern: '', offset: 0, score: 0, chance: 0, badge };
  return { ...claim, badge };
}

/**
 * One score of one head over the last reports.
 * @param {HeadScores[]} history
 * @param {number} n head, counted over all layers
 * @param {HeadPattern} mark which score
 * @param {number} count
 * @returns {number[]} oldest first
 */
export function scoreSeries(history, n, mark, count) {
  if (!mark.pattern) return [];
  const at = n * SCORES + scoreIndex(mark);
  return history.slice(-count).map(({ scores }) => scores[at]);
}

/** The last scores at or before a step. @param {HeadScores[]} history @param {number} step */
export function scoresAt(history, step) {
  return history.findLast((scores) => scores.step <= step) ?? history[0] ?? null;
}

/** @template {{ step: number }} T
 * @param {T[]} course in order of steps @param {T} newest
 * @param {number} most beyond it the older half is thinned
 * @returns {T[]} */
export function appendThinned(course, newest, most) {
  const kept = course.filter(({ step }) => step < newest.step);
  if (kept.length < most) return [...kept, newest];
  const steps = kept.map(({ step }) => step);
  return [...thinned(steps, most).map((n) => kept[n]), newest];
}

/** @param {import('../state/types.js').ModelView} model
 * @param {import('../state/state.js').State} state
 * @param {{ positions?: boolean, pairs?: boolean }} [options]
 * @returns {Promise<HeadReport & ReturnType<typeof probed>>} with how much of the probe it is of */
export async function requestHeadReport(model, state, options) {
  const part = probed(state);
  return { ...(await model.headReport({ ...options, ...part })), ...part };
}

export class HeadHistory {
  #store;
  #pace;

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#pace = new Paced(
      () => this.#take(),
      () => this.#interval(),
      report,
    );
    store.subscribe((changed) => {
      // The activations of the line come first.
      if (hasAny(changed, 'session', 'progress', 'phase', 'detailed'))
        this.#pace.soon();
    });
  }

  #interval() {
    const { state } = this.#store;
    // A paused model keeps nothing waiting, and a new one has no report yet.
    if (state.phase !== 'running' || !state.headReport) return 0;
    return pauseFor(state, probed(state).sequences, BUDGET, MIN_INTERVAL_MS);
  }

  async #take() {
    const { session, headReport, detailed } = this.#store.state;
    if (!session || document.hidden) return;
    if (headReport?.step === session.steps && (headReport.positions || !detailed))
      return;
    try {
      const options = { positions: detailed, pairs: detailed };
      const taken = await requestHeadReport(session, this.#store.state, options);
      const now = this.#store.state;
      if (now.session !== session) return;
      this.#store.set({
        headReport: taken,
        headHistory: appendThinned(now.headHistory, compact(taken), MAX_REPORTS),
      });
    } catch (error) {
      // The session may have been closed or replaced meanwhile; that is no failure.
      if (this.#store.state.session === session) throw error;
    }
  }

  stop() {
    this.#pace.stop();
  }
}
