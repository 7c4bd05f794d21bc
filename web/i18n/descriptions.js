// SPDX-License-Identifier: MIT
// Words for places that several views speak of: what an attention layer is, and where in
// its line a character that was looked at stands.
import { lookedAt, readsAt } from '../draw/attention.js';
import { visible } from './format.js';

/** @typedef {import('../state/types.js').LineActivations} Look */
/** @typedef {{ t: import('./index.js').Strings, format: import('./format.js').Format }} Words */

/** Two decoder attentions follow the encoder's one, layer by layer. @param {Look} look */
const isTranslator = (look) => look.attentions.some(({ kind }) => kind === 'cross');

/**
 * "Layer 2", or for an encoder-decoder what reads there: "Question 1", "Answer 1 → question".
 * @param {Words} words @param {Look} look @param {number} layer
 */
export function layerName({ t, format }, look, layer) {
  if (!isTranslator(look)) return t.heads.layer(format.integer(layer + 1));
  const { kind } = look.attentions[layer];
  const encoder = look.L / 3;
  const n = layer < encoder ? layer : Math.floor((layer - encoder) / 2);
  return t.heads.kinds[kind](format.integer(n + 1));
}

/**
 * How far back, or ahead, or where in the question.
 * @param {Words} words @param {Look} look @param {number} layer
 * @param {number} i reads @param {number} j looked at
 */
export function distance({ t, format }, look, layer, i, j) {
  if (look.attentions[layer].kind === 'cross')
    return t.head.inQuestion(format.integer(j + 1));
  return j > i
    ? t.head.ahead(format.integer(j - i))
    : t.head.back(format.integer(i - j));
}

/**
 * What a head does, for the sentences of `badges`.
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
 * Where a head is, what it does, and what its row reads most. A line read as a whole is not
 * about what comes next.
 * @param {Words} words @param {Look} look @param {number} layer @param {number} head
 * @param {number} i reads @param {{ j: number, value: number }} most looked at
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
  const isReading = look.attentions[layer].kind === 'encoder';
  const does = mark && t.badges.full(markWords(words, mark));
  const said = does && `${does[0].toUpperCase()}${does.slice(1)} `;
  return `${where} ${said ?? ''}${isReading ? t.head.claimReading(row) : t.head.claim(row)}`;
}

/**
 * A mark of the loss curve.
 * @param {Words} words @param {Pick<import('../state/state.js').State, 'session'>} state
 * @param {import('../state/types.js').RunEvent} event
 */
export function eventWords({ t, format }, { session }, { kind, step, head = 0 }) {
  const H = Number(session?.info.config.n_head);
  const s = format.integer(step);
  if (kind === 'badge')
    return t.loss.named(s, `${Math.floor(head / H) + 1}.${(head % H) + 1}`);
  return kind === 'generalization-gap'
    ? t.loss.gapAt(s)
    : t.loss.reached(s, t.loss.lines[kind]);
}

/** Long tokens on axes. @param {string} token */
export const short = (token) =>
  [...token].length > 4 ? `${[...token].slice(0, 3).join('')}…` : token;
