// SPDX-License-Identifier: MIT
// The benchmark's page in a real Chromium.

import { copyFileSync, writeFileSync } from 'node:fs';
import { openSite } from '../../tests/browser/support/harness.js';
import { bundleModule, bundleWorker } from '../../web/build/bundles.js';
import { ROOT, WASM } from '../common.js';
import { productsModule } from './products.js';

const FOLDER = 'build/bench';

/** The page; `call` runs a function of entry.js there.
 * @returns {Promise<{ version: string, call: (name: string, ...args: any[]) => Promise<any>, close: () => Promise<void> }>}
 */
export async function openPage() {
  productsModule();
  copyFileSync(WASM, `${ROOT}${FOLDER}/glassformer.wasm`);
  const { code: worker } = await bundleWorker();
  const { code } = await bundleModule('bench/browser/entry.js', 'esm');
  writeFileSync(`${ROOT}${FOLDER}/bench.js`, code);
  writeFileSync(
    `${ROOT}${FOLDER}/index.html`,
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">' +
      '<title>bench</title><script type="module" src="/bench.js"></script>',
  );
  const site = await openSite({ folder: FOLDER });
  const tab = await site.newPage('index.html');
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...args) =>
    tab.evaluate(
      ([method, values]) => /** @type {any} */ (globalThis).bench[method](...values),
      /** @type {const} */ ([name, args]),
    );
  await call('start', worker);
  return {
    version: `Chromium ${site.browser.version()}`,
    call,
    close: () => site.close(),
  };
}
