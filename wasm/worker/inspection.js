// SPDX-License-Identifier: MIT
// Converts the engine's analysis "activations" to the ActivationCache of a session.

/** @typedef {import('../shared/protocol.js').CacheParams} CacheParams */
/** @typedef {import('../shared/protocol.js').ActivationCache} ActivationCache */

/**
 * The model in training, or that of a snapshot.
 *
 * @typedef {object} ModelAtStep
 * @property {import('../engine/lab.js').Lab} lab
 * @property {import('../shared/types.js').LabInfo} info
 * @property {number} step optimizer steps completed
 */

/** Prefix of a tensor's name: its gradient. */
export const GRADIENT = 'grad:';

/**
 * @param {ModelAtStep} subject
 * @param {CacheParams} params
 * @param {Transferable[]} transfer
 * @returns {ActivationCache}
 */
export function runWithCache({ lab, info, step }, params, transfer) {
  const { text, attention, logits, tensors } = params;
  const backward = tensors.some((name) => name.startsWith(GRADIENT));
  const answer = lab.inspect(
    { what: 'activations', text, attention, logits, tensors, backward },
    transfer,
  );
  const { parameters, structure, vocabulary } = info;
  const spell = (/** @type {number[]} */ ids) => ids.map((id) => vocabulary[id]);
  const streams = { main: spell(answer.tokens), source: spell(answer.source) };
  const n = streams.main.length;
  /** @param {string} name @param {import('../shared/types.js').Table} table */
  const shapeOf = (name, { rows, columns }) =>
    parameters.find((p) => p.name === name.replace(GRADIENT, ''))?.shape ?? [
      rows,
      columns,
    ];
  return {
    text: streams.main.join(''),
    characters: streams.main,
    n,
    T: Math.max(n, streams.source.length),
    attentions: structure.attentions.map(({ kind, layer, causal, stream, keys }) => ({
      kind,
      layer,
      causal,
      queryStream: stream,
      keyStream: keys,
      queries: streams[stream],
      keys: streams[keys],
    })),
    step,
    L: structure.attentions.length,
    H: structure.heads,
    attention: answer.attention?.data ?? null,
    logits: answer.logits?.data ?? null,
    loss: answer.loss?.data ?? null,
    tensors: Object.fromEntries(
      answer.tensors.map((/** @type {any} */ { name, values }) => [
        name,
        { shape: shapeOf(name, values), data: values.data },
      ]),
    ),
  };
}
