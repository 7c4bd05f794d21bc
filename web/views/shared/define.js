// SPDX-License-Identifier: MIT
// Apart from the base of all views, which knows the engine: panels define elements without it.

/**
 * Defines an element unless the page has one of this name already.
 * @param {string} name @param {CustomElementConstructor} constructor
 */
export function define(name, constructor) {
  if (!customElements.get(name)) customElements.define(name, constructor);
}
