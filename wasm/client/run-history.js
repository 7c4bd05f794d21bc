// SPDX-License-Identifier: MIT
// What a session knows of its model without asking: the facts, and the course of training
// as the news of it came in.

import { append, clear, emptyHistory } from '../shared/history.js';

/** @typedef {import('../engine/types.js').LabInfo} LabInfo */
/** @typedef {import('../shared/protocol.js').ProgressNews} ProgressNews */
/** @typedef {import('./types.js').Mode} Mode */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').SessionInfo} SessionInfo */

const NO_BASELINES = { uniform: NaN, unigram: NaN, bigram: NaN, trigram: NaN };

/** @param {LabInfo} info @param {Mode} mode @returns {SessionInfo} */
const present = (info, mode) => ({
  config: info.config,
  nParam: info.n_param,
  nAttention: info.n_attention,
  vocabulary: info.vocabulary,
  form: info.form,
  marks: info.marks,
  examples: info.examples ?? [],
  blockSize: Number(info.config.block_size),
  nTrain: info.n_train ?? 0,
  nVal: info.n_val ?? 0,
  baselines: info.baselines ?? NO_BASELINES,
  memoryBytes: info.memory_bytes,
  flopsPerStep: info.flops_per_step,
  mode,
  parameters: info.parameters,
  version: info.version,
  exact: info.exact,
});

export class Course {
  #mode;
  /** @type {SessionInfo} */ info;
  /** Optimizer steps completed. */
  steps;
  /** @type {Progress | null} */ last = null;
  history = emptyHistory();
  /** What answers and samples took of the engine's time, up to the last news. */
  askedMs = 0;

  /** @param {LabInfo} info @param {Mode} mode */
  constructor(info, mode) {
    this.#mode = mode;
    this.info = present(info, mode);
    this.steps = info.step;
  }

  /** Another model: its course begins here. @param {LabInfo} info */
  restart(info) {
    this.info = present(info, this.#mode);
    this.steps = info.step;
    this.last = null;
    clear(this.history);
  }

  /** @param {ProgressNews} news @returns {Progress | null} null: nothing to speak of */
  take(news) {
    if (news.valStep[0] === this.history.valStep.at(-1)) {
      // A model that was loaded is measured again where it stood.
      const { valStep, valLoss, valAccuracy, valExact } = news;
      for (const column of [valStep, valLoss, valAccuracy, valExact]) column.shift();
    }
    append(this.history, news);
    this.askedMs += news.askedMs;
    const measured = news.valLoss.length > 0;
    this.steps = news.step.at(-1) ?? this.steps;
    if (news.step.length > 0) this.last = this.#lastOf(news);
    else if (measured && this.last) this.last = { ...this.last };
    else return null;
    if (measured) {
      this.last.valLoss = news.valLoss.at(-1);
      this.last.accuracy = news.valAccuracy.at(-1);
      this.last.exactShare = news.valExact.at(-1);
    }
    return this.last;
  }

  /** @param {ProgressNews} news with a step at least @returns {Progress} */
  #lastOf(news) {
    const at = news.step.length - 1;
    const { batch_size, block_size } = this.info.config;
    const tokensPerStep = Number(batch_size) * Number(block_size);
    return {
      step: news.step[at],
      loss: news.loss[at],
      learningRate: news.learningRate[at],
      gradNorm: news.gradNorm[at],
      tokensPerSecond: (1000 * tokensPerStep) / news.msPerStep,
      msPerStep: news.msPerStep,
      etaSeconds: news.etaSeconds,
    };
  }
}
