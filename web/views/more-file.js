// SPDX-License-Identifier: MIT
// What views use of the file beside the element that is loaded when something of it is first wanted.
import { learnsText } from '../run/splits.js';

/** @typedef {typeof import('./more.js')} More */
/** @typedef {import('./shared/view.js').View} View */

/** @type {More | null} */
let loaded = null;

/** @returns {Promise<More>} rejects where the file is missing; the next call tries again */
export async function loadMore() {
  loaded ??= await import('./more.js');
  return loaded;
}

/** @returns {More | null} null: not loaded yet */
export const loadedMore = () => loaded;

/** Views that have asked for the file. @type {WeakSet<View>} */
const asked = new WeakSet();

/** The file, for what a view can do without. @param {View} view drawn again when it is there
 * @returns {More | null} */
export function moreFor(view) {
  if (loaded || asked.has(view)) return loaded;
  asked.add(view);
  loadMore().then(
    () => view.requestUpdate(),
    () => {},
  );
  return null;
}

/** The file, for what is said of a text that the model has been trained on. @param {View} view */
export const moreOfText = (view) =>
  learnsText(view.state) && (view.state.session?.steps ?? 0) > 0 ? moreFor(view) : null;
