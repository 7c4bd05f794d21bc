// SPDX-License-Identifier: MIT
// The weights as they were: copies taken while training goes on, thinned out as the run
// grows, and a second laboratory that any of them can be put into. It lies in an engine
// of its own, so nothing that is asked of the past touches the run.

import { GlassError } from '../shared/errors.js';

/** @typedef {import('../engine/lab.js').Lab} Lab */
/** @typedef {import('../engine/types.js').LabInfo} LabInfo */
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
const FIRST_RUNG = 25;
/** What counting alone would reach; the first measurement below is an event. */
const BASELINES = /** @type {const} */ (['unigram', 'bigram', 'trigram']);

/** Steps at which runs are compared: 0, 25, 50, 100, 200 … @param {number} step */
export function isRung(step) {
  let rung = FIRST_RUNG;
  while (rung < step) rung *= 2;
  return step === 0 || step === rung;
}

/** How many copies are kept of a model. @param {number} n weights */
export function capacity(n) {
  const room = Math.floor(MEMORY_BYTES / (n * Float32Array.BYTES_PER_ELEMENT));
  return room < LEAST ? 0 : Math.min(MOST, room);
}

/**
 * Which one has to go: never the first or the newest, a dear one only when all are, and
 * otherwise the one whose neighbours lie closest together. What stays is spread evenly,
 * twice as far apart each time the run has doubled.
 *
 * @param {{ step: number, dear: boolean }[]} all in order of steps, at least three
 * @returns {number} its index
 */
export function leastMissed(all) {
  const price = (/** @type {number} */ n) =>
    all[n].dear ? Infinity : all[n + 1].step - all[n - 1].step;
  let least = 1;
  for (let n = 2; n < all.length - 1; n++) if (price(n) < price(least)) least = n;
  return least;
}

/** Whether they may be of the run that this model stands at the end of.
 * @param {Snapshot[]} all @param {Lab} lab */
export function areOf(all, lab) {
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
  held = [];
  /** @type {Promise<Lab> | null} */ #past = null;
  /** The step whose weights the second laboratory has. */
  #standing = -1;
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
    const rung = isRung(step);
    if (rung || step % STRIDE === 0) this.#take(step, rung, '');
  }

  /** @param {number} step @param {number} loss of the held-out text, nats */
  atMeasurement(step, loss) {
    const baselines = this.#info.baselines;
    const passed = BASELINES.filter(
      (name) =>
        baselines &&
        loss < baselines[name] &&
        !this.#all.some(({ event }) => event.includes(name)),
    );
    if (passed.length > 0) this.#take(step, false, passed.join(' '));
  }

  /** @param {number} step @param {boolean} rung @param {string} event */
  #take(step, rung, event) {
    if (this.#limit === 0) return;
    this.#changed = true;
    const last = this.#all.at(-1);
    if (last && last.step >= step) {
      // Taken already; now there is a reason to keep it.
      if (event && last.step === step) Object.assign(last, { event, dear: true });
      return;
    }
    if (rung) for (const each of this.#all) each.dear = each.event !== '';
    const used =
      this.#all.length < this.#limit
        ? new Float32Array(this.#lab.weightCount)
        : this.#giveUpOne();
    this.#lab.readWeights(used);
    this.#all.push({ step, event, dear: rung || event !== '', weights: used });
  }

  #giveUpOne() {
    const rated = this.#all.map(({ step, dear }) => ({
      step,
      dear: dear || this.held.includes(step),
    }));
    return this.#all.splice(leastMissed(rated), 1)[0].weights;
  }

  /** What there is, when that has changed since the last time. */
  news() {
    if (!this.#changed) return null;
    this.#changed = false;
    return this.#all.map(({ step, event }) => ({ step, event }));
  }

  /** All there are, for as long as the run rests. @param {Transferable[]} transfer */
  handOver(transfer) {
    const all = this.#all;
    this.#all = [];
    transfer.push(...all.map(({ weights }) => weights.buffer));
    return all;
  }

  // ---- looking -----------------------------------------------------------------------

  /** The second laboratory. Await it, then put() a step in and use it at once. */
  async past() {
    this.#past ??= this.#reopen();
    try {
      return await this.#past;
    } catch (error) {
      this.#past = null;
      throw error;
    }
  }

  /** @param {Lab} lab of past() @param {number} step one of those kept */
  put(lab, step) {
    if (this.#closed) throw gone();
    if (this.#standing === step) return;
    const found = this.#all.find((each) => each.step === step);
    if (!found) {
      throw new GlassError('no-snapshot', `No copy of step ${step} is kept any more.`);
    }
    lab.writeWeights(found.weights, step);
    this.#standing = step;
  }

  /** @param {GateParams} gate */
  setGate({ layer, head, gate }) {
    const set = (/** @type {Lab} */ lab) => {
      if (!this.#closed) lab.setGate(layer, head, gate);
    };
    void this.#past?.then(set, () => {});
  }

  close() {
    this.#closed = true;
    this.#all = [];
    void this.#past?.then(
      (lab) => lab.free(),
      () => {},
    );
  }
}

const gone = () => new GlassError('aborted', 'The model was replaced meanwhile.');
