// SPDX-License-Identifier: MIT
// The training loop: steps, evaluations and progress updates, with turns of the event loop
// in between for messages.

import { yieldToEventLoop } from '../shared/yield.js';
import { WorkerCountTuner } from './parallel/worker-count.js';
import { GlassError } from '../shared/errors.js';
import { emptyHistory } from '../shared/history.js';
import { PartialEvaluation } from './evaluation.js';
import { ChunkSizer } from './parallel/chunk-sizer.js';
import { PartialStep } from './parallel/partial-step.js';

/** @import { GradientWorkers } from './parallel/gradient-workers.js' */
/** @import { EngineSession } from '../engine/session.js' */
/** @import { EngineInfo, StepResult } from '../shared/types.js' */
/** @import { Calls, ProgressUpdate, TimeLimits } from '../shared/protocol.js' */
/** @import { Snapshots } from './snapshots.js' */

/** Updates are sent ten times a second, faster than anybody reads them. */
const UPDATE_INTERVAL_MS = 100;

/** The time of a step is the median of this many: one slow step does not change it. */
const RECENT_STEPS = 31;

/** Assumed speed of a core until the first step has been timed. */
const ASSUMED_FLOPS_PER_MS = 15e6;

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length > 0 ? sorted[sorted.length >> 1] : 0;
}

/** @returns {ProgressUpdate} */
const emptyUpdate = () => ({
  ...emptyHistory(),
  msPerStep: 0,
  etaSeconds: 0,
  analysisMs: 0,
  snapshots: null,
});

export class Training {
  #session;
  #nShard;
  #evalInterval;
  #evalWindows;
  #batchSize;
  #timeLimits;
  /** Hears, ten times a second while training and when a run ends, what happened.
   * @type {(update: ProgressUpdate) => void} */
  onUpdate = () => {};
  #snapshots;
  #step;
  #pausing = false;
  /** Step at which the latest run ends. */
  #until = 0;
  #closed = false;
  /** Callers of suspend() that have not released it. */
  #suspensions = 0;
  /** Memory does not suffice for gradients of parts of a step. */
  #wholeSteps = false;
  /** The step under way. @type {PartialStep | null} */
  #partialStep = null;
  /** Step of the last evaluation of the validation text. */
  #evaluatedAt = -1;
  /** That of the validation text, until it is done; a pause interrupts it.
   * @type {PartialEvaluation | null} */
  #evaluation = null;
  /** Evaluations under way. @type {Set<PartialEvaluation>} */
  #evaluated = new Set();
  #update = emptyUpdate();
  #updateSentMs = 0;
  /** @type {number[]} */
  #recentMs = [];
  #evaluationMs = 0;
  #expectedMs;

  #gradientWorkers;
  #useAll;
  /** @type {WorkerCountTuner} */ #countTuner;
  /** Workers when the tuner was created. */
  #workerCount = 1;
  #chunks;

  /**
   * @param {EngineSession} engineSession
   * @param {EngineInfo} info
   * @param {object} parts
   * @param {TimeLimits} parts.timeLimits
   * @param {GradientWorkers} parts.gradientWorkers
   * @param {boolean} parts.useAll share steps with all of them, even if fewer are faster
   * @param {Snapshots} parts.snapshots
   */
  constructor(engineSession, info, { timeLimits, gradientWorkers, useAll, snapshots }) {
    this.#session = engineSession;
    this.#step = info.step;
    this.#nShard = info.n_shard;
    this.#evalInterval = Number(info.config.eval_interval);
    this.#evalWindows = Number(info.config.eval_windows);
    this.#batchSize = Number(info.config.batch_size);
    this.#expectedMs = info.flops_per_step / ASSUMED_FLOPS_PER_MS;
    this.#chunks = new ChunkSizer(info.n_shard, timeLimits.pieceMs, this.#expectedMs);
    this.#timeLimits = timeLimits;
    this.#gradientWorkers = gradientWorkers;
    this.#useAll = useAll;
    this.#countTuner = new WorkerCountTuner(1, this.#nShard, useAll);
    this.#snapshots = snapshots;
  }

  /** Optimizer steps completed. */
  get step() {
    return this.#step;
  }

  pause() {
    this.#pausing = true;
    this.#partialStep?.interrupt();
    this.#evaluation?.interrupt();
  }

  /** Ends a run under way: the model is about to be replaced. */
  close() {
    this.#closed = true;
    this.pause();
  }

  /** Keeps the weights as they are.
   * @returns {() => void} releases them */
  suspend() {
    this.#suspensions++;
    return () => {
      this.#suspensions--;
    };
  }

  /** @param {number} ms spent on an analysis or a sample */
  addAnalysisTime(ms) {
    this.#update.analysisMs += ms;
  }

  /** Discards the step under way, and begins evaluations again: what they are computed from is
   * about to change. */
  modelChanges() {
    this.#discardStep();
    this.#evaluation?.restart();
    for (const evaluation of this.#evaluated) evaluation.restart();
  }

  #discardStep() {
    this.#partialStep?.interrupt();
    this.#partialStep = null;
  }

  /** @param {Calls['train']['params']} params
   * @returns {Promise<Calls['train']['value']>} */
  async run({ until, evaluateAtEnd }) {
    this.#pausing = false;
    this.#until = until;
    let sliceStart = performance.now();
    let stepStart = sliceStart;
    this.#snapshots.atStep(this.#step);
    try {
      while (!this.#pausing && this.#step < until) {
        if (this.#suspensions > 0) {
          await yieldToEventLoop();
          stepStart = performance.now();
          continue;
        }
        if (this.#step % this.#evalInterval === 0 && this.#mayEvaluate()) {
          await this.#evaluateValidation();
          stepStart = performance.now();
          continue;
        }
        const result = await this.#advance();
        const now = performance.now();
        if (result) {
          this.#record(result, now - stepStart);
          stepStart = now;
        }
        if (now - sliceStart >= this.#timeLimits.sliceMs || !result) {
          await yieldToEventLoop();
          sliceStart = performance.now();
        }
      }
      const atEnd = this.#step >= until;
      if (atEnd && evaluateAtEnd && this.#evaluatedAt !== this.#step) {
        this.#discardStep();
        await this.#evaluateValidation();
      }
      const reached = atEnd && (!evaluateAtEnd || this.#evaluatedAt === this.#step);
      return { reached, step: this.#step };
    } finally {
      this.flush();
    }
  }

  /** Computes one piece of a step. @returns {Promise<StepResult | null>} null: unfinished */
  async #advance() {
    this.#partialStep ??= this.#begin();
    const step = this.#partialStep;
    if (!step) return this.#chunks.timed(this.#nShard, () => this.#session.step());
    try {
      if (!step.complete) await step.advance();
      // While it waited the step may have been discarded, or training suspended.
      const mayApply =
        this.#partialStep === step && !this.#closed && this.#suspensions === 0;
      if (!step.complete || !mayApply || step.beginUpdate()) return null;
      this.#partialStep = null;
      return step.apply();
    } catch (error) {
      this.#partialStep = null;
      if (GlassError.from(error).code !== 'out-of-memory') throw error;
      this.#wholeSteps = true;
      return null;
    }
  }

  /** @returns {PartialStep | null} null: take the step in one piece */
  #begin() {
    if (this.#wholeSteps) return null;
    const sharing = this.#share();
    const alone = sharing.workers.length === 0;
    if (alone && this.#chunks.widest === this.#nShard) return null;
    return new PartialStep(this.#session, this.#chunks, sharing);
  }

  /** How a step, or as much other work, is shared now. */
  #share() {
    const workers = this.#gradientWorkers;
    if (workers.size !== this.#workerCount) {
      this.#workerCount = workers.size;
      this.#countTuner = new WorkerCountTuner(workers.size, this.#nShard, this.#useAll);
    }
    return workers.share(this.#step, this.#countTuner.count, this.#expectedMs);
  }

  /** Whether another step follows at once. */
  #continues() {
    const evaluates = this.#step % this.#evalInterval === 0;
    return !this.#pausing && !evaluates && this.#step < this.#until;
  }

  /** Not twice at the same step, nor during one. */
  #mayEvaluate() {
    return this.#evaluatedAt !== this.#step && !this.#partialStep;
  }

  /** A pause interrupts it; the next run continues it. */
  async #evaluateValidation() {
    this.#evaluation ??= this.#evaluationOf('val', this.#evalWindows);
    const evaluation = this.#evaluation;
    const start = performance.now();
    await this.#finish(evaluation, () => this.#pausing);
    if (!evaluation.done) return;
    this.#evaluation = null;
    this.#evaluatedAt = this.#step;
    this.#evaluationMs = performance.now() - start;
    this.#update.valStep.push(this.#step);
    const { loss, accuracy, exactShare } = evaluation.result();
    this.#update.valLoss.push(loss);
    this.#update.valAccuracy.push(accuracy);
    this.#update.valExact.push(exactShare);
    this.#snapshots.atEvaluation(this.#step, loss);
  }

  /** Evaluates on request.
   * @param {'train' | 'val'} split @param {number} windows
   * @param {AbortSignal} signal */
  async evaluate(split, windows, signal) {
    const evaluation = this.#evaluationOf(split, windows);
    await this.#finish(evaluation, () => signal.aborted);
    signal.throwIfAborted();
    return evaluation.result();
  }

  /** @param {'train' | 'val'} split @param {number} windows */
  #evaluationOf(split, windows) {
    return new PartialEvaluation(
      this.#session,
      { split, windows, batchSize: this.#batchSize },
      this.#timeLimits.pieceMs,
      () => this.#share(),
    );
  }

  /** Keeps the weights as they are until the evaluation is done or interrupted.
   * @param {PartialEvaluation} evaluation @param {() => boolean} interrupted */
  async #finish(evaluation, interrupted) {
    const release = this.suspend();
    this.#evaluated.add(evaluation);
    try {
      while (!evaluation.done && !interrupted()) {
        await evaluation.advance();
        await yieldToEventLoop();
        if (this.#closed) {
          throw new GlassError('model_replaced');
        }
      }
    } finally {
      this.#evaluated.delete(evaluation);
      release();
    }
  }

  /** @param {StepResult} result @param {number} ms */
  #record(result, ms) {
    this.#step = result.step;
    this.#evaluation = null;
    this.#recentMs.push(ms);
    if (this.#recentMs.length > RECENT_STEPS) this.#recentMs.shift();
    this.#expectedMs = median(this.#recentMs);
    this.#countTuner.note(ms);
    // Gradient workers start on the next step before this one is recorded.
    if (this.#continues()) this.#partialStep = this.#begin();
    this.#snapshots.atStep(result.step);
    this.#update.step.push(result.step);
    this.#update.loss.push(result.loss);
    this.#update.learningRate.push(result.learningRate);
    this.#update.gradNorm.push(result.gradNorm);
    if (performance.now() - this.#updateSentMs >= UPDATE_INTERVAL_MS) this.flush();
  }

  /** Sends an update now, so that the session's history is complete. */
  flush() {
    const update = this.#update;
    if (update.step.length + update.valStep.length === 0) return;
    const msPerStep = median(this.#recentMs);
    const msWithEvaluation = msPerStep + this.#evaluationMs / this.#evalInterval;
    update.snapshots = this.#snapshots.changes();
    update.msPerStep = msPerStep;
    update.etaSeconds =
      (Math.max(0, this.#until - this.#step) * msWithEvaluation) / 1000;
    this.onUpdate(update);
    this.#update = emptyUpdate();
    this.#updateSentMs = performance.now();
  }
}
