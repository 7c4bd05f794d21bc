// SPDX-License-Identifier: MIT
// What a session knows of its model without a request: its facts, and the history of its
// training from the progress updates.

import { append, clear, emptyHistory } from '../shared/history.js';

/** @import { EngineInfo } from '../shared/types.js' */
/** @import { ProgressUpdate } from '../shared/protocol.js' */
/** @import { Mode, Progress, SessionInfo } from './types.js' */

const NO_BASELINES = { uniform: NaN, unigram: NaN, bigram: NaN, trigram: NaN };

/** @param {EngineInfo} info @param {Mode} mode @returns {SessionInfo} */
const sessionInfo = (info, mode) => ({
  config: info.config,
  nParam: info.n_param,
  nTrained: info.n_trained,
  structure: info.structure,
  vocabulary: info.vocabulary,
  form: info.form,
  labels: info.labels,
  examples: info.examples ?? [],
  blockSize: Number(info.config.block_size),
  nTrain: info.n_train ?? 0,
  nVal: info.n_val ?? 0,
  nValChars: info.n_val_chars ?? 0,
  baselines: info.baselines ?? NO_BASELINES,
  memoryBytes: info.memory_bytes,
  flopsPerStep: info.flops_per_step,
  mode,
  parameters: info.parameters,
  version: info.version,
  exact: info.exact,
});

export class RunHistory {
  #mode;
  /** @type {SessionInfo} */ info;
  /** Optimizer steps completed. */
  steps;
  /** @type {Progress | null} */ last = null;
  history = emptyHistory();
  /** Time of the engine spent on analyses and samples, up to the last update. */
  analysisMs = 0;

  /** @param {EngineInfo} info @param {Mode} mode */
  constructor(info, mode) {
    this.#mode = mode;
    this.info = sessionInfo(info, mode);
    this.steps = info.step;
  }

  /** Starts the history of another model. @param {EngineInfo} info */
  restart(info) {
    this.info = sessionInfo(info, this.#mode);
    this.steps = info.step;
    this.last = null;
    clear(this.history);
  }

  /** @param {ProgressUpdate} update @returns {Progress | null} null: no progress */
  take(update) {
    if (update.valStep[0] === this.history.valStep.at(-1)) {
      // A loaded model is evaluated again at its step.
      const { valStep, valLoss, valAccuracy, valExact } = update;
      for (const column of [valStep, valLoss, valAccuracy, valExact]) column.shift();
    }
    append(this.history, update);
    this.analysisMs += update.analysisMs;
    const evaluated = update.valLoss.length > 0;
    this.steps = update.step.at(-1) ?? this.steps;
    if (update.step.length > 0) this.last = this.#lastOf(update);
    else if (evaluated && this.last) this.last = { ...this.last };
    else return null;
    if (evaluated) {
      this.last.valLoss = update.valLoss.at(-1);
      this.last.accuracy = update.valAccuracy.at(-1);
      this.last.exactShare = update.valExact.at(-1);
    }
    return this.last;
  }

  /** @param {ProgressUpdate} update with at least one step @returns {Progress} */
  #lastOf(update) {
    const at = update.step.length - 1;
    const { batch_size, block_size } = this.info.config;
    const tokensPerStep = Number(batch_size) * Number(block_size);
    return {
      step: update.step[at],
      loss: update.loss[at],
      learningRate: update.learningRate[at],
      gradNorm: update.gradNorm[at],
      tokensPerSecond: (1000 * tokensPerStep) / update.msPerStep,
      msPerStep: update.msPerStep,
      etaSeconds: update.etaSeconds,
    };
  }
}
