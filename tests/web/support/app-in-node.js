// SPDX-License-Identifier: MIT
// An App without a page: the real one, with real sessions in this thread. A document is there
// that is always in sight, and nothing is stored.
//
//   const app = await openApp(t, { link: '#n_layer=1' });   // its first model is ready
//   await app.stepOnce();
//   app.store.state.progress                               // t closes it
//
// Tests of what the page uses of time can hold it with node:test's mock timers.
import { register } from 'node:module';
import 'lit';
import { document as noDocument } from '../../../web/build/no-document.js';
import '../../../web/i18n/diagnostics.js';
import { MODULE } from '../../wasm/support.js';
import { loadLanguages, wordsOf } from './catalogues.js';

export { wordsOf };
export { stateOf } from './store.js';

/** @import { App } from '../../../web/app/app.js' */
/** @typedef {ConstructorParameters<typeof App>[0]} AppOptions */

// It imports texts, which Node has to be told of first.
register(new URL('text-imports.js', import.meta.url));
await loadLanguages();
const { App: OpenedApp } = await import('../../../web/app/app.js');

const ADDRESS = 'https://example.org/glassformer/';

/** The globals of a browser that an App uses; `hidden` of the document may be set. */
export function makeGlobals() {
  if ('baseURI' in (globalThis.document ?? {})) return;
  const page = { ...noDocument, hidden: false, title: '', referrer: '' };
  Object.assign(page, { documentElement: { lang: '' }, querySelector: () => null });
  const window = { top: /** @type {unknown} */ (null) };
  window.top = window;
  Object.assign(globalThis, {
    document: Object.assign(new EventTarget(), page, { baseURI: ADDRESS }),
    location: new URL(ADDRESS),
    window,
  });
}

/**
 * @param {{ after(end: () => Promise<void>): unknown }} t a test, or node:test itself for all
 *   tests of a file or a describe()
 * @param {object} [options]
 * @param {string} [options.link] address fragment to start from
 * @param {string} [options.lang]
 * @param {AppOptions['host']} [options.host] the text that the host page sets
 * @param {AppOptions['session']} [options.session] on top of: this thread, one worker
 * @param {AppOptions['serialized']} [options.serialized] a run to go on with
 * @returns {App} that makes its first model
 */
export function newApp(t, { link, lang = 'en', host, session, serialized } = {}) {
  makeGlobals();
  const app = new OpenedApp({
    ...wordsOf(lang),
    ...{ link, host, serialized },
    session: { wasm: MODULE, mode: 'main', workers: 1, ...session },
    mark: '',
  });
  t.after(() => app.close());
  return app;
}

/** @param {Parameters<typeof newApp>} how
 * @returns {Promise<App>} its first model is ready, or its problem is in the store */
export async function openApp(...how) {
  const app = newApp(...how);
  await app.ready;
  return app;
}

/** Waits until something is true of what fires `change`.
 * @param {EventTarget} target @param {() => unknown} isTrue */
export const changed = (target, isTrue) =>
  new Promise((/** @type {(_: null) => void} */ done) => {
    const look = () => {
      if (!isTrue()) return;
      target.removeEventListener('change', look);
      done(null);
    };
    target.addEventListener('change', look);
    look();
  });

/** What a view has of an App. @param {any} app @returns {any} */
export const viewOf = (app) => ({
  ...{ app, state: app.store.state, t: app.t, format: app.format },
  requestUpdate() {},
});
