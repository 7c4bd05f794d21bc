// SPDX-License-Identifier: MIT
// What views use of the file beside the element that is loaded when something of it is first wanted.
import { learnsText } from '../run/splits.js';

/** @typedef {typeof import('./more.js')} More */
/** @typedef {import('./shared/view.js').View} View */

/** @type {More | null} */
let loaded = null;

/** Views that have asked for it. @type {WeakSet<View>} */
const asked = new WeakSet();
/** Views that are drawn again when it is there. @type {Set<View>} */
const waiting = new Set();

/** @returns {Promise<More>} rejects where the file is missing; the next call tries again */
export async function loadMore() {
  loaded ??= await import('./more.js');
  for (const view of waiting) view.requestUpdate();
  waiting.clear();
  return loaded;
}

/** @returns {More | null} null: not loaded yet */
export const loadedMore = () => loaded;

/** The file, which a view asks for. @param {View} view drawn again when it is there
 * @returns {More | null} */
export function moreFor(view) {
  const there = moreIfThere(view);
  if (!there && !asked.has(view)) void loadMore().catch(() => {});
  asked.add(view);
  return there;
}

/** The file, which nobody has asked for: our own page fetches it when it is idle, an element in
 * another page nothing that the reader does not ask for.
 * @param {View} view drawn again when it is there @returns {More | null} */
function moreIfThere(view) {
  if (!loaded) waiting.add(view);
  return loaded;
}

/** The file, for what is said of a text that the model has been trained on. @param {View} view */
export const moreOfText = (view) =>
  learnsText(view.state) && (view.state.session?.steps ?? 0) > 0
    ? moreIfThere(view)
    : null;
