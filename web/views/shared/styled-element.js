// SPDX-License-Identifier: MIT
// The base of elements with styles. A constructed style sheet is of one document only, and a
// shadow root that comes into another document leaves its sheets behind.
import { LitElement } from 'lit';

/** Properties that templates set, which are no attributes. @param {string[]} names
 * @returns {import('lit').PropertyDeclarations} */
export const given = (...names) =>
  Object.fromEntries(names.map((name) => [name, { attribute: false }]));

export class StyledElement extends LitElement {
  /** @template {HTMLElement} [T=HTMLElement] @param {string} selector @returns {T | null} */
  find(selector) {
    return this.renderRoot.querySelector(selector);
  }

  createRenderRoot() {
    const root = this.attachShadow({ mode: 'open' });
    this.#adoptStyles(root);
    return root;
  }

  /** In another document, with what was in it. */
  adoptedCallback() {
    if (!this.shadowRoot) return;
    this.#adoptStyles(this.shadowRoot);
    this.requestUpdate();
  }

  /** @param {ShadowRoot} root */
  #adoptStyles(root) {
    const { defaultView } = root.ownerDocument;
    if (!defaultView) return;
    const { elementStyles } = /** @type {typeof LitElement} */ (this.constructor);
    root.adoptedStyleSheets = elementStyles.map((style) => {
      const own = /** @type {import('lit').CSSResult} */ (style);
      if (defaultView === window) return /** @type {CSSStyleSheet} */ (own.styleSheet);
      const copy = new defaultView.CSSStyleSheet();
      copy.replaceSync(own.cssText);
      return copy;
    });
  }
}
