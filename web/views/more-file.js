// SPDX-License-Identifier: MIT
// What views use of the file beside the element that is loaded when something of it is first wanted.
import { learnsText } from '../run/splits.js';

/** @typedef {typeof import('./more.js')} More */
/** @import { View } from './shared/view.js' */

/** @type {More | null} */
let loaded = null;

/** Views to be drawn again when it is there. @type {Set<WeakRef<View>>} */
const waiting = new Set();

/** @returns {Promise<More>} rejects where the file is missing; the next call tries again */
export async function loadMore() {
  loaded ??= await import('./more.js');
  for (const view of waiting) view.deref()?.requestUpdate();
  waiting.clear();
  return loaded;
}

/** @returns {More | null} null: not loaded yet */
export const loadedMore = () => loaded;

/** Views that wait for the file, or have waited. @type {WeakSet<View>} */
const known = new WeakSet();

/** @param {View} view drawn again when the file is there */
function wait(view) {
  if (!known.has(view)) waiting.add(new WeakRef(view));
  known.add(view);
}

/** The file, for what the reader asks for. @param {View} view drawn again when it is there
 * @returns {More | null} */
export function moreFor(view) {
  if (loaded) return loaded;
  wait(view);
  loadMore().catch(() => {});
  return null;
}

/** The file, for what is said unasked of a text that the model has been trained on: a page that has
 * it loads it when it is idle. @param {View} view drawn again when it is there
 * @returns {More | null} */
export function moreOfText(view) {
  const { session } = view.state;
  if (!learnsText(view.state) || !session?.steps) return null;
  if (!loaded) wait(view);
  return loaded;
}
