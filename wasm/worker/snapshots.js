// SPDX-License-Identifier: MIT
// Snapshots: copies of the weights, taken during training and thinned out as the run grows,
// and a second lab that any of them is restored into for analysis. That lab has an engine
// instance of its own, so analysing a snapshot does not affect the run.

import { beaten, clearDifference } from '../shared/baselines.js';
import { GlassError } from '../shared/errors.js';

/** @import { Lab } from '../engine/lab.js' */
/** @import { LabInfo } from '../shared/types.js' */
/** @import { GateParams, Snapshot } from '../shared/protocol.js' */

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
 * @param {Snapshot[]} all @param {Lab} lab */
export function belongTo(all, lab) {
  const now = lab.info().step;
  return all.every(
    ({ step, weights }) => step <= now && weights.length === lab.weightCount,
  );
}

export class Snapshots {
  #lab;
  #info;
  #reopen;
  #limit;
  /** In order of steps. @type {Snapshot[]} */
  #all;
  #changed = false;
  /** Steps not to discard. @type {readonly number[]} */
  pinned = [];
  /** The second lab. @type {Promise<Lab> | null} */ #copy = null;
  /** The step whose weights the second lab has. */
  #restoredStep = -1;
  #closed = false;

  /** @param {Lab} lab the one that trains
   * @param {LabInfo} info
   * @param {() => Promise<Lab>} reopen opens the same model in another engine instance
   * @param {Snapshot[]} [all] of the same run, transferred before */
  constructor(lab, info, reopen, all = []) {
    this.#lab = lab;
    this.#info = info;
    this.#reopen = reopen;
    this.#all = all;
    this.#limit = capacity(lab.weightCount);
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
        ? new Float32Array(this.#lab.weightCount)
        : this.#discardOne();
    this.#lab.readWeights(weights);
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

  /** The second lab. Await it, then restore() a step and use it without waiting again. */
  async copyLab() {
    this.#copy ??= this.#reopen();
    try {
      return await this.#copy;
    } catch (error) {
      this.#copy = null;
      throw error;
    }
  }

  /** @param {Lab} lab of copyLab() @param {number} step one of those kept */
  restore(lab, step) {
    if (this.#closed) throw gone();
    if (this.#restoredStep === step) return;
    const found = this.#all.find((each) => each.step === step);
    if (!found) {
      throw new GlassError('snapshot_gone', { step });
    }
    lab.writeWeights(found.weights, step);
    this.#restoredStep = step;
  }

  /** @param {GateParams} gate */
  setGate({ layer, head, gate }) {
    const set = (/** @type {Lab} */ lab) => {
      if (!this.#closed) lab.setGate(layer, head, gate);
    };
    void this.#copy?.then(set, () => {});
  }

  close() {
    this.#closed = true;
    this.#all = [];
    void this.#copy?.then(
      (lab) => lab.free(),
      () => {},
    );
  }
}

const gone = () => new GlassError('model_replaced');
