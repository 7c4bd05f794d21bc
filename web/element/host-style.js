// SPDX-License-Identifier: MIT
// Colours that the host page and the reader's system decide. There is no event for a change of
// style, but most come with a changed attribute of the element, the body or the root.
import { hexOf } from '../draw/palette.js';
import { rampsOf } from '../draw/theme.js';

export const DARK = '(prefers-color-scheme: dark)';

/** Page themes set classes, data attributes or styles on these. */
const ROOTS = () => [document.documentElement, document.body];

/** @param {Element} element @param {AbortSignal} signal ends the watch
 * @param {() => void} read called when its colours may have changed */
export function watchStyle(element, signal, read) {
  const observer = new MutationObserver(read);
  for (const root of ROOTS()) observer.observe(root, { attributes: true });
  observer.observe(element, { attributeFilter: ['class', 'style'] });
  signal.addEventListener('abort', () => observer.disconnect());
}

/**
 * The scheme of an element and its colour scales: the same object while they are equal.
 * @param {Element & { theme: string }} element
 * @param {Pick<import('../state/state.js').State, 'printing' | 'ramps'>} before on paper all is
 *   light
 */
export function coloursOf(element, { printing, ramps: last }) {
  const { theme } = element;
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia(DARK).matches);
  const scheme = /** @type {import('../draw/theme.js').Scheme} */ (
    dark && !printing ? 'dark' : 'light'
  );
  const style = getComputedStyle(element);
  const host = (/** @type {string} */ name) => hexOf(style.getPropertyValue(name));
  const ramps = rampsOf(scheme, host);
  return {
    scheme,
    ramps: JSON.stringify(last) === JSON.stringify(ramps) ? last : ramps,
  };
}
