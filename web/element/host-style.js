// SPDX-License-Identifier: MIT
// A host page dresses the element by its style sheets, and nobody is told when that
// changes; most changes begin with an attribute of the element or of what it stands in.

/** Themes of pages hang on classes and data-… of these; styles may be set on any. */
const ROOTS = () => [document.documentElement, document.body];

/**
 * @param {Element} element
 * @param {() => void} read called when its colours may be others
 * @returns {() => void} its end
 */
export function watchStyle(element, read) {
  const observer = new MutationObserver(read);
  for (const root of ROOTS()) observer.observe(root, { attributes: true });
  observer.observe(element, { attributeFilter: ['class', 'style'] });
  return () => observer.disconnect();
}
