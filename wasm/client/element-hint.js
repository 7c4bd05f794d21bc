// SPDX-License-Identifier: MIT
// The package is the API of sessions; the element is an entry of its own. A page that has the
// tag and imported the wrong one would show nothing, without an error.

const HINT =
  "glassformer: import 'glassformer/element' to register <glass-former>. " +
  "'glassformer' is the API of sessions and registers nothing.";

/** Warns once the page has loaded. Our own bundles leave this module out. */
export function hintAtElement() {
  const { document } = globalThis;
  if (!document) return;
  const check = () => {
    if (document.querySelector('glass-former:not(:defined)')) console.warn(HINT);
  };
  if (document.readyState === 'complete') setTimeout(check);
  else addEventListener('load', check, { once: true });
}
