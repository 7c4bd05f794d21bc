// SPDX-License-Identifier: MIT
// English: the cards of the forward pass.
import { counted } from '../phrases.js';

/** @typedef {string} S */
/** @typedef {Record<string, string>} Data */
/** What a text is made of: one, many. @typedef {[string, string]} Units */

export default {
  size: (/** @type {S} */ n) => `${n} numbers`,
  strip: (
    /** @type {S} */ label,
    /** @type {S} */ n,
    /** @type {S} */ a,
    /** @type {S} */ b,
  ) => `${label}: ${n} numbers from ${a} to ${b}`,
  shape: (/** @type {S} */ a, /** @type {S} */ b) => `${a} → ${b}`,
  firstNumber: 'First entry:',
  names: {
    token: 'token embedding',
    position: 'position embedding',
    embedding: 'their sum, x',
    x: (/** @type {S} */ n) => `x after ${counted(n, 'layer', 'layers')}`,
    stream: 'residual stream x',
    normed: 'x normalised',
    q: 'query q',
    k: 'keys k, one row per position',
    kj: (/** @type {S} */ c) => `key of ‘${c}’`,
    products: 'elementwise products q·k',
    v: 'values v, one row per position',
    mix: 'weighted sum of the values',
    head: 'added to x by this head',
    others: 'added by the other heads',
    headAlone: 'result of this head',
    othersAlone: 'results of the other heads',
    after: 'x after attention',
    hidden: 'hidden layer of the MLP, after the activation function',
    end: 'x after this layer',
  },
  rail: { x: 'x before the layer', attention: '+ attention', mlp: '+ MLP' },
  columns: {
    key: 'key',
    product: 'q·k',
    score: 'score',
    below: 'minus the largest',
    e: 'e^ of that',
    share: 'weight',
    guess: 'prediction',
    p: 'probability',
    logit: 'logit',
  },
  embed: {
    added: (/** @type {S} */ c, /** @type {S} */ n) =>
      `‘${c}’ at position ${n} becomes a vector: its token embedding plus its position embedding.`,
    rotary: (/** @type {S} */ c, /** @type {S} */ n) =>
      `‘${c}’ becomes a vector: its token embedding. Its position, ${n}, rotates its query and key later.`,
    alibi: (/** @type {S} */ c) =>
      `‘${c}’ becomes a vector: its token embedding. Positions count later: scores fall with the distance.`,
    none: (/** @type {S} */ c) =>
      `‘${c}’ becomes a vector: its token embedding. This model has no position embeddings.`,
  },
  noNorm: 'This model has no normalisation before attention: x is used as it is.',
  norm: (/** @type {S} */ mean, /** @type {S} */ spread) =>
    `Layer normalisation: subtract the mean ${mean}, divide by the standard deviation ${spread}.`,
  normRms: (/** @type {S} */ size) =>
    `RMS normalisation: divide by the root mean square ${size}.`,
  gain: (/** @type {S} */ x, /** @type {boolean} */ isShifted) =>
    `times the gain${isShifted ? ', plus the bias' : ''}: ${x}`,
  queryAndKey: (
    /** @type {S} */ c,
    /** @type {S} */ n,
    /** @type {Units} */ [unit, units],
  ) =>
    `‘${c}’ gets a query q, what it looks for. ${n === '1' ? `The one ${unit}` : `Each of the ${n} ${units}`} it may attend to has a key k, what it can be found by.`,
  queryAndKeySums: (
    /** @type {{ isNormed: boolean, hasBias: boolean, isRotated: boolean,
     *   isGrouped: boolean, group: string, isUnit: boolean }} */ is,
  ) => {
    const from = `${is.isNormed ? 'x̂' : 'x'}${is.hasBias ? ' + b' : ''}`;
    return `q = W_Q · ${from},  k = W_K · ${from}${is.isNormed ? '; x̂ is x normalised' : ''}${is.isUnit ? '; each is divided by its root mean square' : ''}${is.isRotated ? '; then both are rotated by their positions' : ''}${is.isGrouped ? `; ${is.group} heads share these keys and values` : ''}`;
  },
  compareWith: 'Compare with',
  dotProduct: (/** @type {Data} */ x, /** @type {S} */ sum) =>
    `Dot product of the query of ‘${x.reads}’ and the key of ‘${x.looked}’: multiply entry by entry and add: ${sum}.`,
  scale: (/** @type {Data} */ x) =>
    !x.size
      ? `This model does not divide: ‘${x.looked}’ gets ${x.share} of the weight.`
      : `Divide by √${x.root} (${x.size}). Without that, ‘${x.looked}’ would get ${x.sharp} of the weight; it gets ${x.share}.`,
  root: { head: 'd, the head size', width: 'the embedding size' },
  slope: (/** @type {S} */ slope) =>
    `ALiBi: each position of distance takes ${slope} off the score.`,
  unscaled: 'Filled: attention weights. Outline: what they would be without scaling.',
  masked: (/** @type {S} */ n, /** @type {Units} */ [unit, units]) =>
    `${counted(n, `later ${unit}`, `later ${units}`)}: masked`,
  causal: 'The causal mask removes what comes later.',
  softmax: (/** @type {S} */ c, /** @type {S} */ p) =>
    `Softmax: e to the power of each score, divided by the total. The largest score is subtracted first, which changes no weight. ‘${c}’ gets weight ${p}.`,
  weightSum: (/** @type {S} */ n, /** @type {S} */ sum) =>
    `${counted(n, 'weight', 'weights')}, sum ${sum}`,
  mixValues: (
    /** @type {S} */ c,
    /** @type {boolean} */ isProjected,
    /** @type {boolean} */ isAdded,
  ) =>
    `The values are averaged with these weights${isProjected ? ', projected,' : ''} and ${isAdded ? 'added to the residual stream of' : 'passed on in place of'} ‘${c}’.`,
  mlp: (
    /** @type {S} */ n,
    /** @type {boolean} */ isAdded,
    /** @type {S} */ unit,
    /** @type {boolean} */ isParallel,
  ) =>
    `The MLP works on this position alone, with ${n} hidden units${isAdded ? ', and adds its output' : ''}.${isParallel ? ' It reads what attention read, not its result: the block is parallel.' : ''} After the last layer the output layer turns x into one logit per ${unit}.`,
  predict: (/** @type {S} */ c, /** @type {S} */ p) =>
    `After the last layer the top prediction is ‘${c}’, ${p}.`,
};
