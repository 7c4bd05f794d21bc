// SPDX-License-Identifier: MIT
// What a first minute says: every number is what was measured.
import { softmax } from '../../draw/sampling.js';
import { visible } from '../../i18n/format.js';
import { headName } from '../../state/selectors.js';

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

/** What the model predicts after a character. @param {State} state @param {number} i
 * @returns {{ top: string, p: (character: string) => number, next: string } | null} null: it
 *   has not answered */
function predictionAt({ activations: look, session, line }, i) {
  if (!look?.logits || !session || look.text !== line || i >= look.n) return null;
  const { vocabulary } = session.info;
  const V = look.logits.length / look.n;
  const shares = softmax(look.logits.subarray(i * V, (i + 1) * V));
  return {
    top: vocabulary[shares.indexOf(Math.max(...shares))],
    p: (character) => shares[vocabulary.indexOf(character)] ?? 0,
    next: look.characters[i + 1],
  };
}

/** The guess of the reader beside that of the model. @param {Words} say @param {Guide} guide */
export function agreement({ words, state, format }, { i, guess }) {
  const found = predictionAt(state, i);
  if (!found) return '';
  const { top, p, next } = found;
  const chance = (/** @type {number} */ share) =>
    share < LEAST ? words.less(format.share(LEAST)) : format.share(share);
  const data = {
    guess: visible(guess),
    top: visible(top),
    own: chance(p(guess)),
    share: chance(p(top)),
  };
  const how = guess === '' ? 'predicts' : guess === top ? 'agree' : 'differ';
  const sentence = words[how](data);
  return next === top ? sentence : `${sentence} ${words.has(visible(next))}`;
}

/** Counting models, the worst first. */
const COUNTED = /** @type {const} */ (['unigram', 'bigram', 'trigram']);
/** Nats a character that make no difference. */
const SAME = 0.005;

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
  const how = beaten ?? (lossOff - loss > SAME ? 'worse' : 'same');
  const bits = (/** @type {number} */ nats) => format.loss(nats / Math.LN2);
  return {
    title: words.without[how](headName(head)),
    say: words.cost({ off: bits(lossOff), on: bits(loss) }),
  };
}
