// SPDX-License-Identifier: MIT
// The weights as they were: copies taken while training goes on, thinned out as the run
// grows, and a second laboratory that any of them can be put into. It lies in an engine
// of its own, so nothing that is asked of the past touches the run.

import { GlassError } from '../shared/errors.js';

/** @typedef {import('../engine/lab.js').Lab} Lab */
/** @typedef {import('../shared/types.js').LabInfo} LabInfo */
/** @typedef {import('../shared/protocol.js').GateParams} GateParams */
/** @typedef {import('../shared/protocol.js').Snapshot} Snapshot */

/** What all copies of a run may take. */
const MEMORY_BYTES = 32e6;
/** More than this no ruler has room for. */
const MOST = 64;
/** Fewer show no course of anything: of such a large model none are taken. */
const LEAST = 3;
const STRIDE = 5;
/** From here on it doubles. */
const FIRST_DOUBLING = 25;
/** What counting alone would reach; the first measurement below is an event. */
const BASELINES = /** @type {const} */ (['unigram', 'bigram', 'trigram']);

/** Steps at which runs are compared: 0, 25, 50, 100, 200 … @param {number} step */
export function isDoublingStep(step) {
  let doubling = FIRST_DOUBLING;
  while (doubling < step) doubling *= 2;
  return step === 0 || step === doubling;
}

/** How many copies are kept of a model. @param {number} n weights */
export function capacity(n) {
  const room = Math.floor(MEMORY_BYTES / (n * Float32Array.BYTES_PER_ELEMENT));
  return room < LEAST ? 0 : Math.min(MOST, room);
}

/**
 * Which one has to go: never the first or the newest, an important one only when all are, and
 * otherwise the one whose neighbours lie closest together. What stays is spread evenly,
 * twice as far apart each time the run has doubled.
 *
 * @param {{ step: number, important: boolean }[]} all in order of steps, at least three
 * @returns {number} its index
 */
export function leastMissed(all) {
  const price = (/** @type {number} */ n) =>
    all[n].important ? Infinity : all[n + 1].step - all[n - 1].step;
  let least = 1;
  for (let n = 2; n < all.length - 1; n++) if (price(n) < price(least)) least = n;
  return least;
}

/** Whether they may be of the run that this model stands at the end of.
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
  /** Steps somebody is looking at. @type {readonly number[]} */
  pinned = [];
  /** @type {Promise<Lab> | null} */ #copy = null;
  /** The step whose weights the second laboratory has. */
  #restoredStep = -1;
  #closed = false;

  /**
   * @param {Lab} lab the one that trains
   * @param {LabInfo} info
   * @param {() => Promise<Lab>} reopen the same model once more, in another engine
   * @param {Snapshot[]} [all] of the same run, handed over before
   */
  constructor(lab, info, reopen, all = []) {
    this.#lab = lab;
    this.#info = info;
    this.#reopen = reopen;
    this.#all = all;
    this.#limit = capacity(lab.weightCount);
  }

  // ---- taking ------------------------------------------------------------------------

  /** Between two steps: takes a copy where one is due. @param {number} step completed */
  atStep(step) {
    const doubling = isDoublingStep(step);
    if (doubling || step % STRIDE === 0) this.#take(step, doubling, '');
  }

  /** @param {number} step @param {number} loss of the held-out text, nats */
  atEvaluation(step, loss) {
    const baselines = this.#info.baselines;
    const passed = BASELINES.filter(
      (name) =>
        baselines &&
        loss < baselines[name] &&
        !this.#all.some(({ event }) => event.includes(name)),
    );
    if (passed.length > 0) this.#take(step, false, passed.join(' '));
  }

  /** @param {number} step @param {boolean} doubling @param {string} event */
  #take(step, doubling, event) {
    if (this.#limit === 0) return;
    this.#changed = true;
    const last = this.#all.at(-1);
    if (last && last.step >= step) {
      // Taken already; now there is a reason to keep it.
      if (event && last.step === step) Object.assign(last, { event, important: true });
      return;
    }
    if (doubling) for (const each of this.#all) each.important = each.event !== '';
    const used =
      this.#all.length < this.#limit
        ? new Float32Array(this.#lab.weightCount)
        : this.#discardOne();
    this.#lab.readWeights(used);
    this.#all.push({ step, event, important: doubling || event !== '', weights: used });
  }

  #discardOne() {
    const rated = this.#all.map(({ step, important }) => ({
      step,
      important: important || this.pinned.includes(step),
    }));
    return this.#all.splice(leastMissed(rated), 1)[0].weights;
  }

  /** What there is, when that has changed since the last time. */
  changes() {
    if (!this.#changed) return null;
    this.#changed = false;
    return this.#all.map(({ step, event }) => ({ step, event }));
  }

  /** All there are, for as long as the run rests. @param {Transferable[]} transfer */
  transfer(transfer) {
    const all = this.#all;
    this.#all = [];
    transfer.push(...all.map(({ weights }) => weights.buffer));
    return all;
  }

  // ---- looking -----------------------------------------------------------------------

  /** The second laboratory. Await it, then restore() a step in and use it at once. */
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
      throw new GlassError('no-snapshot', `No copy of step ${step} is kept any more.`);
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

const gone = () => new GlassError('aborted', 'The model was replaced meanwhile.');
