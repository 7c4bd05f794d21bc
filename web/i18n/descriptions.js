// SPDX-License-Identifier: MIT
// Descriptions that several views share: of an attention, a distance, a row of a head, a
// milestone.
import { chance, lookedAt, readsAt } from '../draw/attention.js';
import {
  estimatedImportance,
  headImportance,
  headName,
  NEAR,
  selectedHeadIndex,
  textUnit,
} from '../state/selectors.js';
import { visible } from './format.js';

/** @typedef {import('../state/types.js').LineActivations} Look */
/** @typedef {{ t: import('./index.js').Strings, format: import('./format.js').Format }} Words */

/**
 * "Layer 2", or in an encoder-decoder "Encoder 1", "Decoder 1", "Cross attention 1".
 * @param {Words} words
 * @param {{ attentions: Pick<Look['attentions'][number], 'kind' | 'layer'>[] }} model
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
  pattern: patternOf({ t, format }, { pattern, offset }),
  score: format.loss(score),
  chance: format.loss(chance),
});

/** So many times as much as evenly is said to be attention to one key; less than so many times,
 * to all. */
const CLEARLY = 2;
const HARDLY = 1.25;

/**
 * What the strongest weight of a row says: to which key most, beside what an even spread gives.
 * @param {Words} words @param {Look} look @param {number} layer @param {number} i
 * @param {{ j: number, value: number }} strongest
 */
export function attends(words, look, layer, i, strongest) {
  const row = weightOf(words, look, layer, i, strongest);
  return words.t.head[row.kind](row);
}

/** @param {Words} words @param {Look} look @param {number} layer @param {number} i
 * @param {{ j: number, value: number }} strongest */
export function weightOf(words, look, layer, i, { j, value }) {
  const { format } = words;
  const even = chance(look, layer, i);
  const isClear = even === 1 || value >= CLEARLY * even;
  const isFlat = value < HARDLY * even;
  return {
    kind: /** @type {'most' | 'several' | 'evenly'} */ (
      isClear ? 'most' : isFlat ? 'evenly' : 'several'
    ),
    looked: visible(lookedAt(look, layer, j)),
    back: distance(words, look, layer, i, j),
    share: format.percent(value),
    even: format.percent(even),
  };
}

/**
 * A head, its pattern, and the key that query i attends to most. Encoders predict nothing,
 * so their sentence does not mention the next character.
 * @param {Words} words @param {Look} look @param {number} layer @param {number} head
 * @param {number} i @param {{ j: number, value: number }} strongest
 * @param {'character' | 'token' | 'label'} unit what it predicts
 * @param {import('../state/types.js').HeadPattern} [mark]
 */
export function rowClaim(words, look, layer, head, i, strongest, unit, mark) {
  const { t, format } = words;
  const row = {
    reads: visible(readsAt(look, layer, i)),
    unit: t.stage.units[unit][0],
    how: attends(words, look, layer, i, strongest),
  };
  const where = t.head.where(layerName(words, look, layer), format.integer(head + 1));
  const isEncoder = look.attentions[layer].kind === 'encoder';
  const does = mark && t.badges.full(markWords(words, mark));
  const sentence = does && `${does[0].toUpperCase()}${does.slice(1)} `;
  return `${where} ${sentence ?? ''}${isEncoder ? t.head.claimReading(row) : t.head.claim(row)}`;
}

/** Nats: less is no difference. */
const LEAST = 0.005;

/**
 * What the loss is without the selected head: measured, or estimated; '' before it is known.
 * @param {Words} words @param {import('../state/state.js').State} state
 */
export function withoutHead({ t, format }, state) {
  const n = selectedHeadIndex(state);
  const all = headImportance(state) ?? [];
  const value = all[n];
  if (value === undefined) return '';
  const isEstimate = value === estimatedImportance(state)?.value[n];
  const how = Math.abs(value) < LEAST ? 'same' : value > 0 ? 'worse' : 'better';
  return t.head.without[isEstimate ? 'estimated' : 'measured'][how]({
    nats: format.loss(Math.abs(value)),
    rank: format.integer(1 + all.filter((x) => x > value).length),
    n: format.integer(all.length),
  });
}

/**
 * A milestone of the loss curve.
 * @param {Words} words @param {Pick<import('../state/state.js').State, 'session'>} state
 * @param {import('../state/types.js').RunEvent} event
 */
export function eventWords({ t, format }, { session }, event) {
  const { kind, step, head = 0 } = event;
  const H = Number(session?.info.config.n_head);
  const s = format.integer(step);
  if (kind === 'badge')
    return t.loss.firstPattern(s, nameOfHead(head, H), patternOf({ t, format }, event));
  if (kind === 'generalization-gap') return t.loss.gapAt(s);
  if (kind === 'memorized') return t.loss.memorizedAt(s);
  const { isTrain, than } = passedBy(kind);
  const name = t.loss.counts[textUnit(session)][than];
  return isTrain
    ? `${t.loss.at(s)} ${t.loss.better.training(name)}.`
    : t.loss.reached(s, name);
}

/** The baseline of an event, and whether training loss alone is below it.
 * @param {import('../state/types.js').MilestoneKind | `train-${import('../state/types.js').MilestoneKind}`} kind */
const passedBy = (kind) => ({
  isTrain: kind.startsWith('train-'),
  than: /** @type {import('../state/types.js').MilestoneKind} */ (
    kind.replace('train-', '')
  ),
});

/** A head counted over all layers, as it is written. @param {number} head @param {number} H */
const nameOfHead = (head, H) =>
  headName({ layer: Math.floor(head / H), head: head % H });

/** @param {Words} words @param {{ pattern?: string, offset?: number }} mark */
const patternOf = ({ t, format }, { pattern = '', offset = 0 }) =>
  t.badges.patterns[pattern]?.(format.integer(offset)) ?? '';

/** What a milestone is called in a list.
 * @param {Words} words @param {Pick<import('../state/state.js').State, 'session'>} state
 * @param {import('../state/types.js').RunEvent} event */
export function eventName(words, { session }, event) {
  const { better, counts } = words.t.loss;
  const { kind, head = 0 } = event;
  if (kind === 'badge') {
    const H = Number(session?.info.config.n_head);
    return better.badge(nameOfHead(head, H), patternOf(words, event));
  }
  if (kind === 'generalization-gap' || kind === 'memorized') return better[kind];
  const { isTrain, than } = passedBy(kind);
  return better[isTrain ? 'training' : 'baseline'](counts[textUnit(session)][than]);
}

/** Less is almost certain. */
const CERTAIN = 1.05;

/**
 * How unsure a mean loss is, as a number of choices.
 * @param {Words} words @param {number} nats @param {number} n how many there are to choose from
 * @param {[string, string]} units one, many
 * @param {number} [error] of the loss, nats
 */
export function unsure({ t, format }, nats, n, [, units], error = 0) {
  if (nats > Math.log(n) + Math.max(NEAR, error))
    return t.unsure.worse(format.integer(n), units);
  const choices = Math.min(n, Math.exp(nats));
  if (choices < CERTAIN) return t.unsure.certain;
  const shown = choices < 2 ? format.perplexity(choices) : format.integer(choices);
  return t.unsure.among(shown, units);
}

/** A token as a label of an axis. @param {string} token */
export const short = (token) =>
  [...token].length > 4 ? `${[...token].slice(0, 3).join('')}…` : token;
