// SPDX-License-Identifier: MIT
// When the page is on its way to paper. The event beforeprint comes too early: the style
// sheets, and with them the inks of canvases, are still those of the screen.

/**
 * @param {(printing: boolean) => void} apply called when it begins and when it is over
 * @returns {() => void} ends the watch
 */
export function watchPrinting(apply) {
  const medium = matchMedia('print');
  const listener = () => apply(medium.matches);
  medium.addEventListener('change', listener);
  return () => medium.removeEventListener('change', listener);
}
