// SPDX-License-Identifier: MIT
// What can be asked of a model, whether it is the one in training or one that was: its
// samples, its tensors, the analyses of analyses.js. Session is the one, SnapshotView the other.

import { GlassError } from '../shared/errors.js';
import { Analyses } from './analyses.js';

/** @typedef {import('../engine/types.js').Sampling} Sampling */
/** @typedef {import('../shared/protocol.js').Caller} Caller */
/** @typedef {import('../shared/protocol.js').ActivationCache} ActivationCache */
/** @typedef {import('./types.js').SampleOptions} SampleOptions */
/** @typedef {import('./session.js').Session} Session */

/** @param {unknown} value @param {string} name @param {number} least */
export function count(value, name, least) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new GlassError(
    'bad-argument',
    `${name} must be a whole number of at least ${least}.`,
  );
}

export class ModelView extends Analyses {
  #caller;
  #at;

  /**
   * @param {Caller} caller
   * @param {number} [at] the step of a copy; default: the model in training
   */
  constructor(caller, at) {
    super((request) => caller.call('analyze', { at, request }));
    this.#caller = caller;
    this.#at = at;
  }

  /** Optimizer steps this model has had. */
  get steps() {
    return this.#at ?? 0;
  }

  /**
   * @param {SampleOptions & Sampling} [options]
   * @returns {Promise<{ text: string, tokens: Int32Array, probs: Float32Array, logits: Float32Array[],
   *   step: number }>} logits: empty unless asked for
   */
  async sample({
    prompt = '',
    chars = 200,
    pauseTraining = true,
    logits = false,
    onText,
    signal,
    ...sampling
  } = {}) {
    signal?.throwIfAborted();
    let text = '';
    let step = this.steps;
    /** @type {number[]} */
    const tokens = [];
    /** @type {number[]} */
    const probs = [];
    /** @type {Float32Array[]} */
    const rows = [];
    const n = count(chars, 'chars', 0);
    const params = {
      ...sampling,
      at: this.#at,
      prompt,
      pauseTraining,
      logits,
      chars: n,
    };
    await this.#caller.call('sample', params, {
      signal,
      onPart: (part) => {
        if (signal?.aborted) return;
        text += part.text;
        step = part.step;
        tokens.push(...part.tokens);
        probs.push(...part.probs);
        rows.push(...part.logits);
        onText?.(part.text, text);
      },
    });
    signal?.throwIfAborted();
    return {
      text,
      tokens: Int32Array.from(tokens),
      probs: Float32Array.from(probs),
      logits: rows,
      step,
    };
  }

  /**
   * @param {{ text: string, attention?: boolean, logits?: boolean, tensors?: string[] }} options
   * @returns {Promise<ActivationCache>}
   */
  async runWithCache({ text, attention = true, logits = true, tensors = [] }) {
    return this.#caller.call('runWithCache', {
      at: this.#at,
      text,
      attention,
      logits,
      tensors,
    });
  }

  async tensorNames() {
    return this.#caller.call('tensorNames', null);
  }

  /** SHA-256 of all weights. */
  async hash() {
    return this.#caller.call('hash', { at: this.#at });
  }
}

/** A model of which only the weights are left. Use session.at(step). */
export class SnapshotView extends ModelView {
  #session;

  /** @param {Session} session @param {Caller} caller @param {number} step */
  constructor(session, caller, step) {
    super(caller, step);
    this.#session = session;
  }

  get info() {
    return this.#session.info;
  }

  /** @param {{ layer: number, head: number, on: boolean }} options heads go on and off
   *   at all steps together */
  setHead(options) {
    return this.#session.setHead(options);
  }

  /** @override @returns {Promise<any>} */
  async nextUpdate() {
    return {
      obstacle: {
        key: 'obstacle_no_optimizer',
        params: {},
        message: 'Snapshots hold the weights of earlier steps, not the optimizer’s moments.',
      },
    };
  }
}
