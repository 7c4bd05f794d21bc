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

/** Where themes of sites say which they are. */
const SITE_THEMES = [
  'data-theme', 'data-bs-theme', 'data-color-mode', 'data-md-color-scheme', 'class',
]; // oxfmt-ignore
const DARK_WORD = /(^|[\s_-])(dark|slate)($|[\s_-])/i;
const LIGHT_WORD = /(^|[\s_-])(light|default)($|[\s_-])/i;

/** What the page around an element is: by the CSS property, by the words of its theme, or as
 * the reader's system. @param {Element} element @returns {'light' | 'dark'} */
function schemeAround(element) {
  const around = element.parentElement ?? document.documentElement;
  const { colorScheme } = getComputedStyle(around);
  if (/^(only )?(light|dark)( only)?$/.test(colorScheme))
    return colorScheme.includes('dark') ? 'dark' : 'light';
  for (const root of ROOTS())
    for (const name of SITE_THEMES) {
      const words = root.getAttribute(name) ?? '';
      if (DARK_WORD.test(words)) return 'dark';
      if (LIGHT_WORD.test(words)) return 'light';
    }
  return matchMedia(DARK).matches ? 'dark' : 'light';
}

/** @param {Element} element @param {string | null} theme asked for
 * @returns {'light' | 'dark'} */
export const schemeOf = (element, theme) =>
  theme === 'light' || theme === 'dark' ? theme : schemeAround(element);

/**
 * The scheme of an element and its colour scales: the same object while they are equal.
 * @param {Element & { theme: string }} element
 * @param {Partial<Pick<import('../state/state.js').State, 'printing' | 'ramps'>>} before on
 *   paper all is light
 */
export function coloursOf(element, { printing, ramps: last }) {
  const asked = schemeOf(element, element.theme);
  /** @type {import('../draw/theme.js').Scheme} */
  const scheme = asked === 'dark' && !printing ? 'dark' : 'light';
  const style = getComputedStyle(element);
  const host = (/** @type {string} */ name) => hexOf(style.getPropertyValue(name));
  const ramps = rampsOf(scheme, host);
  return {
    scheme,
    ramps: last && JSON.stringify(last) === JSON.stringify(ramps) ? last : ramps,
  };
}
