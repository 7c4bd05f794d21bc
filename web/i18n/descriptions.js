// SPDX-License-Identifier: MIT
// Descriptions that several views share: of an attention, a distance, a row of a head, a
// milestone.
import { lookedAt, readsAt } from '../draw/attention.js';
import { visible } from './format.js';

/** @typedef {import('../state/types.js').LineActivations} Look */
/** @typedef {{ t: import('./index.js').Strings, format: import('./format.js').Format }} Words */

/**
 * "Layer 2", or in an encoder-decoder "Encoder 1", "Decoder 1", "Cross attention 1".
 * @param {Words} words @param {Look} look
 * @param {number} attention its number in the model
 */
export function layerName({ t, format }, { attentions }, attention) {
  const { kind, layer } = attentions[attention];
  const number = format.integer(layer + 1);
  return attentions.some((other) => other.kind === 'cross')
    ? t.heads.kinds[kind](number)
    : t.heads.layer(number);
}

/**
 * How far key j is from query i; in cross attention, its position in the source.
 * @param {Words} words @param {Look} look @param {number} layer
 * @param {number} i @param {number} j
 */
export function distance({ t, format }, look, layer, i, j) {
  if (look.attentions[layer].kind === 'cross')
    return t.head.inQuestion(format.integer(j + 1));
  return j > i
    ? t.head.ahead(format.integer(j - i))
    : t.head.back(format.integer(i - j));
}

/**
 * The pattern of a head, for the sentences of `badges`.
 * @param {Words} words @param {import('../state/types.js').HeadPattern} mark
 */
export const markWords = (
  { t, format },
  { pattern, offset, score, chance, badge },
) => ({
  badge,
  pattern: t.badges.patterns[pattern]?.(format.integer(offset)) ?? '',
  score: format.loss(score),
  chance: format.loss(chance),
});

/**
 * A head, its pattern, and the key that query i attends to most. Encoders predict nothing,
 * so their sentence does not mention the next character.
 * @param {Words} words @param {Look} look @param {number} layer @param {number} head
 * @param {number} i @param {{ j: number, value: number }} strongest
 * @param {import('../state/types.js').HeadPattern} [mark]
 */
export function rowClaim(words, look, layer, head, i, { j, value }, mark) {
  const { t, format } = words;
  const row = {
    reads: visible(readsAt(look, layer, i)),
    looked: visible(lookedAt(look, layer, j)),
    back: distance(words, look, layer, i, j),
    share: format.percent(value),
  };
  const where = t.head.where(format.integer(layer + 1), format.integer(head + 1));
  const isEncoder = look.attentions[layer].kind === 'encoder';
  const does = mark && t.badges.full(markWords(words, mark));
  const sentence = does && `${does[0].toUpperCase()}${does.slice(1)} `;
  return `${where} ${sentence ?? ''}${isEncoder ? t.head.claimReading(row) : t.head.claim(row)}`;
}

/**
 * A milestone of the loss curve.
 * @param {Words} words @param {Pick<import('../state/state.js').State, 'session'>} state
 * @param {import('../state/types.js').RunEvent} event
 */
export function eventWords({ t, format }, { session }, { kind, step, head = 0 }) {
  const H = Number(session?.info.config.n_head);
  const s = format.integer(step);
  if (kind === 'badge')
    return t.loss.firstPattern(s, `${Math.floor(head / H) + 1}.${(head % H) + 1}`);
  return kind === 'generalization-gap'
    ? t.loss.gapAt(s)
    : t.loss.reached(s, t.loss.lines[kind]);
}

/** A token as a label of an axis. @param {string} token */
export const short = (token) =>
  [...token].length > 4 ? `${[...token].slice(0, 3).join('')}…` : token;
