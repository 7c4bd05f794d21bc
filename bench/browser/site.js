// SPDX-License-Identifier: MIT
// A page in Chromium that has the modules of the project as they are, and dist/worker.js.

import { openSite } from '../../tests/browser/support/harness.js';
import { productsModule } from './products.js';

/** Runs in the page: what entry.js has by this name.
 * @param {{ entry: string, name: string, args: any[] }} asked */
const callThere = async ({ entry, name, args }) => (await import(entry))[name](...args);

export async function openPage() {
  productsModule();
  const site = await openSite({ folder: '.' });
  const tab = await site.newPage('bench/browser/empty.html');
  const entry = '/bench/browser/entry.js';
  /** @type {(name: string, ...args: any[]) => Promise<any>} */
  const call = (name, ...args) => tab.evaluate(callThere, { entry, name, args });
  const { browser, close } = site;
  return { version: `Chromium ${browser.version()}`, browser, call, close };
}
