// SPDX-License-Identifier: MIT
// The file beside the element with what it begins without (web/views/more.js).

/** @typedef {typeof import('./more.js')} More */

/** @type {More | null} */
let loaded = null;

/** Null until it was loaded. */
export const more = () => loaded;

/** Rejects where the file is missing; the next call tries again. @returns {Promise<More>} */
export async function loadMore() {
  return (loaded ??= await import('./more.js'));
}
