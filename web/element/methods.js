// SPDX-License-Identifier: MIT
// Behind the element's methods: errors with a code and a hint, a run as plain data, limits,
// registration.
import { GlassError } from '../../wasm/index.js';
import { withoutText } from '../run/link.js';
import { define } from '../views/shared/view.js';

/** @import { Notice } from '../state/types.js' */

/**
 * @typedef {object} ExportableRun
 * @property {import('../state/types.js').Session} [session] may be closed; its history stays readable
 * @property {string} link
 */

/** The notice as an error. @param {Notice | null} notice null: the model was closed */
export function toError(notice) {
  if (!notice) return new GlassError('session_closed');
  const { text, code = 'internal', key = '', params = {}, hint = '' } = notice;
  return Object.assign(new Error(text), { code, key, params, hint });
}

/** @param {Promise<unknown>} work resolves to a notice if it failed
 * @param {() => boolean} isClosed whether the App has been closed meanwhile */
export async function throwIfFailed(work, isClosed) {
  const failed = /** @type {Notice | undefined} */ (await work);
  // Where it was closed meanwhile, that is the reason.
  if (failed || isClosed()) throw toError((!isClosed() && failed) || null);
}

/** @param {ExportableRun} there */
export const exportedRun = ({ session, link }) => ({
  link: withoutText(link),
  step: session?.steps ?? 0,
  config: session?.info.config ?? null,
  history: session ? structuredClone(session.history) : null,
});

/** Timers of more run at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Training of a page that allows so many seconds.
 * @param {import('../app/app.js').App} app @param {number} seconds */
export const pauseAfter = (app, seconds) =>
  setTimeout(
    () => {
      void app.pause();
      // As the page has set it, whatever it is rounded to elsewhere.
      const time = app.t.units.seconds(app.format.precise(seconds, 6));
      app.showInfo(app.t.embed.limit(time));
    },
    Math.min(seconds * 1000, LONGEST_MS),
  );

/** Defines the element, unless the page has one of any version.
 * @param {CustomElementConstructor & { version: string }} element */
export function register(element) {
  const first = /** @type {{ version?: string } | undefined} */ (
    globalThis.customElements?.get('glass-former')
  );
  if (first) {
    console.warn(
      `glass-former ${first.version} is here already; ${element.version} is not used.`,
    );
  }
  define('glass-former', element);
}

/** Identifies the element within its page: its id, else its index; '' for the first. In a shadow
 * root, among those in it, after what identifies its host.
 * @param {Element} element @returns {string} */
export function elementKey(element) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const all = [...root.querySelectorAll(element.localName)];
  const mark = element.id || all.indexOf(element);
  const own = mark ? `#${mark}` : '';
  if (!('host' in root)) return own;
  return `${root.host.localName}${elementKey(root.host)}>${own}`;
}
