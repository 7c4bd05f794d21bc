// SPDX-License-Identifier: MIT
// What the stage says of a text that is memorised, while no character is chosen.
import { memorizationWords } from '../../i18n/memorization.js';
import { memorizationAt } from '../../run/memorization.js';
import { shownStep } from '../../state/selectors.js';

/** @import { View } from '../shared/view.js' */
/** @import { Caption } from '../stage/caption.js' */

/** @param {Pick<View, 'state' | 'format'>} view @returns {Caption | null} */
export function memorizationCaption({ state, format }) {
  const losses = memorizationAt(state, shownStep(state));
  if (!losses) return null;
  const words = memorizationWords.in(state.lang);
  const { level, train, val, uniform } = losses;
  const text = words.texts[state.text?.id === 'own' ? 'own' : 'other'];
  /** @type {Caption['main']} */
  const main = [{ kind: '', text: words[level](text) }];
  if (level === 'memorized')
    main.push({ kind: '', text: ' ' }, { kind: 'wrong', text: words.wrong });
  const more = words.losses({
    train: format.loss(train),
    val: format.loss(val),
    uniform: format.loss(uniform),
  });
  return { main, more };
}
