// SPDX-License-Identifier: MIT
// The package is the API of sessions; the element is an entry of its own. A page that has the
// tag and imported the wrong one would show nothing, without an error.

import { providedWorkerSource } from '../engine/loading.js';

const HINT =
  "glassformer: import 'glassformer/element' to register <glass-former>. " +
  "'glassformer' is the API of sessions and registers nothing.";

/** Warns once the page has loaded. In our own bundles sessions belong to the element. */
export function hintAtElement() {
  const { document } = globalThis;
  if (!document) return;
  const check = () => {
    if (providedWorkerSource()) return;
    if (document.querySelector('glass-former:not(:defined)')) console.warn(HINT);
  };
  if (document.readyState === 'complete') setTimeout(check);
  else addEventListener('load', check, { once: true });
}
