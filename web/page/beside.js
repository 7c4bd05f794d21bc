// SPDX-License-Identifier: MIT
// What stands beside the model in the place Learn: the lessons, or an assignment.

/** @import { GlassFormer } from '../element/glass-former.js' */

/** @param {GlassFormer} element @param {'learn' | 'stage'} place */
export async function openPlace(element, place) {
  await element.prepare();
  element.app?.selection.openPlace(place);
}

/** The model alone: whoever was in the panel that is closed goes on there.
 * @param {GlassFormer} element */
export async function leave(element) {
  await openPlace(element, 'stage');
  await element.updateComplete;
  const model = element.renderRoot.querySelector('#model');
  const isNowhere = document.activeElement === document.body;
  if (isNowhere && model instanceof HTMLElement) model.focus({ preventScroll: true });
}
