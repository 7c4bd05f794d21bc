// SPDX-License-Identifier: MIT
// Snapshots: copies of the weights, taken during training and thinned out as the run grows,
// and a second session that any of them is restored into for analysis. That session has an engine
// instance of its own, so analysing a snapshot does not affect the run.

import { beaten, clearDifference } from '../shared/baselines.js';
import { GlassError } from '../shared/errors.js';

/** @import { EngineSession } from '../engine/session.js' */
/** @import { EngineInfo } from '../shared/types.js' */
/** @import { HeadMaskParams, Snapshot } from '../shared/protocol.js' */

/** Limit for all snapshots of a run. */
const MEMORY_BYTES = 32e6;
/** More do not fit on the page's slider. */
const MAX_SNAPSHOTS = 64;
/** If fewer fit, none are taken: they would not show a development. */
const MIN_SNAPSHOTS = 3;
/** Steps between snapshots, before thinning. */
const STRIDE = 5;
/** The first of the doubling steps after 0. */
const FIRST_DOUBLING = 25;

/** Steps at which runs are compared: 0, 25, 50, 100, 200 … @param {number} step */
export function isDoublingStep(step) {
  let doubling = FIRST_DOUBLING;
  while (doubling < step) doubling *= 2;
  return step === 0 || step === doubling;
}

/** How many snapshots of a model are kept. @param {number} n weights */
export function capacity(n) {
  const room = Math.floor(MEMORY_BYTES / (n * Float32Array.BYTES_PER_ELEMENT));
  return room < MIN_SNAPSHOTS ? 0 : Math.min(MAX_SNAPSHOTS, room);
}

/**
 * Which snapshot to discard: never the first or the newest, an important one only if all
 * are, and otherwise the one whose neighbours are closest together. The rest stay evenly
 * spaced, twice as far apart each time the run doubles.
 * @param {{ step: number, important: boolean }[]} all in order of steps, at least three
 * @returns {number} its index
 */
export function mostExpendable(all) {
  const gap = (/** @type {number} */ n) =>
    all[n].important ? Infinity : all[n + 1].step - all[n - 1].step;
  let expendable = 1;
  for (let n = 2; n < all.length - 1; n++) if (gap(n) < gap(expendable)) expendable = n;
  return expendable;
}

/** Whether these can be snapshots of the run that led to this model.
 * @param {Snapshot[]} all @param {EngineSession} session */
export function belongTo(all, session) {
  const now = session.info().step;
  return all.every(
    ({ step, weights }) => step <= now && weights.length === session.weightCount,
  );
}

export class Snapshots {
  #session;
  #info;
  #reopen;
  #limit;
  /** In order of steps. @type {Snapshot[]} */
  #all;
  #changed = false;
  /** Steps not to discard. @type {readonly number[]} */
  pinned = [];
  /** The second session. @type {Promise<EngineSession> | null} */ #copy = null;
  /** The step whose weights the second session has. */
  #restoredStep = -1;
  #closed = false;

  /** @param {EngineSession} session the one that trains
   * @param {EngineInfo} info
   * @param {() => Promise<EngineSession>} reopen opens the same model in another engine instance
   * @param {Snapshot[]} [all] of the same run, transferred before */
  constructor(session, info, reopen, all = []) {
    this.#session = session;
    this.#info = info;
    this.#reopen = reopen;
    this.#all = all;
    this.#limit = capacity(session.weightCount);
  }

  // ---- taking ------------------------------------------------------------------------

  /** Call between two steps: takes a snapshot if one is due. @param {number} step completed */
  atStep(step) {
    const doubling = isDoublingStep(step);
    if (doubling || step % STRIDE === 0) this.#take(step, doubling, '');
  }

  /** The first evaluation below a counting model is an event.
   * @param {number} step @param {number} loss of the validation text, nats */
  atEvaluation(step, loss) {
    const { baselines = {}, n_val = 0, config } = this.#info;
    const error = clearDifference(baselines, n_val, config);
    const passed = beaten(loss, baselines, error).filter(
      (name) => !this.#all.some(({ event }) => event.includes(name)),
    );
    if (passed.length > 0) this.#take(step, false, passed.join(' '));
  }

  /** @param {number} step @param {boolean} doubling @param {string} event */
  #take(step, doubling, event) {
    if (this.#limit === 0) return;
    this.#changed = true;
    const last = this.#all.at(-1);
    if (last && last.step >= step) {
      // Already taken; the event makes it important.
      if (event && last.step === step) Object.assign(last, { event, important: true });
      return;
    }
    if (doubling) for (const each of this.#all) each.important = each.event !== '';
    const weights =
      this.#all.length < this.#limit
        ? new Float32Array(this.#session.weightCount)
        : this.#discardOne();
    this.#session.readWeights(weights);
    this.#all.push({ step, event, important: doubling || event !== '', weights });
  }

  #discardOne() {
    const rated = this.#all.map(({ step, important }) => ({
      step,
      important: important || this.pinned.includes(step),
    }));
    return this.#all.splice(mostExpendable(rated), 1)[0].weights;
  }

  /** All snapshots, without weights; null: unchanged since the last call. */
  changes() {
    if (!this.#changed) return null;
    this.#changed = false;
    return this.#all.map(({ step, event }) => ({ step, event }));
  }

  /** Gives all snapshots away. @param {Transferable[]} transfer */
  transfer(transfer) {
    const all = this.#all;
    this.#all = [];
    transfer.push(...all.map(({ weights }) => weights.buffer));
    return all;
  }

  // ---- restoring ---------------------------------------------------------------------

  /** The second session. Await it, then restore() a step and use it without waiting again. */
  async copySession() {
    this.#copy ??= this.#reopen();
    try {
      return await this.#copy;
    } catch (error) {
      this.#copy = null;
      throw error;
    }
  }

  /** @param {EngineSession} session of copySession() @param {number} step one of those kept */
  restore(session, step) {
    if (this.#closed) throw new GlassError('model_replaced');
    if (this.#restoredStep === step) return;
    const found = this.#all.find((each) => each.step === step);
    if (!found) {
      throw new GlassError('snapshot_gone', { step });
    }
    session.writeWeights(found.weights, step);
    this.#restoredStep = step;
  }

  /** @param {HeadMaskParams} mask */
  setHeadMask({ layer, head, mask }) {
    const set = (/** @type {EngineSession} */ session) => {
      if (!this.#closed) session.setHeadMask(layer, head, mask);
    };
    void this.#copy?.then(set, () => {});
  }

  close() {
    this.#closed = true;
    this.#all = [];
    void this.#copy?.then(
      (session) => session.free(),
      () => {},
    );
  }
}
