// SPDX-License-Identifier: MIT
// What a host that calls the element's methods gets, errors with a code and a hint and a run
// as plain data; and what the element itself is called.
import { withoutText } from '../run/settings.js';

/** @typedef {import('../state/types.js').Notice} Notice */

/**
 * @typedef {object} There what there is to tell of
 * @property {import('../state/types.js').Session} [session] may be closed: its history stays
 * @property {string} link
 */

/** What is shown as an error. @param {Notice | null} said null: nothing is wrong but that
 * the model is gone */
export function toError(said) {
  const {
    text,
    code = 'internal',
    hint = '',
  } = said ?? { text: 'closed', code: 'closed' };
  return Object.assign(new Error(text), { code, hint });
}

/** @param {Promise<unknown>} work resolves to what went wrong, if anything did */
export async function throwIfFailed(work) {
  const failed = /** @type {Notice | undefined} */ (await work);
  if (failed) throw toError(failed);
}

/** @param {There} there */
export const exportedRun = ({ session, link }) => ({
  link: withoutText(link),
  step: session?.steps ?? 0,
  config: session?.info.config ?? null,
  history: session ? structuredClone(session.history) : null,
});

/** Tells the elements of a page apart: '' for the first, unless it has an id.
 * @param {Element} element */
export function elementKey(element) {
  const all = [...document.querySelectorAll(element.localName)];
  const mark = element.id || all.indexOf(element);
  return mark ? `#${mark}` : '';
}
