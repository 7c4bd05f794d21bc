// SPDX-License-Identifier: MIT
// The shade of one token of the line in each mode. Pure functions of the state.
import { attentionAt, isAllowed } from '../../draw/attention.js';
import { unitsOf } from '../shared/outputs.js';
import { shadeAt } from '../shared/shades.js';

/** @import { State } from '../../state/state.js' */
/** @import { LineActivations as Look } from '../../state/types.js' */
/** @typedef {'main' | 'source'} Line  the text itself, or the question it answers */
/** @typedef {{ tone: string, says: string }} Shade  classes, and in words */

/** Bits at the end of the surprise scale. */
const MAX_BITS = 6;
/** A smaller change of the loss, in nats, never takes the full shade. */
const LEAST_TOP = 1;
/** Of the strongest saliency, what is said of a token: less is no shade either. */
const LEAST_SAID = 0.01;

/** The question of an encoder-decoder. @param {Look} look @returns {string[] | null} */
export const sourceOf = (look) =>
  look.attentions.find(({ keyStream }) => keyStream === 'source')?.keys ?? null;

const NOTHING = { tone: '', says: '' };

/** @param {string} name @param {number} value 0..1 */
const tone = (name, value) => `${name} s${shadeAt(value)} b${shadeAt(value)}`;

/** @param {number} value -1..1; blue above 0 */
const diverging = (value) =>
  `diverging s${shadeAt(0.5 + 0.5 * value)} b${shadeAt(Math.abs(value))} ${value < 0 ? 'minus' : ''}`;

const most = (/** @type {Iterable<number>} */ values, least = 0) => {
  let top = least;
  for (const value of values) if (Math.abs(value) > top) top = Math.abs(value);
  return top || 1;
};

/**
 * @param {State} state @param {import('../../i18n/descriptions.js').Words} words
 * @param {Line} line @param {number} i
 * @param {number | null} reading the row all marks are about
 * @returns {Shade}
 */
export function shadeOf(state, words, line, i, reading) {
  const { activations, showing, session } = state;
  if (!activations) return NOTHING;
  if (showing.shade === 'surprise')
    return line === 'main' && !session?.info.labels.length
      ? surprise(activations, words, unitsOf({ state, t: words.t }), i)
      : NOTHING;
  if (showing.shade === 'ablation')
    return line === 'main' ? ablated(state, words, i) : NOTHING;
  if (reading === null) return NOTHING;
  return showing.shade === 'attention'
    ? attended(state, activations, words, line, i, reading)
    : salient(state, words, line, i);
}

/** The loss of token i is in row i - 1.
 * @param {Look} look @param {import('../../i18n/descriptions.js').Words} words
 * @param {[string, string]} units @param {number} i @returns {Shade} */
function surprise(look, { t, format }, units, i) {
  const bits = i === 0 ? Number.NaN : look.loss[i - 1] / Math.LN2;
  if (Number.isFinite(bits)) {
    return {
      tone: tone('surprise', bits / MAX_BITS),
      says: t.text.bits(format.loss(bits)),
    };
  }
  return { tone: '', says: i === 0 ? t.text.first(units) : '' };
}

/** @param {State} state @param {Look} look @param {import('../../i18n/descriptions.js').Words} words
 * @param {Line} line @param {number} i @param {number} reading @returns {Shade} */
function attended({ layer, head }, look, { t, format }, line, i, reading) {
  if (look.attentions[layer].keyStream !== line) return NOTHING;
  if (!isAllowed(look, layer, reading, i))
    return { tone: 'future', says: t.text.future };
  const value = attentionAt(look, layer, head, reading, i);
  return { tone: tone('attention', value), says: format.percent(value) };
}

/** @param {State} state @param {import('../../i18n/descriptions.js').Words} words
 * @param {Line} line @param {number} i @returns {Shade} */
function salient({ answers }, { format }, line, i) {
  const answer = answers.saliency?.value;
  const table = line === 'main' ? answer?.rows : answer?.sourceRows;
  if (!table || i >= table.columns) return NOTHING;
  /** @param {{ columns: number, data: Float32Array } | undefined} of */
  const dots = (of) => of?.data.subarray(0, of.columns) ?? [];
  const top = most([...dots(answer.rows), ...dots(answer.sourceRows)]);
  const value = table.data[i];
  const isSeen = Math.abs(value) >= LEAST_SAID * top;
  return { tone: diverging(value / top), says: isSeen ? format.change(value) : '' };
}

/** Blue: easier without the head; orange: harder.
 * @param {State} state @param {import('../../i18n/descriptions.js').Words} words @param {number} i
 * @returns {Shade} */
function ablated({ ablation, line }, { t, format }, i) {
  const rows = ablation?.line === line ? ablation.result.rows : undefined;
  if (!rows || i === 0) return NOTHING;
  const n = rows.columns;
  const changes = Array.from({ length: n }, (_, k) => rows.data[n + k] - rows.data[k]);
  const change = changes[i - 1];
  if (!Number.isFinite(change)) return NOTHING;
  const top = most(changes.filter(Number.isFinite), LEAST_TOP);
  return { tone: diverging(-change / top), says: t.text.nats(format.signed(change)) };
}
