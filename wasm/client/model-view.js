// SPDX-License-Identifier: MIT
// What can be asked of one model, the one in training or a snapshot of it: samples,
// activations and the analyses.

import { analysesBy } from './analyses.js';
import { count, list, optionsOf } from '../engine/instance.js';

/** @import { Analyses } from './analyses.js' */
/** @import { Sample, SampleOptions } from './types.js' */
/** @import { Sampling } from '../shared/types.js' */
/** @import { ActivationCache, CacheOptions, CacheParams, Caller } from '../shared/protocol.js' */

/**
 * @typedef {object} ModelMethods
 * @property {(options?: SampleOptions & Sampling) => Promise<Sample>} sample
 * @property {(options?: CacheOptions) => Promise<ActivationCache>} runWithCache
 * @property {() => Promise<string[]>} tensorNames
 * @property {() => Promise<string>} hash SHA-256 of all weights
 */

/** @typedef {ModelMethods & Analyses} ModelView */

/** Of sample(). */
const OPTIONS = [
  ...['prompt', 'chars', 'pauseTraining', 'logits', 'onText', 'signal'],
  ...['temperature', 'topK', 'topP', 'minP', 'repetitionPenalty', 'greedy'],
  ...['seed', 'cache'],
];

/** @param {Caller} caller
 * @param {number} [at] the step of a snapshot; default: the model in training
 * @returns {ModelView} */
export const modelView = (caller, at) => ({
  ...analysesBy((request) => caller.call('analyze', { at, request })),
  sample: async (options) => sample(caller, at, optionsOf(options, OPTIONS)),
  runWithCache: async (options) =>
    caller.call('runWithCache', cacheParams(options ?? {}, at)),
  tensorNames: async () => caller.call('tensorNames', null),
  hash: async () => caller.call('hash', { at }),
});

/** @param {CacheOptions} options @param {number | undefined} at
 * @returns {CacheParams} */
const cacheParams = (
  {
    text,
    attention = true,
    logits = true,
    tensors = [],
    lens = false,
    norms = false,
    compared = false,
  },
  at,
) => {
  const names = list(tensors, 'tensors').map(String);
  return { at, text, attention, logits, tensors: names, lens, norms, compared };
};

/** @param {Caller} caller @param {number | undefined} at
 * @param {SampleOptions & Sampling} options
 * @returns {Promise<Sample>} */
async function sample(
  caller,
  at,
  {
    prompt = '',
    chars = 200,
    pauseTraining = true,
    logits = false,
    onText,
    signal,
    ...sampling
  },
) {
  let text = '';
  /** @type {string[]} */
  const pieces = [];
  /** @type {number[]} */
  const tokens = [];
  /** @type {number[]} */
  const probs = [];
  /** @type {Float32Array[]} */
  const rows = [];
  const n = count(chars, 'chars', 0);
  const params = { ...sampling, at, prompt, pauseTraining, logits, chars: n };
  const { step } = await caller.call('sample', params, {
    signal,
    onPart: (part) => {
      if (signal?.aborted) return;
      text += part.text;
      pieces.push(...part.pieces);
      tokens.push(...part.tokens);
      probs.push(...part.probs);
      rows.push(...part.logits);
      onText?.(part.text, text, part);
    },
  });
  signal?.throwIfAborted();
  return {
    text,
    pieces,
    tokens: Int32Array.from(tokens),
    probs: Float32Array.from(probs),
    logits: rows,
    step,
  };
}
