// SPDX-License-Identifier: MIT
// Copies the link in the page's address to the element, now and when another is followed.
// Imported before the element is defined, as the element reads it when it is upgraded.
import { Address, START, comesToLearn } from './address.js';

/** @import { GlassFormer } from '../element/glass-former.js' */

const element = /** @type {GlassFormer | null} */ (
  document.querySelector('glass-former')
);

export const address = new Address(window);

if (address.link) element?.setAttribute('config', address.link);

address.onFollow(async (link) => {
  // Removed first, so that setting the same link again counts as a change.
  element?.removeAttribute('config');
  // Back to where the visit began.
  const isStart = link === '' && !comesToLearn(location.search);
  element?.setAttribute('config', isStart ? START : link);
  await element?.prepare();
  return element?.app?.link;
});
