// SPDX-License-Identifier: MIT
// What a replay says: on the picture, and of it to those who do not see it.
import { replayWords } from '../../i18n/replay.js';
import { canRepeat, textUnit } from '../../state/selectors.js';
import { addressOf } from '../shared/save.js';

/** @import { Moment, Replay } from './moments.js' */
/** @import { View } from '../shared/view.js' */

/** @param {View} view @param {Replay} replay */
function claimOf({ state, format }, { nParam, isMemorized }) {
  const words = replayWords.in(state.lang);
  const n = format.integer(nParam);
  return isMemorized ? words.memorized(n) : words.learned(n);
}

/** Where the page is, without what a browser adds; '' where nobody else can go.
 * @param {View} view */
function placeOf({ app }) {
  const { protocol, host, pathname } = new URL(addressOf(app));
  const path = pathname.replace(/\/(?:index\.html)?$/, '');
  return protocol === 'https:' ? `${host}${path}` : '';
}

/** @param {View} view @param {Replay} replay @returns {import('./draw.js').Words} */
export function saidOn(view, replay) {
  const { format, t, state } = view;
  const words = replayWords.in(state.lang);
  const number = (/** @type {number} */ n) => format.integer(n);
  const isRepeatable = canRepeat(state);
  const place = isRepeatable ? placeOf(view) : '';
  return {
    claim: claimOf(view, replay),
    counts: t.loss.counts[textUnit(state.session)],
    ...{ train: words.train, val: words.val, number },
    step: (n) => words.step(number(n)),
    loss: (x) => format.loss(x),
    right: ({ guesses }) => {
      const n = guesses.filter(({ isRight }) => isRight).length;
      return words.right(number(n), number(guesses.length));
    },
    again: place && words.again(place),
    bytes: isRepeatable ? words.bytes(replay.hash.slice(0, 8)) : '',
    copied: replay.copied > 0 ? words.copied(format.percent(replay.copied)) : '',
  };
}

/** @param {Moment} moment */
const textOf = ({ written }) =>
  written
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The picture in words. @param {View} view @param {Replay} replay */
export function saidOf(view, replay) {
  const { name, moments } = replay;
  const [first, last] = [moments[0], /** @type {Moment} */ (moments.at(-1))];
  return replayWords.in(view.state.lang).described({
    ...{ name, claim: claimOf(view, replay) },
    ...{ noise: textOf(first), text: textOf(last) },
    first: view.format.integer(first.step),
    last: view.format.integer(last.step),
  });
}
