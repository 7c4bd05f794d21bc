// SPDX-License-Identifier: MIT
// Watches for style changes of the host page. There is no event for them, but most come
// with a changed attribute of the element, the body or the root.

/** Page themes set classes, data attributes or styles on these. */
const ROOTS = () => [document.documentElement, document.body];

/** @param {Element} element
 * @param {() => void} read called when its colours may have changed
 * @returns {() => void} ends the watch */
export function watchStyle(element, read) {
  const observer = new MutationObserver(read);
  for (const root of ROOTS()) observer.observe(root, { attributes: true });
  observer.observe(element, { attributeFilter: ['class', 'style'] });
  return () => observer.disconnect();
}
