// SPDX-License-Identifier: MIT
// Sharing steps with other workers. The worker that trains holds the model; gradient workers get
// its weights, compute subtrees of the gradient, and send them back. All arrays travel as
// transferred buffers, the same ones back and forth: nothing is cloned, and no shared
// memory is needed (which pages without special headers do not have).
//
// A gradient worker that dies, hangs or fails is dropped, and what it owed is computed here: since
// the sum is a fixed tree, who computes what cannot change a bit.

import { GradientTree, subtrees } from './gradient-tree.js';
import { GlassError } from '../../shared/errors.js';
import { Caller } from '../../shared/protocol.js';

/** @typedef {import('../../engine/lab.js').Lab} Lab */
/** @typedef {import('./gradient-tree.js').Range} Range */
/** @typedef {import('./partial-step.js').Pieces} Pieces */
/** @typedef {import('./partial-step.js').StepUnderWay} StepUnderWay */
/** @typedef {import('./partial-step.js').Waiting} Waiting */
/** @typedef {import('../../shared/protocol.js').GradientReply} GradientReply */
/** In what TypeScript writes down of call(). @typedef {import('../../shared/protocol.js').Calls} Calls */

/** A gradient worker silent for this many times the expected while has hung; but even a busy
 * machine gets this long. */
const HANG_FACTOR = 30;
const LEAST_PATIENCE_MS = 5000;

/** The array that came back, unless the model has become another since.
 * @param {Float32Array<ArrayBuffer> | null | undefined} used @param {number} n */
const sized = (used, n) => (used?.length === n ? used : new Float32Array(n));

export class GradientWorker {
  #caller;
  /** @type {Float32Array<ArrayBuffer> | null} */ #weights = null;
  /** @type {Float32Array<ArrayBuffer>[]} */ #gradients = [];
  id;

  /** @param {number} id @param {MessagePort} port to its host */
  constructor(id, port) {
    this.id = id;
    this.#caller = new Caller(port);
  }

  get call() {
    return this.#caller.call.bind(this.#caller);
  }

  /**
   * Asks for subtrees of the gradient of the step that comes next.
   *
   * @param {Lab} lab
   * @param {number} step completed
   * @param {Range[]} ranges
   */
  async compute(lab, step, ranges) {
    const weights = sized(this.#weights, lab.weightCount);
    const gradients = ranges.map(() => sized(this.#gradients.pop(), lab.gradientCount));
    this.#weights = null;
    lab.readWeights(weights);
    const buffers = [weights, ...gradients].map(({ buffer }) => buffer);
    const reply = await this.#caller.call(
      'gradient',
      { step, ranges, weights, gradients },
      { transfer: buffers },
    );
    this.#weights = reply.weights;
    return reply;
  }

  /** Gradients that were read may carry the next ones. @param {GradientReply} reply */
  recycle({ gradients }) {
    this.#gradients.push(...gradients);
  }

  end() {
    this.#caller.close(new GlassError('closed', 'This worker has been dropped.'));
  }
}

export class GradientWorkers {
  /** All there are, and those among them that have the model.
   * @type {Map<number, GradientWorker>} */
  #workers = new Map();
  /** @type {Set<GradientWorker>} */ #ready = new Set();
  #onLoss;

  /** @param {(id: number) => void} onLoss told of a worker that had to be dropped */
  constructor(onLoss) {
    this.#onLoss = onLoss;
  }

  /** Workers in all, this one included. */
  get size() {
    return this.#ready.size + 1;
  }

  /** @param {GradientWorker} worker that is about to get the model */
  expect(worker) {
    this.#workers.set(worker.id, worker);
  }

  /** @param {GradientWorker} worker that has got it */
  add(worker) {
    if (this.#workers.has(worker.id)) this.#ready.add(worker);
  }

  /** @param {number} id */
  remove(id) {
    const worker = this.#workers.get(id);
    if (!worker) return;
    this.#workers.delete(id);
    this.#ready.delete(worker);
    worker.end();
  }

  /** @param {number} id */
  drop(id) {
    if (!this.#workers.has(id)) return;
    this.remove(id);
    this.#onLoss(id);
  }

  /** What changes the model here changes it everywhere, in the order of the messages;
   * nobody waits. @param {(worker: GradientWorker) => Promise<unknown>} change */
  broadcast(change) {
    for (const worker of this.#ready) {
      change(worker).catch(() => this.drop(worker.id));
    }
  }

  close() {
    for (const id of [...this.#workers.keys()]) this.remove(id);
  }

  /**
   * Begins a step shared by `count` workers.
   *
   * @param {Lab} lab
   * @param {Pieces} pieces
   * @param {object} step
   * @param {number} step.step completed
   * @param {number} step.count
   * @param {number} step.expectedMs of the whole step
   */
  begin(lab, pieces, { step, count, expectedMs }) {
    const workers = [...this.#ready].slice(0, count - 1);
    const patienceMs = Math.max(LEAST_PATIENCE_MS, HANG_FACTOR * expectedMs);
    return new SharedStep(lab, pieces, this, workers, { step, patienceMs });
  }
}

/** @typedef {{ worker: GradientWorker, ranges: Range[], reply: Promise<GradientReply | null> }} Assignment */

/** @implements {StepUnderWay} */
class SharedStep {
  #gradientWorkers;
  #tree;
  #pieces;
  /** In order of shards: what to compute here, and what others owe.
   * @type {(Range | Assignment)[]} */
  #left;

  /**
   * @param {Lab} lab
   * @param {Pieces} pieces
   * @param {GradientWorkers} gradientWorkers
   * @param {GradientWorker[]} workers
   * @param {{ step: number, patienceMs: number }} options
   */
  constructor(lab, pieces, gradientWorkers, workers, { step, patienceMs }) {
    this.#gradientWorkers = gradientWorkers;
    this.#pieces = pieces;
    this.#tree = new GradientTree(lab, pieces);
    const count = workers.length + 1;
    const bound = (/** @type {number} */ i) => Math.floor((i * pieces.nShard) / count);
    this.#left = subtrees([0, bound(1)], pieces.widest);
    for (const [i, worker] of workers.entries()) {
      const ranges = subtrees([bound(i + 1), bound(i + 2)]);
      if (ranges.length === 0) continue;
      const reply = withDeadline(worker.compute(lab, step, ranges), patienceMs);
      this.#left.push({ worker, ranges, reply });
    }
  }

  get gathered() {
    return this.#tree.whole;
  }

  /** @param {Waiting} waiting */
  async advance(waiting) {
    const next = this.#left[0];
    if (!next) return;
    if (Array.isArray(next)) {
      this.#left.shift();
      this.#tree.compute(next);
      return;
    }
    const reply = await waiting.for(next.reply);
    if (reply === undefined) return;
    this.#left.shift();
    if (reply) this.#take(next, reply);
    else this.#takeOver(next);
  }

  /** @param {Assignment} assignment @param {GradientReply} reply */
  #take({ worker, ranges }, reply) {
    for (const [i, range] of ranges.entries()) {
      this.#tree.take(range, reply.gradients[i], reply.lossSums[i]);
    }
    worker.recycle(reply);
  }

  /** @param {Assignment} assignment */
  #takeOver({ worker, ranges }) {
    this.#gradientWorkers.drop(worker.id);
    this.#left.unshift(
      ...ranges.flatMap((range) => subtrees(range, this.#pieces.widest)),
    );
  }

  apply() {
    return this.#tree.apply();
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @returns {Promise<T | null>} null: it failed or took too long
 */
function withDeadline(promise, ms) {
  return new Promise((done) => {
    const timer = setTimeout(() => done(null), ms);
    promise
      .catch(() => null)
      .then((value) => {
        clearTimeout(timer);
        done(value);
      });
  });
}
