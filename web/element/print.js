// SPDX-License-Identifier: MIT
// Watches for printing. In Firefox only what is drawn during beforeprint is printed, and
// print style sheets do not apply yet, so listeners choose their own colours. A print preview
// changes the medium only.

/** @param {AbortSignal} signal ends the watch
 * @param {(printing: boolean) => void} apply called at the beginning and end of printing */
export function watchPrinting(signal, apply) {
  const medium = matchMedia('print');
  const listener = (/** @type {Event} */ { type }) =>
    apply(type === 'beforeprint' || medium.matches);
  const targets = { beforeprint: window, afterprint: window, change: medium };
  for (const [name, target] of Object.entries(targets))
    target.addEventListener(name, listener, { signal });
}
