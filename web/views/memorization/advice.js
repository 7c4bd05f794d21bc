// SPDX-License-Identifier: MIT
// What can be done where a text is memorised: a sentence, and a way to the step before it.
import { html, nothing } from 'lit';
import { memorizationWords } from '../../i18n/memorization.js';
import { lowestValidation, memorizationAt } from '../../run/memorization.js';
import { SHORT } from '../../run/splits.js';
import { nearestStep } from '../../state/selectors.js';
import { button } from '../shared/controls.js';

/** @import { View } from '../shared/view.js' */

/** Of the model in training, whatever step is shown: the way back stays where it was.
 * @param {View} view */
export function memorizationAdvice(view) {
  const { session } = view.state;
  if (!session || !memorizationAt(view.state, session.steps)) return nothing;
  const lowest = lowestValidation(session.history);
  const near = lowest && nearestStep(view.state.snapshots, lowest.step);
  return html`<div class="advice">
    <p class="look">${wordsOf(view).advice(view.format.integer(SHORT))}</p>
    ${lowest && near !== null ? see(view, lowest, near) : nothing}
  </div>`;
}

/** @param {View} view */
const wordsOf = ({ state }) => memorizationWords.in(state.lang);

/** @param {View} view @param {{ step: number, loss: number }} lowest @param {number} near */
function see(view, { step, loss }, near) {
  const { t, format, app, state } = view;
  return button(wordsOf(view).see(format.integer(near)), () => app.snapshots.go(near), {
    id: 'see-lowest',
    title: t.loss.lowest(format.loss(loss), format.integer(step)),
    pressed: state.viewedSnapshot?.step === near,
  });
}
