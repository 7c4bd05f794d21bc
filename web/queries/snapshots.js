// SPDX-License-Identifier: MIT
// Snapshots of the weights: which there are, which one all views show, the scores of its
// heads, and thumbnails of the attention at each for the slider.
import { msPerSequence } from './budget.js';
import { isVisible } from '../state/selectors.js';
import { Paced } from './paced.js';
import { requestHeadReport } from './head-history.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { LineActivations as Look, Session, Snapshot } from '../state/types.js' */
/** @import { QueryState as State } from '../state/queries.js' */
/** @typedef {NonNullable<State['viewedHeadReport']>} Tick */
/** @typedef {NonNullable<State['viewedSnapshot']>} Past */

/** Attention weights, 0 … 1, are kept in 8 bits for thumbnails. */
const FULL = 255;
/** Larger ones are not kept, as 64 of them are 8 MB; the views update on release only. */
const MAX_PATTERN_BYTES = 128 * 1024;
/** Share of the training time for thumbnails made in advance. */
const BUDGET = 0.005;
const MIN_INTERVAL_MS = 300;
/** Readers who only step through the snapshots have left by then. */
const STAY_MS = 1500;

/** @param {Float32Array} weights */
export const toBytes = (weights) =>
  Uint8Array.from(weights, (w) => Math.round(FULL * w));

/** @param {Uint8Array} bytes */
export const fromBytes = (bytes) => Float32Array.from(bytes, (b) => b / FULL);

/** The new list, with the thumbnails of the old one.
 * @param {{ step: number, event: string }[]} marks
 * @param {Snapshot[]} before
 * @returns {Snapshot[]} */
export function withPatterns(marks, before) {
  const known = new Map(before.map(({ step, pattern }) => [step, pattern]));
  return marks.map((mark) => ({ ...mark, pattern: known.get(mark.step) ?? null }));
}

/**
 * The snapshot `by` places away.
 * @param {readonly { step: number }[]} snapshots in order
 * @param {number | null} from a step, null: now
 * @param {number} by snapshots
 * @returns {number | null} a step, null: now
 */
export function neighbourStep(snapshots, from, by) {
  const later = snapshots.findIndex(({ step }) => from !== null && step >= from);
  const at = later < 0 ? snapshots.length : later;
  const isBetween = later >= 0 && snapshots[later].step !== from;
  const to = Math.max(0, at + by - (isBetween && by > 0 ? 1 : 0));
  return snapshots[to]?.step ?? null;
}

export class SnapshotBrowser {
  #store;
  #report;
  #pace;
  #unsubscribe = () => {};
  /** Head reports by step and ablated heads. @type {Map<string, Tick>} */
  #ticks = new Map();

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    this.#pace = new Paced(
      () => this.#fillNext(),
      () => this.#interval(),
      report,
    );
    store.subscribe((changed) => {
      if (changed.has('session')) this.#follow();
      if (changed.has('snapshots') || changed.has('activations')) this.#pace.soon();
      if (changed.has('viewedSnapshot') || changed.has('ablated')) void this.#scores();
    });
  }

  #follow() {
    const { session } = this.#store.state;
    this.#unsubscribe();
    this.#ticks = new Map();
    if (!session) return;
    const take = () => {
      const before = this.#store.state.snapshots;
      this.#store.set({ snapshots: withPatterns(session.snapshots, before) });
    };
    this.#unsubscribe = session.on('snapshots', take);
    take();
  }

  // ------------------------------------------------------------- selection

  /** All views show the model of this step.
   * @param {number | null} step of a snapshot; null: the model in training */
  go(step) {
    const { session, viewedSnapshot } = this.#store.state;
    if (!session) return;
    if (step === (viewedSnapshot?.step ?? null)) {
      this.#store.set({ scrubPreview: null });
      return;
    }
    void session.pinSnapshots(step === null ? [] : [step]).catch(this.#report);
    const next = step === null ? null : { step, session: session.at(step) };
    this.#store.set({
      viewedSnapshot: next,
      viewedHeadReport: null,
      scrubPreview: null,
    });
  }

  /** @param {number} by snapshots: -1 is the previous one */
  move(by) {
    const { snapshots, viewedSnapshot } = this.#store.state;
    if (snapshots.length > 0)
      this.go(neighbourStep(snapshots, viewedSnapshot?.step ?? null, by));
  }

  /** Scores first; importance, at three times the cost, only for readers who stay. */
  async #scores() {
    const { viewedSnapshot, ablated, phase, showing } = this.#store.state;
    if (!viewedSnapshot) return;
    const stays = () => {
      const { state } = this.#store;
      return state.viewedSnapshot === viewedSnapshot && state.ablated === ablated;
    };
    try {
      const scores = await this.#asked(viewedSnapshot, ablated, false);
      if (!stays()) return;
      this.#take(viewedSnapshot, scores);
      if (scores.importance) return;
      if (phase === 'running' && !showing.sorted) {
        await new Promise((done) => setTimeout(done, STAY_MS));
        if (!stays()) return;
      }
      const whole = await this.#asked(viewedSnapshot, ablated, true);
      if (stays()) this.#take(viewedSnapshot, whole);
    } catch (error) {
      if (stays()) this.#report(error);
    }
  }

  /** @param {Past} past @param {State['ablated']} off
   * @param {boolean} importance */
  async #asked(past, off, importance) {
    const ticks = this.#ticks;
    const key = JSON.stringify([past.step, off]);
    const known = ticks.get(key);
    if (known && (known.importance || !importance)) return known;
    const tick = await requestHeadReport(past.session, this.#store.state, {
      importance,
    });
    // The answer may already include a head that was switched meanwhile.
    if (this.#store.state.ablated === off) ticks.set(key, tick);
    return tick;
  }

  /** A badge needs two reports in a row, which one snapshot cannot give: a head has the
   * badge that it had at that step.
   * @param {Past} past @param {Tick} tick */
  #take(past, tick) {
    const then = this.#store.state.headHistory.findLast(
      ({ step }) => step <= past.step,
    );
    const heads = tick.heads.map((head, n) => {
      const mark = then?.marks[n];
      const same = head.claim?.pattern === mark?.pattern;
      return { ...head, badge: Boolean(mark?.badge) && same };
    });
    this.#store.set({ viewedHeadReport: { ...tick, heads } });
  }

  /** While the slider is dragged: the thumbnails of that step; nothing else changes.
   * @param {number | null} step null: now */
  preview(step) {
    const { snapshots, activations } = this.#store.state;
    const pattern = this.#patternOf(snapshots.find((each) => each.step === step));
    this.#store.set({
      scrubPreview: {
        step,
        activations:
          pattern && activations
            ? {
                ...activations,
                step: step ?? 0,
                attention: fromBytes(pattern.attention),
              }
            : null,
      },
    });
    if (step === null || pattern) return;
    void this.#fill(step)
      .then(() => {
        if (this.#store.state.scrubPreview?.step !== step) return;
        if (this.#patternOf(this.#find(step))) this.preview(step);
      })
      .catch(this.#report);
  }

  // ------------------------------------------------------------ thumbnails

  #find(/** @type {number} */ step) {
    return this.#store.state.snapshots.find((each) => each.step === step);
  }

  /** Its thumbnail, if it is of the present line and heads. @param {Snapshot | undefined} snapshot */
  #patternOf(snapshot) {
    const pattern = snapshot?.pattern;
    const { activations, ablated } = this.#store.state;
    return pattern?.line === activations?.text && pattern?.ablated === ablated
      ? pattern
      : null;
  }

  #interval() {
    const { state } = this.#store;
    if (state.phase !== 'running') return 0;
    return state.throttle * Math.max(MIN_INTERVAL_MS, msPerSequence(state) / BUDGET);
  }

  async #fillNext() {
    const missing = this.#store.state.snapshots.find((each) => !this.#patternOf(each));
    if (!missing || !isVisible(this.#store.state)) return;
    if (await this.#fill(missing.step)) this.#pace.soon();
  }

  /** @param {number} step @returns {Promise<boolean>} whether another one may be needed */
  async #fill(step) {
    const { session, activations, ablated } = this.#store.state;
    const small =
      activations &&
      activations.L * activations.H * activations.T ** 2 <= MAX_PATTERN_BYTES;
    if (!session || !activations || !small) return false;
    try {
      const { attention } = await session
        .at(step)
        .runWithCache({ text: activations.text, logits: false });
      const now = this.#store.state;
      if (now.session !== session || !attention) return false;
      const pattern = {
        line: activations.text,
        ablated,
        attention: toBytes(attention),
      };
      this.#store.set({
        snapshots: now.snapshots.map((each) =>
          each.step === step ? { ...each, pattern } : each,
        ),
      });
      return true;
    } catch (error) {
      // A snapshot dropped or a session closed meanwhile is no failure.
      const { code } = /** @type {{ code?: string }} */ (error);
      if (code !== 'no-snapshot' && this.#store.state.session === session) throw error;
      return code === 'no-snapshot';
    }
  }

  stop() {
    this.#pace.stop();
    this.#unsubscribe();
  }
}
