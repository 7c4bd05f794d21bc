// SPDX-License-Identifier: MIT
// When the page is on its way to paper. The event beforeprint is the last moment at which
// Firefox takes what is drawn, and too early for the style sheets of paper: who hears of it
// has to see to its own colours. Where paper is only shown, as in a preview, nothing but the
// medium changes.

/**
 * @param {(printing: boolean) => void} apply called when it begins and when it is over
 * @returns {() => void} ends the watch
 */
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
