// SPDX-License-Identifier: MIT
// A line of text run through a model with every value kept, as plain arrays.

/** @typedef {import('../engine/lab.js').Lab} Lab */
/** @typedef {import('../shared/protocol.js').CacheParams} CacheParams */
/** @typedef {import('../shared/protocol.js').ActivationCache} ActivationCache */
/** @typedef {import('./host.js').ModelAtStep} ModelAtStep */

/** In front of a tensor's name: the gradient of it. */
export const GRADIENT = 'grad:';

/**
 * One line of text, with every value asked for.
 *
 * @param {ModelAtStep} subject
 * @param {CacheParams} params
 * @param {Transferable[]} transfer
 * @returns {ActivationCache}
 */
export function runWithCache(
  { lab, info, step },
  { text, attention, logits, tensors },
  transfer,
) {
  const backward = tensors.some((name) => name.startsWith(GRADIENT));
  const n = lab.look(text, { backward });
  const spell = (/** @type {boolean} */ source) =>
    Array.from(lab.looked(source), (id) => info.vocabulary[id]);
  const characters = spell(false);
  const source = spell(true);
  const attentions = kindsOf(info).map((kind) => ({
    kind,
    causal: kind === 'self',
    reads: kind === 'encoder' && source.length > 0 ? source : characters,
    looked: kind !== 'self' && source.length > 0 ? source : characters,
  }));
  const T = Math.max(n, source.length);
  const H = Number(info.config.n_head);
  /** @param {string} name */
  const take = (name) => {
    const { rows, columns, data } = lab.tensor(name);
    const plain = name.replace(GRADIENT, '');
    const parameter = info.parameters.find((p) => p.name === plain);
    transfer.push(data.buffer);
    return { shape: parameter?.shape ?? [rows, columns], data };
  };
  const loss = logits ? take('loss').data : null;
  // Marks are not what comes next: an encoder's line says nothing of its losses.
  if (loss) loss.fill(NaN, info.form === 'tagging' ? 0 : n - 1);
  const named = tensors.map((name) => /** @type {const} */ ([name, take(name)]));
  return {
    text: characters.join(''),
    characters,
    n,
    T,
    attentions,
    step,
    L: info.n_attention,
    H,
    attention: attention ? allHeads(lab, attentions, H, T, transfer) : null,
    logits: logits ? take(outputOf(info)).data : null,
    loss,
    tensors: Object.fromEntries(named),
  };
}

/** The tensor of the logits: a table of pairs is its own output layer.
 * @param {import('../engine/types.js').LabInfo} info */
const outputOf = ({ tensors }) =>
  tensors.includes('lm_head') ? 'lm_head' : 'transformer.embed';

/**
 * What each attention of a model is, in the engine's order.
 *
 * @param {import('../engine/types.js').LabInfo} info
 * @returns {('self' | 'encoder' | 'cross')[]}
 */
function kindsOf({ config, n_attention: count }) {
  if (config.arch === 'encoder') return Array(count).fill('encoder');
  if (config.arch !== 'encoder_decoder') return Array(count).fill('self');
  const encoder = count / 3;
  return Array.from({ length: count }, (_, a) =>
    a < encoder ? 'encoder' : (a - encoder) % 2 === 0 ? 'self' : 'cross',
  );
}

/**
 * All heads in squares of T·T, whatever part of one an attention fills.
 *
 * @param {Lab} lab
 * @param {import('../shared/protocol.js').AttentionInfo[]} attentions
 * @param {number} H
 * @param {number} T
 * @param {Transferable[]} transfer
 */
function allHeads(lab, attentions, H, T, transfer) {
  const weights = new Float32Array(attentions.length * H * T * T);
  attentions.forEach(({ reads, looked }, a) => {
    const one = new Float32Array(reads.length * looked.length);
    for (let h = 0; h < H; h++) {
      lab.attention(a, h, one);
      for (let i = 0; i < reads.length; i++) {
        const row = one.subarray(i * looked.length, (i + 1) * looked.length);
        weights.set(row, ((a * H + h) * T + i) * T);
      }
    }
  });
  transfer.push(weights.buffer);
  return weights;
}
