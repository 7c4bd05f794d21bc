// SPDX-License-Identifier: MIT
// A page in Chromium that has the modules of the project as they are, and dist/worker.js.

import { openSite } from '../../tests/browser/support/harness.js';
import { productsModule } from './products.js';

export async function openPage() {
  productsModule();
  const site = await openSite({ folder: '.' });
  const tab = await site.newPage('bench/browser/empty.html');
  const version = `Chromium ${site.browser.version()}`;
  /** What a module exports, in the page. @param {string} path from the root of the project */
  const load = (path) => tab.evaluateHandle((url) => import(url), `/${path}`);
  return { ...site, version, load };
}
