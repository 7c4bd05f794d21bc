// SPDX-License-Identifier: MIT
// Snapshots of the weights: which there are, which one all views show, and the scores of its
// heads.
import { requestHeadReport } from './head-history.js';

/** @import { AppStore } from '../state/state.js' */
/** @import { QueryState as State } from '../state/queries.js' */
/** @typedef {NonNullable<State['viewedHeadReport']>} Tick */
/** @typedef {NonNullable<State['viewedSnapshot']>} Past */

/** A reader who drags along the curve passes many snapshots; scores are of those where the
 * pointer rests. */
const REST_MS = 200;

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
  #unsubscribe = () => {};
  /** Head reports by step and ablated heads. @type {Map<string, Tick>} */
  #ticks = new Map();

  /** @param {AppStore} store @param {(error: unknown) => void} report */
  constructor(store, report) {
    this.#store = store;
    this.#report = report;
    store.subscribe((changed) => {
      if (changed.has('session')) this.#follow();
      if (changed.has('viewedSnapshot') || changed.has('ablated')) void this.#scores();
    });
  }

  #follow() {
    const { session } = this.#store.state;
    this.#unsubscribe();
    this.#ticks = new Map();
    if (!session) return;
    const take = () => this.#store.set({ snapshots: session.snapshots });
    this.#unsubscribe = session.on('snapshots', take);
    take();
  }

  // ------------------------------------------------------------- selection

  /** All views show the model of this step.
   * @param {number | null} step of a snapshot; null: the model in training */
  go(step) {
    const { session, viewedSnapshot } = this.#store.state;
    if (!session) return;
    if (step === (viewedSnapshot?.step ?? null)) return;
    void session.pinSnapshots(step === null ? [] : [step]).catch(this.#report);
    const next = step === null ? null : { step, session: session.at(step) };
    this.#store.set({ viewedSnapshot: next, viewedHeadReport: null });
  }

  /** @param {number} by snapshots: -1 is the previous one */
  move(by) {
    const { snapshots, viewedSnapshot } = this.#store.state;
    if (snapshots.length > 0)
      this.go(neighbourStep(snapshots, viewedSnapshot?.step ?? null, by));
  }

  async #scores() {
    const { viewedSnapshot, ablated } = this.#store.state;
    if (!viewedSnapshot) return;
    const stays = () => {
      const { state } = this.#store;
      return state.viewedSnapshot === viewedSnapshot && state.ablated === ablated;
    };
    await new Promise((done) => setTimeout(done, REST_MS));
    if (!stays()) return;
    try {
      const scores = await this.#asked(viewedSnapshot, ablated);
      if (stays()) this.#take(viewedSnapshot, scores);
    } catch (error) {
      if (stays()) this.#report(error);
    }
  }

  /** @param {Past} past @param {State['ablated']} off */
  async #asked(past, off) {
    const ticks = this.#ticks;
    const key = JSON.stringify([past.step, off]);
    const known = ticks.get(key);
    if (known) return known;
    const tick = await requestHeadReport(past.session, this.#store.state);
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

  stop() {
    this.#unsubscribe();
  }
}
