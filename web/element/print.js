// SPDX-License-Identifier: MIT
// Watches for printing. In Firefox only what is drawn during beforeprint is printed, and
// print style sheets do not apply yet, so listeners choose their own colours. A print preview
// changes the medium only.

/** @param {(printing: boolean) => void} apply called at its beginning and end
 * @returns {() => void} ends the watch */
export function watchPrinting(apply) {
  const medium = matchMedia('print');
  const listener = (/** @type {Event} */ { type }) =>
    apply(type === 'beforeprint' || medium.matches);
  const targets = { beforeprint: window, afterprint: window, change: medium };
  const all = Object.entries(targets);
  for (const [name, target] of all) target.addEventListener(name, listener);
  return () => {
    for (const [name, target] of all) target.removeEventListener(name, listener);
  };
}
