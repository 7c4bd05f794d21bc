// SPDX-License-Identifier: MIT
// The training loop: steps, evaluations at their time, a record of both, and room for
// other work in between.

import { breathe } from '../shared/yield.js';
import { CountChooser } from './parallel/worker-count.js';
import { GlassError } from '../shared/errors.js';
import { emptyHistory } from '../shared/history.js';
import { Measurement } from './evaluation.js';
import { PartialStep, Pieces, Waiting } from './parallel/partial-step.js';

/** @typedef {import('./parallel/gradient-workers.js').Crew} Crew */
/** @typedef {import('../engine/lab.js').Lab} Lab */
/** @typedef {import('../engine/types.js').LabInfo} LabInfo */
/** @typedef {import('../engine/types.js').StepResult} StepResult */
/** @typedef {import('./parallel/partial-step.js').StepUnderWay} StepUnderWay */
/** @typedef {import('../shared/protocol.js').ProgressNews} ProgressNews */
/** @typedef {import('../shared/protocol.js').TrainParams} TrainParams */
/** @typedef {import('../shared/protocol.js').TrainResult} TrainResult */
/** @typedef {import('./snapshots.js').Snapshots} Snapshots */

/** News go out ten times a second; nobody reads faster. */
const NEWS_INTERVAL_MS = 100;

/** Speed is the median of this many steps: one hiccup does not move it. */
const RECENT_STEPS = 31;

/** What a core is assumed to do before the first step was timed. */
const ASSUMED_FLOPS_PER_MS = 15e6;

/**
 * How long to work before others get a turn, and how long a single piece of work may
 * take. A pause waits for the piece at hand: an eighth of a step at worst, because a step
 * has at most 8 shards.
 *
 * @typedef {{ sliceMs: number, pieceMs: number }} Pace
 */

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length > 0 ? sorted[sorted.length >> 1] : 0;
}

/** @returns {ProgressNews} */
const emptyNews = () => ({
  ...emptyHistory(),
  msPerStep: 0,
  etaSeconds: 0,
  askedMs: 0,
  snapshots: null,
});

export class Training {
  #lab;
  #nShard;
  #evalInterval;
  #evalWindows;
  #pace;
  #tell;
  #snapshots;
  #step;
  #pausing = false;
  /** The last goal. */
  #until = 0;
  #closed = false;
  /** Those who want the weights to stay as they are for a moment. */
  #holds = 0;
  /** Set when there is no memory for the gradients of parts. */
  #undivided = false;
  /** @type {StepUnderWay | null} a step begun and not finished */
  #begun = null;
  /** The step of the last evaluation of the held-out text. */
  #evaluatedAt = -1;
  /** @type {Measurement | null} of the step at hand, begun and not finished */
  #measuring = null;
  #news = emptyNews();
  #newsMs = 0;
  /** @type {number[]} */
  #recentMs = [];
  #evaluationMs = 0;
  #expectedMs;

  #crew;
  #useAll;
  /** @type {CountChooser} */ #chooser;
  /** Workers there were when the chooser was made. */
  #crewSize = 1;
  /** For helpers. */
  #waiting = new Waiting();
  #pieces;

  /**
   * @param {Lab} lab
   * @param {LabInfo} info
   * @param {object} means
   * @param {Pace} means.pace
   * @param {Crew} means.crew helpers, if there are any
   * @param {boolean} means.useAll do not try whether fewer are faster
   * @param {Snapshots} means.snapshots
   * @param {(news: ProgressNews) => void} means.tell
   */
  constructor(lab, info, { pace, crew, useAll, snapshots, tell }) {
    this.#lab = lab;
    this.#step = info.step;
    this.#nShard = info.n_shard;
    this.#evalInterval = Number(info.config.eval_interval);
    this.#evalWindows = Number(info.config.eval_windows);
    this.#expectedMs = info.flops_per_step / ASSUMED_FLOPS_PER_MS;
    this.#pieces = new Pieces(info.n_shard, pace.pieceMs, this.#expectedMs);
    this.#pace = pace;
    this.#crew = crew;
    this.#useAll = useAll;
    this.#chooser = new CountChooser(1, this.#nShard, useAll);
    this.#snapshots = snapshots;
    this.#tell = tell;
  }

  /** Optimizer steps completed. */
  get step() {
    return this.#step;
  }

  pause() {
    this.#pausing = true;
    this.#waiting.wake();
  }

  /** The model is about to change: what is under way ends, and does not go on. */
  close() {
    this.#closed = true;
    this.pause();
  }

  /**
   * No step is taken until the function it returns is called.
   *
   * @returns {() => void}
   */
  hold() {
    this.#holds++;
    return () => {
      this.#holds--;
    };
  }

  /** Somebody's question took that long. @param {number} ms */
  asked(ms) {
    this.#news.askedMs += ms;
  }

  /** Drops a step begun: something it was computed from is about to change. */
  forget() {
    this.#begun = null;
    this.#measuring = null;
  }

  /**
   * @param {TrainParams} params
   * @returns {Promise<TrainResult>}
   */
  async run({ until, last }) {
    this.#pausing = false;
    this.#until = until;
    let sliceStart = performance.now();
    let stepStart = sliceStart;
    this.#snapshots.atStep(this.#step);
    try {
      while (!this.#pausing && this.#step < until) {
        if (this.#holds > 0) {
          await breathe();
          stepStart = performance.now();
          continue;
        }
        if (this.#step % this.#evalInterval === 0 && this.#mayEvaluate()) {
          await this.#evaluate();
          stepStart = performance.now();
          continue;
        }
        const result = await this.#advance();
        const now = performance.now();
        if (result) {
          this.#record(result, now - stepStart, until);
          stepStart = now;
        }
        if (now - sliceStart >= this.#pace.sliceMs || !result) {
          await breathe();
          sliceStart = performance.now();
        }
      }
      const reached = this.#step >= until;
      if (reached && last && this.#mayEvaluate()) await this.#evaluate();
      return { reached, step: this.#step };
    } finally {
      this.#sendNews(until);
    }
  }

  /** One piece of a step. @returns {Promise<StepResult | null>} null: not finished */
  async #advance() {
    this.#begun ??= this.#begin();
    const step = this.#begun;
    if (!step) return this.#pieces.timed(this.#nShard, () => this.#lab.step());
    try {
      if (!step.gathered) await step.advance(this.#waiting);
      // Much may have happened while it waited for helpers.
      const mayApply = this.#begun === step && !this.#closed && this.#holds === 0;
      if (!step.gathered || !mayApply) return null;
      this.#begun = null;
      return step.apply();
    } catch (error) {
      this.#begun = null;
      if (GlassError.from(error).code !== 'out-of-memory') throw error;
      this.#undivided = true;
      return null;
    }
  }

  /** @returns {StepUnderWay | null} null: the step is to be taken in one go */
  #begin() {
    if (this.#undivided) return null;
    if (this.#crew.size !== this.#crewSize) {
      this.#crewSize = this.#crew.size;
      this.#chooser = new CountChooser(this.#crewSize, this.#nShard, this.#useAll);
    }
    const { count } = this.#chooser;
    if (count > 1) {
      return this.#crew.begin(this.#lab, this.#pieces, {
        step: this.#step,
        count,
        expectedMs: this.#expectedMs,
      });
    }
    const inPieces = this.#pieces.widest < this.#nShard;
    return inPieces ? new PartialStep(this.#lab, this.#pieces) : null;
  }

  /** Another step follows at once. @param {number} until */
  #goesOn(until) {
    const evaluates = this.#step % this.#evalInterval === 0;
    return !this.#pausing && !evaluates && this.#step < until;
  }

  /** Not twice at the same step, nor within one. */
  #mayEvaluate() {
    return this.#evaluatedAt !== this.#step && !this.#begun;
  }

  /** A pause interrupts it; it goes on when training does. */
  async #evaluate() {
    this.#measuring ??= new Measurement(this.#lab, 'val', this.#evalWindows);
    const measuring = this.#measuring;
    const start = performance.now();
    await this.#finish(measuring, () => this.#pausing);
    if (!measuring.done || this.#measuring !== measuring) return;
    this.#measuring = null;
    this.#evaluatedAt = this.#step;
    this.#evaluationMs = performance.now() - start;
    this.#news.valStep.push(this.#step);
    const { loss, accuracy, exactShare } = measuring.result();
    this.#news.valLoss.push(loss);
    this.#news.valAccuracy.push(accuracy);
    this.#news.valExact.push(exactShare);
    this.#snapshots.atMeasurement(this.#step, loss);
  }

  /**
   * Evaluates for somebody else.
   *
   * @param {'train' | 'val'} split
   * @param {number} windows
   * @param {AbortSignal} signal
   */
  async measure(split, windows, signal) {
    const measurement = new Measurement(this.#lab, split, windows);
    await this.#finish(measurement, () => signal.aborted);
    signal.throwIfAborted();
    return measurement.result();
  }

  /**
   * The weights stay as they are meanwhile.
   *
   * @param {Measurement} measurement
   * @param {() => boolean} interrupted
   */
  async #finish(measurement, interrupted) {
    const release = this.hold();
    try {
      while (!measurement.done && !interrupted()) {
        measurement.advance(this.#pace.pieceMs);
        await breathe();
        if (this.#closed) {
          throw new GlassError('aborted', 'The model was replaced meanwhile.');
        }
      }
    } finally {
      release();
    }
  }

  /** @param {StepResult} result @param {number} ms @param {number} until */
  #record(result, ms, until) {
    this.#step = result.step;
    this.#recentMs.push(ms);
    if (this.#recentMs.length > RECENT_STEPS) this.#recentMs.shift();
    this.#expectedMs = median(this.#recentMs);
    this.#chooser.note(ms);
    // Helpers need not wait for what is written down here.
    if (this.#goesOn(until)) this.#begun = this.#begin();
    this.#snapshots.atStep(result.step);
    this.#news.step.push(result.step);
    this.#news.loss.push(result.loss);
    this.#news.learningRate.push(result.learningRate);
    this.#news.gradNorm.push(result.gradNorm);
    if (performance.now() - this.#newsMs >= NEWS_INTERVAL_MS) this.#sendNews(until);
  }

  /** Tells what has happened at once, as somebody is about to take it down. */
  flush() {
    this.#sendNews(this.#until);
  }

  /** @param {number} until */
  #sendNews(until) {
    const news = this.#news;
    if (news.step.length + news.valStep.length === 0) return;
    const msPerStep = median(this.#recentMs);
    const msWithEvaluation = msPerStep + this.#evaluationMs / this.#evalInterval;
    news.snapshots = this.#snapshots.news();
    news.msPerStep = msPerStep;
    news.etaSeconds = (Math.max(0, until - this.#step) * msWithEvaluation) / 1000;
    this.#tell(news);
    this.#news = emptyNews();
    this.#newsMs = performance.now();
  }
}
