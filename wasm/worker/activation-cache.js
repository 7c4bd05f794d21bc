// SPDX-License-Identifier: MIT
// What a session's runWithCache() answers: all that one pass over a text computes.

/** @import { EngineSession } from '../engine/session.js' */
/** @import { EngineInfo, Table } from '../shared/types.js' */
/** @import { ActivationCache, CacheParams } from '../shared/protocol.js' */

/**
 * The model in training, or that of a snapshot.
 * @typedef {object} ModelAtStep
 * @property {EngineSession} engineSession
 * @property {EngineInfo} info
 * @property {number} step optimizer steps completed
 */

/** Prefix of a tensor's name: its gradient. */
export const GRADIENT = 'grad:';

/** The analysis "activations" as the ActivationCache of a session.
 * @param {ModelAtStep} subject
 * @param {CacheParams} params
 * @param {Transferable[]} transfer
 * @returns {ActivationCache}
 */
export function runWithCache({ engineSession, info, step }, params, transfer) {
  const { text, attention, logits, tensors, lens, norms } = params;
  const backward = tensors.some((name) => name.startsWith(GRADIENT));
  const what = 'activations';
  const values = { attention, logits, tensors, backward, lens, norms };
  const answer = engineSession.inspect({ what, text, ...values }, transfer);
  const { parameters, structure, vocabulary } = info;
  const spell = (/** @type {number[]} */ ids) => ids.map((id) => vocabulary[id]);
  const streams = { main: spell(answer.tokens), source: spell(answer.source) };
  // As the text was written: without the token that begins it and the space after that.
  const begins = answer.tokens[0] === structure.begin_token;
  const written = begins
    ? streams.main.slice(1).join('').slice(1)
    : streams.main.join('');
  const n = streams.main.length;
  /** @param {string} name @param {Table} table */
  const shapeOf = (name, { rows, columns }) =>
    parameters.find((p) => p.name === name.replace(GRADIENT, ''))?.shape ?? [
      rows,
      columns,
    ];
  return {
    text: written,
    characters: streams.main,
    tokens: answer.tokens,
    source: answer.source,
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
    ...predictionsOf(answer),
    mlpNorm: answer.mlpNorm?.data ?? null,
    sourceMlpNorm: answer.sourceMlpNorm?.data ?? null,
    compared: params.compared
      ? predictionsOf(
          engineSession.inspect({ what, text, logits, lens, all_on: true }, transfer),
        )
      : null,
    tensors: Object.fromEntries(
      answer.tensors.map((/** @type {any} */ { name, values }) => [
        name,
        { shape: shapeOf(name, values), data: values.data },
      ]),
    ),
  };
}

/** @param {any} answer @returns {import('../shared/protocol.js').ComparedPass} */
const predictionsOf = ({ logits, loss, lens }) => ({
  logits: logits?.data ?? null,
  loss: loss?.data ?? null,
  lens: lens ?? null,
});
