// SPDX-License-Identifier: MIT
// What a first minute says: every number is what was measured.
import { softmax } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { headName } from '../../state/selectors.js';
import { predictionAt } from '../stage/caption.js';

/** @import { State } from '../../state/state.js' */
/** @import { Guide } from '../../state/types.js' */
/**
 * @typedef {object} Words
 * @property {typeof import('../../i18n/en/minute.js').default} words
 * @property {State} state
 * @property {import('../../i18n/format.js').Format} format
 */

/** Smaller shares are as good as none. */
const LEAST = 0.01;
/** Characters of the line that are repeated in a sentence. */
const REPEATED = 18;

/** The line up to a character, its last words. @param {State} state @param {number} i */
export function lastWords({ line }, i) {
  const characters = [...line].slice(0, i + 1);
  if (characters.length <= REPEATED) return characters.join('');
  const tail = characters.slice(-REPEATED).join('');
  return `… ${tail.replace(/^\S*\s/u, '')}`;
}

/** The probability of a character after another.
 * @param {import('../../state/types.js').LineActivations} look @param {number} i
 * @param {number} token -1: the model does not have it */
function shareOf({ logits, n }, i, token) {
  const V = logits.length / n;
  return softmax(logits.subarray(i * V, (i + 1) * V))[token] ?? 0;
}

/** The guess of the reader beside that of the model. @param {Words} say @param {Guide} guide */
export function agreement({ words, state, format }, { i, guess }) {
  const { activations: look, session, line } = state;
  if (!look || !session || look.text !== line || i >= look.n) return '';
  const { guess: top, share: sure, truth } = predictionAt(state, look, i);
  const own = shareOf(look, i, session.info.vocabulary.indexOf(guess));
  const chance = (/** @type {number} */ share) =>
    share < LEAST ? words.less(format.share(LEAST)) : format.share(share);
  const data = {
    guess: visible(guess),
    top: visible(top),
    own: chance(own),
    share: chance(sure),
  };
  const how = guess === '' ? 'predicts' : guess === top ? 'agree' : 'differ';
  const sentence = words[how](data);
  return truth === null || truth === top
    ? sentence
    : `${sentence} ${words.has(visible(truth))}`;
}

/** Which head to switch off, and why that one. @param {Words} say @param {Guide} guide */
export function beforeSwitch({ words, state }, { head }) {
  const { n_layer, n_head } = state.session?.info.config ?? {};
  const say = n_layer === 1 && n_head === 1 ? words.single : words.matters;
  return { title: words.switch, say: say(headName(head)) };
}

/** Counting models, the worst first. */
const COUNTED = /** @type {const} */ (['unigram', 'bigram', 'trigram']);

/** What the head was worth. @param {Words} say @param {Guide} guide
 * @returns {{ title: string, say: string }} empty while it is measured */
export function afterSwitch({ words, state, format }, { head }) {
  const { ablation, session } = state;
  const isOwn = ablation?.layer === head.layer && ablation.head === head.head;
  if (!isOwn || !session) return { title: words.switch, say: '' };
  const { loss, lossOff } = ablation.result;
  const { baselines } = session.info;
  const beaten = COUNTED.find(
    (kind) => loss < baselines[kind] && lossOff > baselines[kind],
  );
  const bits = (/** @type {number} */ nats) => format.loss(nats / Math.LN2);
  const [off, on] = [lossOff, loss].map(bits);
  // From the digits shown, so that the words agree with them.
  const how = off === on ? 'same' : (beaten ?? (lossOff > loss ? 'worse' : 'better'));
  return { title: words.without[how](headName(head)), say: words.cost({ off, on }) };
}
