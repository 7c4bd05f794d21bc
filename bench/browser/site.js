// SPDX-License-Identifier: MIT
// The benchmark's page in a real Chromium.

import { copyFileSync, writeFileSync } from 'node:fs';
import { openSite } from '../../tests/browser/support/harness.js';
import { bundleModule, bundleWorker } from '../../web/build/bundles.js';
import { ROOT, WASM } from '../common.js';
import { productsModule } from './products.js';

const FOLDER = 'build/bench';

/** The page; `call` runs a function of entry.js there. */
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
  /** @type {(name: string, ...args: any[]) => Promise<any>} */
  const call = (name, ...args) =>
    tab.evaluate(
      ([method, values]) => /** @type {any} */ (globalThis).bench[method](...values),
      /** @type {const} */ ([name, args]),
    );
  await call('start', worker);
  const { browser, close } = site;
  return { version: `Chromium ${browser.version()}`, browser, call, close };
}
